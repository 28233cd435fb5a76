// The page as an app: its service worker, and a new version that waits.

import { root } from "$lib/route.svelte";
import { settings } from "$lib/settings.svelte";

const LOOK_EVERY = 3_600_000; // milliseconds

let waiting: ServiceWorker | null = $state.raw(null);

export const app = {
  get newVersion() {
    return waiting;
  },
};

/** The service worker, where there can be one: browsers want https or this very machine. */
export const worker = "serviceWorker" in navigator && isSecureContext ? navigator.serviceWorker : null;

/** Let the new version take over, and show it. */
export function showNewVersion(): void {
  worker?.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage({ takeOver: true });
}

function watch(registration: ServiceWorkerRegistration): void {
  const installed = (one: ServiceWorker | null) => {
    if (one?.state === "installed" && worker!.controller) waiting = one;
  };
  installed(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => installed(found));
  });
  setInterval(() => void registration.update().catch(() => {}), LOOK_EVERY);
}

async function begin(): Promise<void> {
  watch(await worker!.register(`${root}service_worker.js`, { scope: root, updateViaCache: "none" }));
  const { active } = await worker!.ready;
  $effect.root(() => {
    $effect(() => active?.postMessage({ language: settings.language })); // whose rules are kept for later
  });
  if (settings.notifications) await (await import("./push")).renewSubscription().catch(() => {});
}

/** When there is nothing else to do: the first load comes first. */
export function beginWhenIdle(): void {
  if (!worker || !import.meta.env.PROD) return;
  const idle = globalThis.requestIdleCallback ?? ((what: () => void) => setTimeout(what, 2000));
  addEventListener("load", () => idle(() => void begin().catch(() => {})), { once: true });
}
