import type { RecallMode, SkipReason } from "../events/index.ts";
import { questionTerms } from "../text/index.ts";

/** What lets a prompt reach each stage, as far as the prompt and the session alone decide. */
export interface Gate {
  lexical: SkipReason | null;
  side: SkipReason | null;
}

/** Where a prompt stands. */
export interface GateOptions {
  mode: RecallMode;
  prompt: string;
  /** Whether the session has room left for a recalled block. */
  hasRoom: boolean;
}

/** Why a stage must not run, or null. The lexical stage takes a lone identifier, the side query needs words. */
export function gateOf({ mode, prompt, hasRoom }: GateOptions): Gate {
  if (mode === "off") return { lexical: "off", side: "off" };
  if (!hasRoom) return { lexical: "session-budget", side: "session-budget" };
  return {
    lexical: questionTerms(prompt).length === 0 ? "no-words" : null,
    side: sideReason(mode, prompt),
  };
}

function sideReason(mode: RecallMode, prompt: string): SkipReason | null {
  if (mode === "lexical") return "off";
  return hasTwoWords(prompt) ? null : "too-short";
}

// Scripts that put no blanks between words: there a character counts as one.
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
// Two words come early in any text that has them; this much of a run of characters is enough.
const LONGEST_RUN = 200;

/** Whether there are two words, or two characters of a script without blanks. */
function hasTwoWords(prompt: string): boolean {
  let words = 0;
  for (const [run] of prompt.matchAll(/\S+/gu)) {
    const beginning = run.slice(0, LONGEST_RUN);
    const others = beginning.replaceAll(UNSPACED, "");
    words += (beginning.match(UNSPACED) ?? []).length + (/[\p{L}\p{N}]/u.test(others) ? 1 : 0);
    if (words >= 2) return true;
  }
  return false;
}
