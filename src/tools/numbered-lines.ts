/** A part of a file as it is shown. */
export interface NumberedLines {
  text: string;
  /** What was left out, as sentences. */
  notes: string[];
  /** Set when there is nothing to show. */
  problem?: string;
}

const LINE_CHARACTERS = 2_000;
const TEXT_CHARACTERS = 100_000;

/** Lines `offset` to `offset + limit - 1` (1-based) with their numbers; long lines and long texts are cut and say so. */
export function numberLines(text: string, range: { offset: number; limit: number }): NumberedLines {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return { text: "", notes: ["the file is empty"] };
  if (range.offset > lines.length) {
    return {
      text: "",
      notes: [],
      problem: `it has ${lines.length} lines, line ${range.offset} is past its end`,
    };
  }
  const shown: string[] = [];
  const notes: string[] = [];
  let room = TEXT_CHARACTERS;
  let longLines = 0;
  for (const [index, line] of lines.slice(range.offset - 1, range.offset - 1 + range.limit).entries()) {
    const { kept, cut } = cutLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    const numbered = `${String(range.offset + index).padStart(6)}\t${kept}`;
    room -= numbered.length + 1;
    if (room < 0 && shown.length > 0) break;
    if (cut) longLines += 1;
    shown.push(numbered);
  }
  if (longLines > 0) notes.push(`${longLines} lines are cut at ${LINE_CHARACTERS} characters`);
  const last = range.offset + shown.length - 1;
  if (range.offset > 1 || last < lines.length) {
    const next = last < lines.length ? `; go on with offset ${last + 1}` : "";
    notes.push(`lines ${range.offset}-${last} of ${lines.length}${next}`);
  }
  return { text: shown.join("\n"), notes };
}

function cutLine(line: string): { kept: string; cut: boolean } {
  if (line.length <= LINE_CHARACTERS) return { kept: line, cut: false };
  // Never half of a surrogate pair.
  const kept = line.slice(0, LINE_CHARACTERS).replace(/[\uD800-\uDBFF]$/u, "");
  return { kept: `${kept}…`, cut: true };
}
