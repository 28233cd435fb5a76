// The prompt of a turn and the result of a solo game in words.

import type { Action, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";
import { levelOf } from "./box";
import { sourcesOf, verbOf } from "./marks";
import { actionsLeft, type Sheet } from "./sheet";

const can = (legal: Action[], name: string) => legal.some((action) => name in action);

function beforeRoll(view: View, legal: Action[], say: Say): string {
  if (can(legal, "finish")) return say("page.ask.finish");
  if (view.role === "passive") return say("page.ask.roll.passive");
  return say(can(legal, "return") ? "page.ask.roll.return" : "page.ask.roll", { roll: view.roll + 1 });
}

/** One sentence for what we may do now. */
export function turnPrompt(view: View, seat: number, legal: Action[], say: Say): string {
  const sheet: Sheet = view.sheets[seat];
  const verb = verbOf(legal);
  if (verb === "bonus") {
    const colours = sourcesOf(legal, verb);
    return colours.length > 1 ? say("page.ask.bonuses") : say(`page.ask.bonus.${colours[0]}`);
  }
  if (can(legal, "sweep_done")) return say("page.ask.sweep");
  if (view.phase === "before_roll") return beforeRoll(view, legal, say);
  if (view.phase === "pick") return say(verb ? "page.ask.pick" : "page.ask.pick.none");
  if (can(legal, "decline")) {
    const fields = sourcesOf(legal, verb).some((die) => view.dice[die].at === "field");
    return say(!verb ? "page.ask.take.none" : fields ? "page.ask.take.fields" : "page.ask.take");
  }
  return say("page.ask.extra", { left: actionsLeft(sheet, "extra") });
}

/** A solo game has no winner, so its level is the result. */
export function verdict(view: View, _seat: number | null, say: Say): string | null {
  if (view.seats > 1) return null;
  return say("page.level", { points: view.scores[0], level: levelOf(view.scores[0]).level });
}
