import { DaybookError } from "../../errors/index.ts";
import { escapeUnseen, formatCount } from "../../text/index.ts";
import type { LookedFile, LookedFolder } from "./memory-root.ts";

const MOST_LINES = 999_999;
/** Characters of one answer: the model pages through what is longer. */
const MOST_CHARACTERS = 100_000;

/** A folder as `view` shows it. `shown` is its path. */
export function folderText(shown: string, { bytes, entries }: LookedFolder): string {
  const head = `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`;
  const lines = [`${sizeText(bytes)}\t${shown}`];
  let characters = 0;
  for (const entry of entries) {
    const name = escapeUnseen(entry.path) + (entry.isFolder ? "/" : "");
    const line = `${sizeText(entry.bytes)}\t${shown}/${name}`;
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS) {
      lines.push(
        `(${formatCount(entries.length - lines.length + 1)} more are left out: view a folder below.)`,
      );
      break;
    }
    lines.push(line);
  }
  return [head, ...lines].join("\n");
}

/** `0B`, `1023B`, `1K`, `1.5K`, `2M`: whole numbers bare, else with one decimal. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  const units = ["K", "M", "G", "T"];
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[unit]}`;
}

/** A file as `view` shows it, or the lines `from` to `to` (-1: to the end) of it. Fails with `invalid`. */
export function fileText(
  shown: string,
  { text, isText }: LookedFile,
  range: { from: number; to: number } | null,
): string {
  const lines = text.split("\n");
  if (lines.length > MOST_LINES) {
    throw new DaybookError("invalid", `File ${shown} exceeds maximum line limit of 999,999 lines.`);
  }
  const { from, to } = range === null ? { from: 1, to: lines.length } : within(shown, range, lines.length);
  const body = numberedLines(lines, { from, to });
  const note = isText
    ? ""
    : "\n(This is not UTF-8 text. What could not be read is shown as \ufffd, and it cannot be edited here.)";
  return `Here's the content of ${shown} with line numbers:\n${body}${note}`;
}

function within(
  shown: string,
  range: { from: number; to: number },
  count: number,
): { from: number; to: number } {
  const from = Math.max(1, range.from);
  const to = range.to === -1 ? count : Math.min(range.to, count);
  const problem =
    from > count
      ? `begins after the last line: ${shown} has ${formatCount(count)} ${count === 1 ? "line" : "lines"}`
      : "ends before it begins; the second number is the last line, or -1 for all the rest";
  if (from <= to) return { from, to };
  throw new DaybookError(
    "invalid",
    `Invalid \`view_range\` parameter: [${range.from}, ${range.to}]. It ${problem}.`,
  );
}

/** Lines from 1, both ends shown; what is too long for one answer is cut between two of them, and says so. */
export function numberedLines(lines: readonly string[], { from, to }: { from: number; to: number }): string {
  const shown: string[] = [];
  let characters = 0;
  for (let at = from; at <= to; at += 1) {
    const line = `${String(at).padStart(6)}\t${lines[at - 1] ?? ""}`;
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS && shown.length > 0) {
      shown.push(`(Cut after line ${at - 1} of ${lines.length}: view the rest with view_range [${at}, -1].)`);
      break;
    }
    shown.push(
      line.length > MOST_CHARACTERS
        ? `${line.slice(0, MOST_CHARACTERS)}… (a line of ${line.length} characters)`
        : line,
    );
  }
  return shown.join("\n");
}
