import type { LineSearch } from "./line-search.ts";

/** How results are shown. */
export type GrepMode = "content" | "files_with_matches" | "count";

/** One file's matches. */
export interface FoundLines {
  path: string;
  lines: readonly string[];
  /** 0-based numbers of matching lines. */
  matches: readonly number[];
}

const LINE_CHARACTERS = 400;
const BEFORE_MATCH = 100;

/** The rows of one file: `path:12:text` for a match, `path-13-text` around it, `--` between stretches. */
export function renderFound(
  found: FoundLines,
  { mode, context, search }: { mode: GrepMode; context: number; search: LineSearch },
): string[] {
  if (mode === "files_with_matches") return [found.path];
  if (mode === "count") return [`${found.path}:${found.matches.length}`];
  const matching = new Set(found.matches);
  const rows: string[] = [];
  let last = -1;
  for (const match of found.matches) {
    const first = Math.max(last + 1, match - context);
    if (context > 0 && last >= 0 && first > last + 1) rows.push("--");
    const end = Math.min(found.lines.length - 1, match + context);
    for (let index = first; index <= end; index += 1) {
      const line = found.lines[index] ?? "";
      const isMatch = matching.has(index);
      const mark = isMatch ? ":" : "-";
      rows.push(`${found.path}${mark}${index + 1}${mark}${cutLine(line, isMatch ? search : null)}`);
    }
    last = Math.max(last, end);
  }
  return rows;
}

// Of a long line the part with the match: a minified file is one line.
function cutLine(line: string, search: LineSearch | null): string {
  if (line.length <= LINE_CHARACTERS) return line;
  const at = Math.max(0, (search?.firstMatch(line) ?? 0) - BEFORE_MATCH);
  const kept = line.slice(at, at + LINE_CHARACTERS).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/gu, "");
  return `${at > 0 ? "…" : ""}${kept}${at + LINE_CHARACTERS < line.length ? "…" : ""}`;
}
