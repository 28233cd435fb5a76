// Enough Markdown for the rules: headings, lists, tables, code, bold, italics. The result is text, never markup.

export interface Span {
  text: string;
  kind: "plain" | "bold" | "italic" | "code";
}

export interface Block {
  kind: "h1" | "h2" | "h3" | "p" | "li" | "pre" | "table";
  rule: string | null; // the id of a numbered sentence
  spans: Span[];
  rows: Span[][][]; // of a table: cells of spans, the head first
  text: string; // to be searched; a `pre` shows it as it is
}

const MARKS = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const HEADING = /^(#{1,3})#* (.*)/;
const LIST_ITEM = /^\s*(?:[-*]|\d+\.) (.*)/;
const TABLE_RULER = /^\|[\s|:-]+\|$/;
const RULE_ID = /^\*\*([A-Z]+\d+)\*\*\s*/;

function parseSpans(text: string): Span[] {
  return text
    .split(MARKS)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { text: part.slice(2, -2), kind: "bold" };
      if (part.startsWith("*") && part.length > 2) return { text: part.slice(1, -1), kind: "italic" };
      if (part.startsWith("`")) return { text: part.slice(1, -1), kind: "code" };
      return { text: part, kind: "plain" };
    });
}

const parseRow = (line: string): Span[][] =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => parseSpans(cell.trim()));

function parseBlock(kind: Block["kind"], lines: string[]): Block {
  if (kind === "pre") return { kind, rule: null, spans: [], rows: [], text: lines.join("\n") };
  if (kind === "table") {
    const rows = lines.filter((line) => !TABLE_RULER.test(line));
    return { kind, rule: null, spans: [], rows: rows.map(parseRow), text: rows.join(" ") };
  }
  const whole = lines.map((line) => line.trim()).join(" ");
  const rule = RULE_ID.exec(whole);
  const text = rule ? whole.slice(rule[0].length) : whole;
  return { kind, rule: rule?.[1] ?? null, spans: parseSpans(text), rows: [], text };
}

/** How a line begins a block; null: it goes on with the block before it. */
function startOf(line: string): [Block["kind"], string] | null {
  const heading = HEADING.exec(line);
  const item = LIST_ITEM.exec(line);
  if (heading) return [`h${heading[1].length}` as "h1", heading[2]];
  if (line.startsWith("|")) return ["table", line];
  return item ? ["li", item[1]] : null;
}

export function parseMarkdown(markdown: string): Block[] {
  const blocks: { kind: Block["kind"]; lines: string[] }[] = [];
  let open = false; // may the next line go on with the last block?
  let fenced = false;
  const begin = (kind: Block["kind"], ...lines: string[]) => (blocks.push({ kind, lines }), (open = !kind.startsWith("h")));
  for (const line of markdown.split("\n")) {
    const last = blocks.at(-1);
    if (line.trim().startsWith("```")) {
      fenced = !fenced;
      if (fenced) begin("pre");
      else open = false;
    } else if (fenced) last!.lines.push(line);
    else if (!line.trim()) open = false;
    else {
      const start = startOf(line);
      if (start?.[0] === "table" && open && last?.kind === "table") last.lines.push(line);
      else if (start) begin(...start);
      else if (open) last!.lines.push(line);
      else begin("p", line);
    }
  }
  return blocks.map(({ kind, lines }) => parseBlock(kind, lines));
}
