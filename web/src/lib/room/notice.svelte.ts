// The host's message to everybody. It comes with the room, and at a table through its socket.

import { fetchRoom } from "$lib/api";

export const notice: { text: string | null } = $state({ text: null });

export async function readNotice(): Promise<void> {
  notice.text = (await fetchRoom()).notice;
}
