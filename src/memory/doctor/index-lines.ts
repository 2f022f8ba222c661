import type { IndexLine } from "../index-file.ts";
import { scanIndex } from "../index-file.ts";

/**
 * Lines that an index should not have, and the text without them and with those it lacks. All else of it, the
 * person's prose, order and line ends, stays as it is.
 */

export interface OddLine {
  kind: "dangling" | "doubled";
  /** File name that the line leads to. */
  file: string;
  /** Position in the scan. */
  at: number;
}

/** Lines that lead to nothing, and further lines of a file that has one. `exists` tells of a name in the folder. */
export function oddLines(lines: readonly IndexLine[], exists: (name: string) => boolean): OddLine[] {
  const seen = new Set<string>();
  const odd: OddLine[] = [];
  for (const [at, { entry }] of lines.entries()) {
    if (entry === null) continue;
    const { file } = entry;
    if (!exists(file)) odd.push({ kind: "dangling", file, at });
    else if (seen.has(file)) odd.push({ kind: "doubled", file, at });
    seen.add(file);
  }
  return odd;
}

/** A line that an index lacks. */
export interface LackingLine {
  /** File name that it leads to. */
  file: string;
  line: string;
}

/**
 * The index without some lines and with new ones behind its last entry: what a session loads of it keeps its place.
 * Null where the entries of the result are not exactly those that are meant; then nothing may be written.
 */
export function mendedIndex(
  text: string,
  {
    lines,
    drop,
    add,
  }: { lines: readonly IndexLine[]; drop: ReadonlySet<number>; add: readonly LackingLine[] },
): string | null {
  const mended = withLines(
    withoutLines(text, lines, drop),
    add.map(({ line }) => line),
  );
  const meant = [
    ...lines.filter((_line, at) => !drop.has(at)).flatMap(({ entry }) => entry?.file ?? []),
    ...add.map(({ file }) => file),
  ].toSorted();
  const found = scanIndex(mended)
    .flatMap(({ entry }) => entry?.file ?? [])
    .toSorted();
  return found.length === meant.length && found.every((file, at) => file === meant[at]) ? mended : null;
}

/** A line goes with its line end; the last one without, with the line end before it. */
function withoutLines(text: string, lines: readonly IndexLine[], drop: ReadonlySet<number>): string {
  let result = "";
  let copied = 0;
  for (const at of [...drop].toSorted((left, right) => left - right)) {
    const line = lines[at];
    if (!line) continue;
    result += text.slice(copied, line.start);
    copied = line.end + line.ending.length;
  }
  result += text.slice(copied);
  const last = lines.at(-1);
  const isCutShort = last !== undefined && last.ending === "" && drop.has(lines.length - 1);
  return isCutShort ? result.replace(/\r?\n$/, "") : result;
}

function withLines(text: string, add: readonly string[]): string {
  if (add.length === 0) return text;
  const lines = scanIndex(text);
  const last = lines.findLast(({ entry }) => entry !== null) ?? lines.at(-1);
  if (last === undefined) return `${text}${add.join("\n")}\n`;
  const ending = last.ending || lines.find((line) => line.ending !== "")?.ending || "\n";
  const indent = /^[ \t]*/.exec(last.entry?.mark ?? "")?.[0] ?? "";
  const block = add.map((line) => indent + line).join(ending);
  const at = last.end + last.ending.length;
  return last.ending === ""
    ? `${text.slice(0, at)}${ending}${block}${text.slice(at)}`
    : `${text.slice(0, at)}${block}${ending}${text.slice(at)}`;
}
