import { formatCount } from "../text/index.ts";
import { findIncludeWords, type IncludeWord } from "./include-words.ts";
import { findProse } from "./prose.ts";

/** The includes that a text asks for. */
export interface ScannedText {
  /** In order; no two overlap. */
  words: IncludeWord[];
  /** Half a sentence: why some words could not be told from code; null when all could. */
  problem: string | null;
}

const WORDS_AT_MOST = 1_000;

/** Words that may be includes and stand in prose. The Markdown lexer is loaded only for a text that has any, and stopped in time. */
export async function scanIncludes(text: string, milliseconds: number): Promise<ScannedText> {
  const all = findIncludeWords(text);
  if (all.length === 0) return { words: [], problem: null };
  const words = all.slice(0, WORDS_AT_MOST);
  const places = words.map((word) => word.start);
  const { isProse, problem } = await findProse(text, { places, milliseconds });
  return {
    words: words.filter((_, index) => isProse[index]),
    problem:
      problem ??
      (all.length > words.length ? `it has more than ${formatCount(WORDS_AT_MOST)} words with @` : null),
  };
}
