// A part of a game's rules, as rules_plugin.ts makes it.

export interface RuleBlock {
  kind: "heading" | "rule" | "item" | "text";
  rule: string | null; // the number of the sentence
  html: string;
}
