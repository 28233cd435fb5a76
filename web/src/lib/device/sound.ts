// Sounds, synthesized: nothing is downloaded.

import { settings } from "$lib/settings.svelte";

export type Sound = "card" | "take" | "shuffle" | "turn" | "good" | "end" | "tick";

let audio: AudioContext | null = null;
let output: GainNode; // every sound goes through it: the volume

function openAudio(): void {
  audio ??= new AudioContext();
  output ??= audio.createGain();
  output.connect(audio.destination);
  output.gain.value = settings.volume ** 2; // ears hear loudness so
}

function tone(at: number, frequency: number, length: number, type: OscillatorType, loud: number, to = frequency) {
  const voice = audio!.createOscillator();
  const volume = audio!.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(frequency, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + length);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(output);
  voice.start(at);
  voice.stop(at + length + 0.02);
}

function rustle(at: number, length: number, loud: number) {
  const samples = audio!.createBuffer(1, audio!.sampleRate * length, audio!.sampleRate);
  const wave = samples.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 2;
  const source = audio!.createBufferSource();
  const filter = audio!.createBiquadFilter();
  const volume = audio!.createGain();
  source.buffer = samples;
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(output);
  source.start(at);
}

const SOUNDS: Record<Sound, (at: number) => void> = {
  card: (at) => rustle(at, 0.07, 0.35),
  shuffle: (at) => [0, 0.07, 0.14, 0.21].forEach((later) => rustle(at + later, 0.09, 0.25)),
  take: (at) => tone(at, 165, 0.5, "sawtooth", 0.07, 98),
  turn: (at) => [660, 880].forEach((f, i) => tone(at + i * 0.09, f, 0.18, "sine", 0.1)),
  good: (at) => [523, 659, 784].forEach((f, i) => tone(at + i * 0.08, f, 0.2, "triangle", 0.1)),
  tick: (at) => tone(at, 1200, 0.05, "square", 0.04),
  end: (at) => [523, 659, 784, 1047].forEach((f, i) => tone(at + i * 0.13, f, 0.35, "triangle", 0.12)),
};

export function playSound(sound: Sound | null | undefined): void {
  if (!sound || !settings.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    openAudio();
    SOUNDS[sound](audio!.currentTime + 0.01);
  } catch {
    // without audio one can still play
  }
}
