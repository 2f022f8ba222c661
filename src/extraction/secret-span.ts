/** Where in a text the secret stands that the gate tells only the line of: found by asking it about ever smaller pieces. */
import { setImmediate } from "node:timers/promises";
import type { SecretGate } from "../guard/index.ts";

/** UTF-16 offsets. */
export interface Span {
  from: number;
  to: number;
}

/** A secret and its label stand within so much; a longer text is looked at piece by piece, each with half of the next. */
const WINDOW = 2_000;
const STEP = WINDOW / 2;
/** Milliseconds after which others have their turn. */
const AT_ONCE_MS = 10;

/** The same gate, which lets a chat draw and read keys between two checks. */
export function patientGate(gate: SecretGate): SecretGate {
  let last = performance.now();
  return {
    async check(text) {
      if (performance.now() - last > AT_ONCE_MS) {
        await setImmediate();
        last = performance.now();
      }
      return gate.check(text);
    },
  };
}

/** The first secret from `from` on; null where none is refused for itself. */
export async function firstSecret(
  text: string,
  { from, to = text.length }: { from: number; to?: number },
  gate: SecretGate,
): Promise<(Span & { kind: string }) | null> {
  for (let at = from; at < to; at += STEP) {
    const window = text.slice(at, Math.min(to, at + WINDOW));
    const [finding] = await gate.check(window);
    if (finding === undefined) {
      if (at + WINDOW >= to) return null;
      continue;
    }
    const span = await smallestSpan(window, gate);
    return { from: at + span.from, to: at + span.to, kind: finding.kind };
  }
  return null;
}

const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[，。、；：！？“”「」『』]|[^\s，。、；：！？“”「」『』\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** The least that the gate refuses, by halving: first where it ends, then where it begins. */
async function smallestSpan(window: string, gate: SecretGate): Promise<Span> {
  const pieces = [...window.matchAll(PIECE)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const isRefused = async (from: number, to: number): Promise<boolean> =>
    (await gate.check(window.slice(pieces[from]?.from, pieces[to]?.to))).length > 0;
  const to = await firstWhere(0, pieces.length - 1, (at) => isRefused(0, at));
  // The same search, backwards from the end.
  const from = to - (await firstWhere(0, to, (back) => isRefused(to - back, to)));
  return { from: pieces[from]?.from ?? 0, to: pieces[to]?.to ?? window.length };
}

/** The first number that holds, where all behind it do; `high` is asked of nobody. */
async function firstWhere(
  low: number,
  high: number,
  holds: (at: number) => Promise<boolean>,
): Promise<number> {
  let [below, above] = [low, high];
  while (below < above) {
    const middle = (below + above) >> 1;
    if (await holds(middle)) above = middle;
    else below = middle + 1;
  }
  return below;
}

const REST_OF_RUN = /^[A-Za-z0-9+/=_-]+/;
// A phrase of words goes on to the end of its clause; a long value, broken over lines, into the next.
const MORE_WORDS = /^(?:[ \t]+[A-Za-z]{2,15}(?![A-Za-z]))+/;
const NEXT_LINE = /^["'`]?[ \t]*[+.\\]?[ \t]*\r?\n[ \t]*[+.]?[ \t]*["'`]?([A-Za-z0-9+/_-]{6,}={0,2})["'`]?/;
const LONE = /^[ \t]*[;,)\]}+.\\]*[ \t]*(?:\r?\n|$)/;
const PUNCTUATED = /^[ \t]*(?:[;,)\]}+.\\]|\n|$)/;
const LONG_RUN = /[A-Za-z0-9+/=_-]{16,}$/;

/** Where the value really ends that the gate refuses from `from` to `to`. */
export function endOfValue(text: string, { from, to }: Span): number {
  let end = to + (REST_OF_RUN.exec(text.slice(to, to + WINDOW))?.[0].length ?? 0);
  const last = /[^\s]+$/.exec(text.slice(from, end))?.[0] ?? "";
  if (/^["'“]?[A-Za-z]+$/.test(last)) end += MORE_WORDS.exec(text.slice(end, end + WINDOW))?.[0].length ?? 0;
  const isLong = LONG_RUN.test(text.slice(from, end).replace(/["'`]$/, ""));
  for (;;) {
    const more = NEXT_LINE.exec(text.slice(end, end + WINDOW));
    if (more === null || !goesOn(more[1] ?? "", text.slice(end + more[0].length, end + WINDOW), isLong))
      return end;
    end += more[0].length;
  }
}

/** Whether what stands on the next line is the rest of a key, not the next word. */
function goesOn(run: string, behind: string, isLong: boolean): boolean {
  if (/\d/.test(run) && PUNCTUATED.test(behind)) return true;
  if (!isLong) return false;
  if (run.length >= 8 && LONE.test(behind)) return true;
  const isMixed = /[a-z]/.test(run) && /[A-Z\d]/.test(run.slice(1));
  return run.length >= 12 && isMixed && !/^[A-Za-z0-9+/_.:-]/.test(behind);
}
