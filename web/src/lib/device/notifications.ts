// Notifications while you look at something else: it is your turn. Phones show them only through the service worker.

import { worker } from "./app.svelte";
import { root } from "$lib/route.svelte";
import { settings } from "$lib/settings.svelte";

export const canNotify = "Notification" in globalThis && isSecureContext;

let shown: { close: () => void } | null = null;

/** Will a notification be seen? The browser may have withdrawn its leave since we asked. */
export const notificationsWork = () => settings.notifications && canNotify && Notification.permission === "granted";

/** Browsers ask only once: after a refusal this is false without a question. */
export async function requestNotifications(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

export async function notify(title: string, body: string, table: string): Promise<void> {
  if (!document.hidden || !notificationsWork()) return;
  const about = { body, tag: table, icon: `${root}icon-192.png`, data: { path: `table/${table}` } };
  const registration = await worker?.getRegistration();
  if (registration?.active) {
    await registration.showNotification(title, about);
    shown = { close: () => void registration.getNotifications({ tag: table }).then((all) => all.forEach((one) => one.close())) };
  } else {
    shown = withoutWorker(title, about);
  }
}

function withoutWorker(title: string, about: NotificationOptions): Notification | null {
  try {
    const made = new Notification(title, about);
    made.onclick = () => {
      window.focus();
      dismissNotification();
    };
    return made;
  } catch {
    return null; // some phones allow notifications to installed apps only
  }
}

/** It is no longer true, or no longer of interest. */
export function dismissNotification(): void {
  shown?.close();
  shown = null;
}
