/** A part of a text as it is shown. */
export interface NumberedLines {
  text: string;
  /** Lines that are shown. */
  count: number;
  /** What was left out, as sentences. */
  notes: string[];
  /** Those of `notes` that are about cut lines. */
  cutNotes: string[];
  /** Set when there is nothing to show. */
  problem?: string;
}

/** UTF-16 units of a line that are shown. */
export const lineCharacters = 2_000;
/** UTF-16 units that are shown in all. */
export const textCharacters = 100_000;

/**
 * Lines `offset` to `offset + limit - 1` (1-based) with their numbers; long lines and long texts are cut and say
 * so. `firstNumber` is the number of the text's first line, where the text is a part of a file.
 */
export function numberLines(
  text: string,
  { offset, limit, firstNumber = 1 }: { offset: number; limit: number; firstNumber?: number },
): NumberedLines {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const nothing = { text: "", count: 0, notes: [], cutNotes: [] };
  if (lines.length === 0) return { ...nothing, notes: ["the file is empty"] };
  if (offset > lines.length) {
    return { ...nothing, problem: `it has ${lines.length} lines, line ${offset} is past its end` };
  }
  const shown: string[] = [];
  let room = textCharacters;
  let longLines = 0;
  for (const [index, line] of lines.slice(offset - 1, offset - 1 + limit).entries()) {
    const { kept, cut } = cutLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    const numbered = `${String(firstNumber - 1 + offset + index).padStart(6)}\t${kept}`;
    room -= numbered.length + 1;
    if (room < 0 && shown.length > 0) break;
    if (cut) longLines += 1;
    shown.push(numbered);
  }
  const cutNotes = longLines > 0 ? [`${longLines} lines are cut at ${lineCharacters} characters`] : [];
  const last = offset + shown.length - 1;
  const next = last < lines.length ? `; go on with offset ${last + 1}` : "";
  const rangeNotes =
    offset > 1 || last < lines.length ? [`lines ${offset}-${last} of ${lines.length}${next}`] : [];
  return { text: shown.join("\n"), count: shown.length, notes: [...cutNotes, ...rangeNotes], cutNotes };
}

function cutLine(line: string): { kept: string; cut: boolean } {
  if (line.length <= lineCharacters) return { kept: line, cut: false };
  // Never half of a surrogate pair.
  const kept = line.slice(0, lineCharacters).replace(/[\uD800-\uDBFF]$/u, "");
  return { kept: `${kept}…`, cut: true };
}
