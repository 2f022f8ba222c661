/**
 * Text that a model may see although a secret stands in it: the secret is replaced, the rest stays. The gate tells
 * a line; the smallest piece that it still refuses is found by asking it again, so whatever it knows is left out here.
 */
import type { SecretGate } from "../guard/index.ts";

/** A text without its secrets. */
export interface LeftOut {
  text: string;
  /** Kinds of what was left out, in order; never a value. */
  kinds: string[];
}

const MOST_SECRETS = 40;
/** Lines from the one that the gate names on: the value may stand below its label. */
const LINES_OF_ONE = 20;

/** Replaces each secret by `[left out: KIND]`. What cannot be parted from its secrets is left out whole. */
export async function leaveOutSecrets(text: string, gate: SecretGate): Promise<LeftOut> {
  const kinds: string[] = [];
  let left = withoutKeyRest(text, kinds);
  for (let round = 0; round < MOST_SECRETS; round += 1) {
    const finding = (await gate.check(left))[0];
    if (finding === undefined) return { text: left, kinds };
    kinds.push(finding.kind);
    left = await withoutFirst(left, finding, gate);
  }
  const rest = await gate.check(left);
  if (rest.length === 0) return { text: left, kinds };
  return { text: noteOf(rest[0]?.kind ?? "secret"), kinds: [...kinds, ...rest.map(({ kind }) => kind)] };
}

function noteOf(kind: string): string {
  return `[left out: ${kind}]`;
}

/** The end of a key whose beginning was cut away: nothing would tell the gate what its lines are. */
function withoutKeyRest(text: string, kinds: string[]): string {
  const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text);
  if (end === null || /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(text.slice(0, end.index))) return text;
  const before = text
    .slice(0, end.index)
    .replace(/(?:(?:^|\n)[ \t>|+]*[A-Za-z0-9+/=]{16,}[ \t]*)+\s*$/, "\n");
  kinds.push("private key");
  return `${before.trimEnd()}${before.trim() === "" ? "" : "\n"}${noteOf("private key")}${text.slice(end.index + end[0].length)}`;
}

async function withoutFirst(
  text: string,
  { kind, line }: { kind: string; line: number },
  gate: SecretGate,
): Promise<string> {
  const start = startOfLine(text, line);
  const tail = text.slice(start);
  const key = /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File/i.exec(firstLine(tail));
  if (key !== null) return text.slice(0, start) + withoutKey(tail, kind);
  const window = tail.split("\n").slice(0, LINES_OF_ONE).join("\n");
  const span = await smallestSpan(window, gate);
  const end = endOfValue(window, span);
  return text.slice(0, start) + window.slice(0, span.from) + noteOf(kind) + tail.slice(end);
}

function withoutKey(tail: string, kind: string): string {
  const begin = tail.search(/-{0,5}[ \t]{0,2}BEGIN|PuTTY-User-Key-File/i);
  const end = /END [A-Z0-9 ]{0,40}PRIVATE KEY-{0,5}|Private-MAC:[^\n]*/i.exec(tail);
  return (
    tail.slice(0, Math.max(0, begin)) +
    noteOf(kind) +
    (end === null ? "" : tail.slice(end.index + end[0].length))
  );
}

function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return end === -1 ? text : text.slice(0, end);
}

function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) at = text.indexOf("\n", at) + 1;
  return at;
}

const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[，。、；：！？“”「」『』]|[^\s，。、；：！？“”「」『』\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

interface Span {
  from: number;
  to: number;
}

/** The least that the gate refuses, by halving: first where it ends, then where it begins. */
async function smallestSpan(window: string, gate: SecretGate): Promise<Span> {
  const pieces = [...window.matchAll(PIECE)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const isRefused = async (from: number, to: number): Promise<boolean> =>
    (await gate.check(window.slice(pieces[from]?.from, pieces[to]?.to))).length > 0;
  const to = await firstWhere(0, pieces.length - 1, (at) => isRefused(0, at));
  const from = await lastWhere(0, to, (at) => isRefused(at, to));
  return { from: pieces[from]?.from ?? 0, to: pieces[to]?.to ?? window.length };
}

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

async function lastWhere(
  low: number,
  high: number,
  holds: (at: number) => Promise<boolean>,
): Promise<number> {
  let [below, above] = [low, high];
  while (below < above) {
    const middle = (below + above + 1) >> 1;
    if (await holds(middle)) below = middle;
    else above = middle - 1;
  }
  return below;
}

// A phrase of words goes on to the end of its clause; a long value, broken over lines, into the next.
const MORE_WORDS = /^(?:[ \t]+[A-Za-z]{2,15}(?![A-Za-z]))+/;
const NEXT_LINE =
  /^["'`]?[ \t]*[+.\\]?[ \t]*\n[ \t]*[+.]?[ \t]*["'`]?[A-Za-z0-9+/_-]{6,}={0,2}["'`]?(?=[ \t]*(?:[;,)\]}+.\\]|\n|$))/;

function endOfValue(window: string, { from, to }: Span): number {
  let end = to;
  const last = /[^\s]+$/.exec(window.slice(from, to))?.[0] ?? "";
  if (/^["'“]?[A-Za-z]+$/.test(last)) end += MORE_WORDS.exec(window.slice(end))?.[0].length ?? 0;
  for (
    let more = NEXT_LINE.exec(window.slice(end));
    more !== null;
    more = NEXT_LINE.exec(window.slice(end))
  ) {
    if (!/\d/.test(more[0])) break;
    end += more[0].length;
  }
  return end;
}
