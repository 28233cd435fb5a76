// Enough Markdown for the rules: headings, lists, tables, bold, italics, code. The result is text, never markup.

export interface Span {
  text: string;
  kind: "plain" | "bold" | "italic" | "code";
}

export interface Block {
  kind: "h1" | "h2" | "h3" | "p" | "li" | "tr";
  rule: string | null; // the id of a numbered sentence
  spans: Span[][]; // one list, or one for each cell of a table line
  text: string;
}

const MARKS = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;

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

function parseBlock(kind: Block["kind"], text: string): Block {
  const rule = /^\*\*([A-Z]+\d+)\*\*\s*/.exec(text);
  const body = rule ? text.slice(rule[0].length) : text;
  const cells = kind === "tr" ? body.replace(/^\||\|$/g, "").split("|") : [body];
  return { kind, rule: rule?.[1] ?? null, spans: cells.map((cell) => parseSpans(cell.trim())), text: body };
}

export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block["kind"]; lines: string[] } | null = null;
  const close = () => {
    if (open) blocks.push(parseBlock(open.kind, open.lines.join(" ")));
    open = null;
  };
  let fenced = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    const heading = /^(#{1,3})#* (.*)/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    if (!line.trim() || line.startsWith("```")) close();
    else if (heading) {
      close();
      blocks.push(parseBlock(`h${heading[1].length}` as "h1", heading[2]));
    } else if (line.startsWith("|")) {
      close();
      if (!/^\|[\s|:-]+\|$/.test(line)) blocks.push(parseBlock("tr", line));
    } else if (item && !fenced) {
      close();
      open = { kind: "li", lines: [item[1]] };
    } else if (open) (open as { lines: string[] }).lines.push(line.trim());
    else open = { kind: "p", lines: [line.trim()] };
  }
  close();
  return blocks;
}
