// A word to who is looking at something else: it is your turn.

import { settings } from "./settings.svelte";

export const canNotify = "Notification" in globalThis && isSecureContext;

/** Ask the browser for leave; whoever refuses is not asked again. */
export async function allowNotices(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

export function notify(title: string, body: string, table: string): void {
  if (!settings.notices || !document.hidden || !canNotify || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag: table, icon: "icon.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // some phones show notices of installed programs alone
  }
}
