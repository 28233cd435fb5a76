// Web Push: the room tells this device what waits for us while the page is closed.

import { request } from "$lib/api";
import { worker } from "./app.svelte";
import { settings } from "$lib/settings.svelte";

export const canPush = worker !== null && "PushManager" in globalThis;

async function subscription(): Promise<PushSubscription> {
  const { pushManager } = await worker!.ready;
  const { key } = await request<{ key: string }>("api/push");
  const found = await pushManager.getSubscription();
  if (found && sameKey(found, key)) return found;
  await found?.unsubscribe(); // of a room that was here before
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function sameKey(found: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(found.options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** Have the room tell this device; false where the browser or its push service cannot. */
export async function subscribe(): Promise<boolean> {
  if (!canPush) return false;
  try {
    const { endpoint, keys } = (await subscription()).toJSON();
    await request("api/push", { endpoint, keys, language: settings.language }, "PUT");
    return true;
  } catch {
    return false;
  }
}

export async function unsubscribe(): Promise<void> {
  if (!canPush) return;
  const found = await (await worker!.ready).pushManager.getSubscription();
  if (!found) return;
  await request("api/push", { endpoint: found.endpoint }, "DELETE").catch(() => {});
  await found.unsubscribe();
}

/** Endpoints change now and then, and so may the language. */
export async function renewSubscription(): Promise<void> {
  if (canPush && Notification.permission === "granted") await subscribe();
}
