/** The lines between which setup writes into a TOML file. A block is known by exactly these. */
export const blockBegin = "# >>> daybook: written by `daybook setup`, which takes it out again with --undo";
export const blockEnd = "# <<< daybook";

/** A block between these lines, the line end behind it too, and where it stands. */
export interface TomlBlock {
  at: number;
  text: string;
}

/**
 * What may be blocks of setup: from the one line to the other, with the header of daybook's table as a line of its own
 * between them. Whether a string holds it, a parser must say.
 */
export function blocksIn(text: string, header: string): TomlBlock[] {
  const blocks: TomlBlock[] = [];
  let from: number | undefined;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (const line of linesOf(text.slice(at))) {
    const end = at + line.length;
    if (isLine(line, blockBegin)) from = at;
    else if (from !== undefined && isLine(line, blockEnd)) {
      const block = { at: from, text: text.slice(from, end) };
      if (headerAt(block, header) !== undefined) blocks.push(block);
      from = undefined;
    }
    at = end;
  }
  return blocks;
}

/** The text with one line more, right behind the header of a block's table. */
export function withLineIn(
  text: string,
  block: TomlBlock,
  { header, line }: { header: string; line: string },
): string {
  const at = block.at + (headerAt(block, header) ?? 0);
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/**
 * Other tables between a block's lines, with their own. Who writes the file by a parser puts what is new before the
 * last comment, and that is the end of the block.
 */
export function foreignIn({ text }: TomlBlock, header: string): string {
  const name = header.slice(0, -1);
  const lines = linesOf(text);
  let from = lines.findIndex((line) => /^\s*\[/.test(line) && !isLine(line, header) && !isUnder(line, name));
  if (from < 0) return "";
  // What stands above a table tells of it.
  while (/^\s*(?:#|$)/.test(lines[from - 1] ?? header)) from -= 1;
  const to = lines.findLastIndex((line) => isLine(line, blockEnd));
  return lines.slice(from, to).join("");
}

/** The lines of a text with their ends. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Where the line behind the header begins, seen from the block's begin. */
function headerAt({ text }: TomlBlock, header: string): number | undefined {
  let at = 0;
  for (const line of linesOf(text)) {
    at += line.length;
    if (isLine(line, header)) return at;
  }
  return undefined;
}

function isLine(line: string, wanted: string): boolean {
  return line.trimEnd() === wanted;
}

function isUnder(line: string, name: string): boolean {
  return line.trimStart().startsWith(`${name}.`);
}
