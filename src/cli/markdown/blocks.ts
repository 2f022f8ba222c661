import type { Token, Tokens } from "marked";
import { inlineSpans } from "./inline.ts";
import type { MarkdownLayout, Paint } from "./styles.ts";
import { renderMarkdownTable } from "./table.ts";
import { wrapSpans } from "./wrap.ts";

/** Longer lines of prose are hard to read, however wide the terminal is. */
const PROSE_CELLS = 100;
const RULE_CELLS = 40;

/** The blocks as lines, one blank line between them. */
function renderBlocks(tokens: readonly Token[], layout: MarkdownLayout): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const block = renderBlock(token, layout);
    if (block.length === 0) continue;
    if (lines.length > 0) lines.push("");
    for (const line of block) lines.push(line);
  }
  return lines;
}

/** One block as lines; a blank or a link definition has none. */
export function renderBlock(token: Token, layout: MarkdownLayout): string[] {
  const { styles } = layout;
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return renderHeading(token as Tokens.Heading, layout);
    case "code":
      return renderCode((token as Tokens.Code).text, layout);
    case "blockquote":
      return framed(renderBlocks((token as Tokens.Blockquote).tokens, narrower(layout, 2)), {
        first: styles.muted(styles.keepMarks ? "> " : "│ "),
        others: styles.muted(styles.keepMarks ? "> " : "│ "),
      });
    case "list":
      return renderList(token as Tokens.List, layout);
    case "table":
      return renderMarkdownTable(token as Tokens.Table, layout);
    case "hr":
      return [styles.muted("─".repeat(Math.min(layout.width, RULE_CELLS)))];
    default:
      return wrapSpans(inlineSpans(inlineOf(token), styles), proseWidth(layout));
  }
}

/** Code as lines that are indented and never joined; a line that is too long goes on in the next. */
export function renderCode(text: string, { width, styles }: MarkdownLayout): string[] {
  return text
    .replaceAll("\t", "    ")
    .split("\n")
    .flatMap((line) => hardWrap(line, Math.max(1, width - 2), styles.code))
    .map((line) => (line === "" ? "" : `  ${line}`));
}

function hardWrap(line: string, width: number, paint: Paint): string[] {
  const indent = /^ */u.exec(line)?.[0] ?? "";
  // One span without blanks, so that it is broken only where the line ends.
  const words = line.slice(indent.length).replaceAll(" ", "\u00a0");
  if (words === "") return [""];
  const room = width - indent.length > 8 ? width - indent.length : width;
  const shift = " ".repeat(width - room);
  return wrapSpans([{ text: words, paint }], room).map((part) => shift + part.replaceAll("\u00a0", " "));
}

function renderHeading({ depth, tokens }: Tokens.Heading, layout: MarkdownLayout): string[] {
  const { styles } = layout;
  const spans = inlineSpans(tokens, styles, (text) => styles.heading(text, depth));
  const mark = styles.keepMarks ? [{ text: `${"#".repeat(depth)} `, paint: styles.muted }] : [];
  return wrapSpans([...mark, ...spans], proseWidth(layout));
}

function renderList({ items, ordered, start, loose }: Tokens.List, layout: MarkdownLayout): string[] {
  const { styles } = layout;
  const first = start === "" ? 1 : start;
  const digits = String(first + items.length - 1).length;
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const number = `${first + index}. `.padStart(digits + 2);
    const mark = ordered ? number : styles.keepMarks ? "- " : "• ";
    if (loose && index > 0) lines.push("");
    const body = renderItem(item, narrower(layout, mark.length));
    const framedBody = framed(body.length === 0 ? [""] : body, {
      first: styles.muted(mark),
      others: " ".repeat(mark.length),
    });
    for (const line of framedBody) lines.push(line.trimEnd());
  }
  return lines;
}

// The blocks of an item of a tight list stand under one another without blank lines.
function renderItem({ tokens, loose }: Tokens.ListItem, layout: MarkdownLayout): string[] {
  const [first, second, ...rest] = tokens;
  // The box of a task is a token of its own, but belongs to the words behind it.
  const blocks: readonly Token[] =
    first?.type === "checkbox" && second !== undefined
      ? [{ type: "paragraph", raw: "", text: "", tokens: [first, ...inlineOf(second)] }, ...rest]
      : tokens;
  return loose ? renderBlocks(blocks, layout) : blocks.flatMap((token) => renderBlock(token, layout));
}

function inlineOf(token: Token): readonly Token[] {
  return "tokens" in token && token.tokens !== undefined ? token.tokens : [token];
}

function framed(lines: readonly string[], { first, others }: { first: string; others: string }): string[] {
  return lines.map((line, index) => (index === 0 ? first : others) + line);
}

function narrower(layout: MarkdownLayout, cells: number): MarkdownLayout {
  return { ...layout, width: Math.max(8, layout.width - cells) };
}

function proseWidth({ width }: MarkdownLayout): number {
  return Math.min(width, PROSE_CELLS);
}
