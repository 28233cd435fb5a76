// Reads steps from the engine, line by line, and answers with what the page makes of them and where it is wrong.

import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import type { Mirror } from "$lib/table/mirror";
import type { Event, View } from "$lib/types";

interface Step {
  game: string; // its folder
  seat: number | null;
  before: View;
  events: Event[];
  after: View;
}

interface Fault {
  what: string;
  shown: unknown;
  happened: unknown;
}

const NEVER_TOLD = ["phase", "to_act", "over", "winners"]; // by events: they come with the next view

const files = import.meta.glob<{ mirror: Mirror }>("$games/*/web/mirror.ts", { eager: true });
const mirrors = new Map(Object.entries(files).map(([path, file]) => [path.split("/").at(-3)!, file.mirror]));

/** Where two values differ, as deep as they are alike. */
function differences(what: string, shown: any, happened: any): Fault[] {
  if (isDeepStrictEqual(shown, happened)) return [];
  if (typeof shown !== "object" || typeof happened !== "object" || !shown || !happened || shown.length !== happened.length)
    return [{ what, shown, happened }];
  return Object.keys(happened).flatMap((key) => differences(isNaN(Number(key)) ? `${what}.${key}` : what, shown[key], happened[key]));
}

function judge({ game, seat, before, events, after }: Step) {
  const mirror = mirrors.get(game);
  if (!mirror) throw new Error(`${game} has no web/mirror.ts`);
  let view = before;
  let claims = 0;
  let pause = 0;
  const faults: Fault[] = [];
  events.forEach((event, number) => {
    const claimed = mirror.claims(view, events, number);
    claims += claimed.length;
    faults.push(...claimed.filter((claim) => !isDeepStrictEqual(claim.shown, claim.happened)));
    pause += mirror.pause(event, events[number + 1]);
    view = mirror.applyEvent(view, event);
  });
  const untold = new Set([...NEVER_TOLD, ...mirror.untold(events, seat)]);
  const compared = Object.keys(after).filter((key) => !untold.has(key));
  const wrong = compared.flatMap((key) => differences(key, view[key], after[key]));
  faults.push(...wrong.filter(({ what }) => !untold.has(what)));
  return { compared: compared.length, claims, pause, faults };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(judge(JSON.parse(line))));
}
