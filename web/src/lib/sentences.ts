// Events and log steps as sentences.

import type { Event, Player, LogStep } from "./types";
import { hasWord, say, type Say } from "./words.svelte";

/** Our own events say "you"; an event whose secret part was not sent has a sentence without it. */
export function eventSentence(event: Event, game: string, players: Player[], seat: number | null, words: Say): string {
  const { event: kind, ...values } = event;
  const named = typeof event.seat === "number" ? { ...values, seat: players[event.seat]?.name ?? event.seat } : values;
  const key = `event.${kind}`;
  if (seat !== null && event.seat === seat && hasWord(game, `${key}.you`)) return words(`${key}.you`, named);
  const sentence = words(key, named);
  return sentence.includes("{") && hasWord(game, `${key}.hidden`) ? words(`${key}.hidden`, named) : sentence;
}

const NEGATED: Record<string, string> = { agree: "disagree", admit: "not_admit", lock: "unlock", rematch_offer: "rematch_offer.not" };

/** A step without events: somebody came, left, or wrote something. Null: not worth a line. */
export function stepSentence(step: LogStep, players: Player[]): string | null {
  if (step.late) return say("step.late", { seat: players[step.seat ?? 0]?.name ?? "" });
  if (["draft", "act", "start"].includes(step.did)) return step.did === "start" ? say("step.start") : null;
  const text = step.phrase ? say(`phrase.${step.phrase}`) : (step.text ?? "");
  const seat = step.seat === undefined ? "" : (players[step.seat]?.name ?? "");
  if (step.why === "closed") return say("step.closed");
  const did = NEGATED[step.did] && !(step.agree ?? step.locked ?? step.offer) ? NEGATED[step.did] : step.did;
  return say(`step.${did}`, { name: step.person?.name ?? seat, seat, text });
}
