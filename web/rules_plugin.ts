// Turns the rules of the games into HTML when the page is built, block by block, so that the page can search and link them.

import { Lexer, Parser, type Token, type Tokens } from "marked";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import type { RuleBlock } from "./src/lib/learning/ruleBlock.ts";

const QUERY = "?blocks";
const RULE = /^<strong>([A-Z]\d+)<\/strong>\s*/;
const FOR_PROGRAMS = "Notation"; // the heading of what is written for them

export function rulesPlugin(): Plugin {
  return {
    name: "ludoteca-rules",
    enforce: "pre",
    load(id) {
      if (!id.endsWith(`.md${QUERY}`)) return null;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(blocksOf(readFileSync(file, "utf8")))};`;
    },
  };
}

export function blocksOf(markdown: string): RuleBlock[] {
  const tokens = new Lexer().lex(markdown);
  const end = tokens.findIndex((token) => token.type === "heading" && token.depth === 2 && token.text === FOR_PROGRAMS);
  return tokens.slice(0, end < 0 ? tokens.length : end).flatMap(blocksOfToken);
}

function blocksOfToken(token: Token): RuleBlock[] {
  const html = () => Parser.parse([token]).trim();
  if (token.type === "space") return [];
  if (token.type === "heading") return [{ kind: "heading", rule: null, html: html() }];
  if (token.type === "table") return [{ kind: "text", rule: null, html: `<div class="table">${html()}</div>` }];
  return token.type === "list" ? (token as Tokens.List).items.map(listItem) : [{ kind: "text", rule: null, html: html() }];
}

function listItem(item: Tokens.ListItem): RuleBlock {
  const html = Parser.parse(item.tokens).trim();
  const rule = RULE.exec(html)?.[1] ?? null;
  return { kind: rule ? "rule" : "item", rule, html: html.replace(RULE, "") };
}
