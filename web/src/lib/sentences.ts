// Events and steps as sentences.

import type { Event, Player, Step } from "./kinds";
import { knows, say, type Say } from "./words.svelte";

/** What an event says to us: to its own seat "you", and without what is secret. */
export function eventSentence(event: Event, game: string, players: Player[], seat: number | null, words: Say): string {
  const { event: kind, ...values } = event;
  const named = typeof event.seat === "number" ? { ...values, seat: players[event.seat]?.name ?? event.seat } : values;
  const key = `event.${kind}`;
  if (seat !== null && event.seat === seat && knows(game, `${key}.you`)) return words(`${key}.you`, named);
  const sentence = words(key, named);
  return sentence.includes("{") && knows(game, `${key}.hidden`) ? words(`${key}.hidden`, named) : sentence;
}

/** Steps without events: who came, went, or said something. Null if there is nothing to tell. */
export function stepSentence(step: Step, players: Player[]): string | null {
  if (step.late) return say("step.late", { seat: players[step.seat ?? 0]?.name ?? "" });
  if (["draft", "act", "start"].includes(step.did)) return step.did === "start" ? say("step.start") : null;
  const text = step.phrase ? say(`phrase.${step.phrase}`) : (step.text ?? "");
  const seat = step.seat === undefined ? "" : (players[step.seat]?.name ?? "");
  const did = step.did === "agree" && !step.agree ? "disagree" : step.did;
  return say(`step.${did}`, { name: step.person?.name ?? seat, seat, text });
}
