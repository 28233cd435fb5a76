// SHA-256 (FIPS 180-4). The browser's own is missing on pages without https, as in a home network.

const ROOT = (n: number, power: number) => ((n ** power % 1) * 2 ** 32) >>> 0;
const PRIMES = Array.from({ length: 320 }, (_, n) => n).filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
const K = PRIMES.slice(0, 64).map((prime) => ROOT(prime, 1 / 3));
const FIRST = PRIMES.slice(0, 8).map((prime) => ROOT(prime, 1 / 2));

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const whole = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, at) => whole.setUint8(at, byte));
  whole.setUint8(bytes.length, 0x80);
  whole.setUint32(whole.byteLength - 4, bytes.length * 8);
  return whole;
}

function scheduled(data: DataView, from: number): number[] {
  const w: number[] = [];
  for (let t = 0; t < 16; t++) w[t] = data.getUint32(from + t * 4);
  for (let t = 16; t < 64; t++) {
    const low = turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ (w[t - 15] >>> 3);
    const high = turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ (w[t - 2] >>> 10);
    w[t] = (w[t - 16] + low + w[t - 7] + high) | 0;
  }
  return w;
}

function mixed(hash: number[], w: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let t = 0; t < 64; t++) {
    const choice = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + choice + K[t] + w[t]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + hash[at]) | 0);
}

export const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The hash in hex. */
export function sha256(bytes: Uint8Array): string {
  const data = padded(bytes);
  let hash = FIRST;
  for (let from = 0; from < data.byteLength; from += 64) hash = mixed(hash, scheduled(data, from));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
