import { countBytes, cutCharacters, escapeUnseen, estimateTokens, oneLine } from "../text/index.ts";
import type { ContextBlock, Placement } from "./source.ts";

/** One block as `/context` and `daybook context` show it. */
export interface ContextRow {
  placement: Placement;
  source: string;
  bytes: number;
  /** Estimated. */
  tokens: number;
  /** Share of the model's window, 0 to 1. */
  share: number;
  /** Its beginning on one line, nothing unseen in it. */
  firstWords: string;
}

const FIRST_WORDS_CHARACTERS = 60;

/** The blocks as rows, in order. `window` is in tokens. */
export function describeContext(
  blocks: readonly ContextBlock[],
  { window }: { window: number },
): ContextRow[] {
  return blocks.map(({ placement, source, text }) => {
    const tokens = estimateTokens(text);
    return {
      placement,
      source,
      bytes: countBytes(text),
      tokens,
      share: window > 0 ? tokens / window : 0,
      firstWords: firstWordsOf(text),
    };
  });
}

function firstWordsOf(text: string): string {
  const words = text.replace(/^<system-reminder>\s*/u, "").slice(0, FIRST_WORDS_CHARACTERS * 4);
  return cutCharacters(escapeUnseen(oneLine(words).trim()), FIRST_WORDS_CHARACTERS);
}
