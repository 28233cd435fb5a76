// Browser notifications: it is your turn, while you look at something else.

import { settings } from "./settings.svelte";

export const canNotify = "Notification" in globalThis && isSecureContext;

let shown: Notification | null = null;

/** Will a notification be seen? The browser may have withdrawn its leave since we asked. */
export const notificationsWork = () => settings.notifications && canNotify && Notification.permission === "granted";

/** Browsers ask only once: after a refusal this is false without a question. */
export async function requestNotifications(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

export function notify(title: string, body: string, table: string): void {
  if (!document.hidden || !notificationsWork()) return;
  try {
    shown = new Notification(title, { body, tag: table, icon: "icon.svg" });
    shown.onclick = () => {
      window.focus();
      dismissNotification();
    };
  } catch {
    // some phones allow notifications to installed apps only
  }
}

/** It is no longer true, or no longer of interest. */
export function dismissNotification(): void {
  shown?.close?.();
  shown = null;
}
