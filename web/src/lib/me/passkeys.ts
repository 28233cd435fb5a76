// Passkeys in the browser. They exist on https and on localhost, and never where a site has a bare address for a name.

import * as api from "./meApi";
import type { Person } from "$lib/types";

const BARE_ADDRESS = /^[\d.]+$|:/;

export const canUsePasskeys = () =>
  isSecureContext &&
  !BARE_ADDRESS.test(location.hostname) &&
  typeof PublicKeyCredential !== "undefined" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Make a passkey for the person who is signed in. */
export async function makePasskey(name: string): Promise<api.Keys> {
  const { options } = await api.passkeyOptions();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return api.addPasskey(name, made.toJSON());
}

/** Be the person of a passkey on this device. */
export async function usePasskey(merge: boolean): Promise<Person> {
  const { options } = await api.signInOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return api.signInWithPasskey(signed.toJSON(), merge);
}

/** Did the person close the browser's own dialog? Then nothing has to be said. */
export const wasCancelled = (failure: unknown) => failure instanceof DOMException && (failure.name === "NotAllowedError" || failure.name === "AbortError");
