// The admin's passkeys in the browser; passkeys.ts says where there can be any.

import { request } from "$lib/api";
import { wasCancelled } from "$lib/me/passkeys";

export interface Passkey {
  id: string;
  name: string;
  made_at: number;
  used_at: number | null;
}

type Options<Kind> = { options: Kind };
const AT = "api/admin";

export const listPasskeys = () => request<{ passkeys: Passkey[] }>(`${AT}/passkeys`).then(({ passkeys }) => passkeys);
export const removePasskey = (id: string) => request(`${AT}/passkeys/${encodeURIComponent(id)}`, undefined, "DELETE");

export async function makePasskey(name: string): Promise<void> {
  const { options } = await request<Options<PublicKeyCredentialCreationOptionsJSON>>(`${AT}/passkeys/options`, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await unlessCancelled(navigator.credentials.create({ publicKey }));
  if (made) await request(`${AT}/passkeys`, { name, credential: made.toJSON() });
}

export async function logInWithPasskey(): Promise<void> {
  const { options } = await request<Options<PublicKeyCredentialRequestOptionsJSON>>(`${AT}/login/passkey/options`, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = await unlessCancelled(navigator.credentials.get({ publicKey }));
  if (signed) await request(`${AT}/login/passkey`, { credential: signed.toJSON() });
}

/** Nothing has to be said to who closed the browser's own dialog. */
async function unlessCancelled(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (failure) {
    if (wasCancelled(failure)) return null;
    throw failure;
  }
}
