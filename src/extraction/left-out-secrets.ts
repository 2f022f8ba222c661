/**
 * Text that a model may see although a secret stands in it: the secret is replaced, the rest stays. The gate tells
 * a line; the smallest piece that it still refuses is found by asking it again, so whatever it knows is left out here.
 */
import type { SecretFinding, SecretGate } from "../guard/index.ts";
import { endOfValue, firstSecret, patientGate, type Span } from "./secret-span.ts";
import { valuesIn } from "./secret-values.ts";

/** A text without its secrets. */
export interface LeftOut {
  text: string;
  /** Kinds of what was left out, in order; never a value. */
  kinds: string[];
  /** What was left out itself: only to look for it in what is kept. */
  values: string[];
  /** Where the given places are now. */
  marks: number[];
}

const MOST_SECRETS = 40;
/** Lines from the one that the gate names on: the value may stand below its label. */
const LINES_OF_ONE = 20;

/** Replaces each secret by `[left out: KIND]`. What cannot be parted from its secrets is left out whole. */
export async function leaveOutSecrets(
  text: string,
  gate: SecretGate,
  { marks = [] }: { marks?: readonly number[] } = {},
): Promise<LeftOut> {
  const patient = patientGate(gate);
  const left: LeftOut = { text, kinds: [], values: [], marks: [...marks] };
  cutKeyRest(left);
  const isParted =
    (await cutPlain(left, patient)) &&
    (await cutJoined(left, inOneLine, patient)) &&
    (await cutJoined(left, withoutLineEnds, patient));
  const rest = await patient.check(left.text);
  if (isParted && rest.length === 0) return left;
  const kind = rest[0]?.kind ?? left.kinds.at(-1) ?? "secret";
  return {
    text: noteOf(kind),
    kinds: [...left.kinds, ...rest.map((finding) => finding.kind)],
    values: left.values,
    marks: left.marks.map(() => 0),
  };
}

/** Whether a secret stands in the text, also one that is whole only without the line ends. */
export async function secretsIn(text: string, gate: SecretGate): Promise<SecretFinding[]> {
  const views = [text, inOneLine(text).text, withoutLineEnds(text).text];
  return (await Promise.all([...new Set(views)].map((view) => gate.check(view)))).flat();
}

function noteOf(kind: string): string {
  return `[left out: ${kind}]`;
}

/** Puts a note in place of a stretch; gives where the note ends. */
function cut(
  left: LeftOut,
  { from, to, kind, valueEnd = to }: Span & { kind: string; valueEnd?: number },
): number {
  const note = noteOf(kind);
  left.values.push(...valuesIn(left.text.slice(from, to), valueEnd - from));
  left.text = left.text.slice(0, from) + note + left.text.slice(to);
  left.marks = left.marks.map((mark) => {
    if (mark <= from) return mark;
    return mark >= to ? mark + note.length - (to - from) : from;
  });
  left.kinds.push(kind);
  return from + note.length;
}

/** The end of a key whose beginning was cut away: nothing would tell the gate what its lines are. */
function cutKeyRest(left: LeftOut): void {
  const { text } = left;
  const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text);
  if (end === null || /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(text.slice(0, end.index))) return;
  const before = text.slice(0, end.index);
  const lines = /(?:(?:^|\n)[ \t>|+]*[A-Za-z0-9+/=]{16,}[ \t]*)+\s*$/.exec(before);
  const at = lines?.index ?? before.trimEnd().length;
  const from = text[at] === "\n" ? at + 1 : at;
  cut(left, { from, to: end.index + end[0].length, kind: "private key" });
}

/** Whether what the gate finds in the text as it stands could be cut out. */
async function cutPlain(left: LeftOut, gate: SecretGate): Promise<boolean> {
  for (let round = 0; round < MOST_SECRETS; round += 1) {
    const [finding] = await gate.check(left.text);
    if (finding === undefined) return true;
    if (!(await cutFirst(left, finding, gate))) return false;
  }
  return (await gate.check(left.text)).length === 0;
}

async function cutFirst(left: LeftOut, { kind, line }: SecretFinding, gate: SecretGate): Promise<boolean> {
  const { text } = left;
  const start = startOfLine(text, line);
  const lineEnd = endOfLines(text, start, 1);
  const key = keyIn(text, { from: start, to: lineEnd });
  if (key !== null) return cut(left, { ...key, kind }) > 0;
  const span = await firstSecret(text, { from: start, to: endOfLines(text, start, LINES_OF_ONE) }, gate);
  if (span === null) return false;
  cut(left, { from: span.from, to: endOfValue(text, span), valueEnd: span.to, kind });
  return true;
}

/** A private key from its first line on; without a last line to the end of the text. */
function keyIn(text: string, { from, to }: Span): Span | null {
  const line = text.slice(from, to);
  if (!/BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File/i.test(line)) return null;
  const begin = line.search(/-{0,5}[ \t]{0,2}BEGIN|PuTTY-User-Key-File/i);
  const end = /END [A-Z0-9 ]{0,40}PRIVATE KEY-{0,5}|Private-MAC:[^\n]*/i.exec(text.slice(from));
  return {
    from: from + Math.max(0, begin),
    to: end === null ? text.length : from + end.index + end[0].length,
  };
}

function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) at = text.indexOf("\n", at) + 1;
  return at;
}

function endOfLines(text: string, start: number, lines: number): number {
  let at = start;
  for (let number = 0; number < lines; number += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  return at - 1;
}

/** The text as it would stand in fewer lines, and where each of its characters is in the text. */
interface JoinedView {
  text: string;
  placeOf(offset: number): number;
}

const NOTE = /\[left out: [^\]\n]*\]/g;

/** With blanks for line ends: `the password is` and its value are one sentence again. */
function inOneLine(text: string): JoinedView {
  return { text: withoutNotes(text).replaceAll(/[\r\n]/g, " "), placeOf: (offset) => offset };
}

// A plain word before the line end and a letter behind it are two words.
const BROKEN = /(?<=\S)(?<!(?:^|[\s"'`(])\p{L}\p{Ll}{0,40}(?=\r?\n[ \t]*[\p{L}\p{N}]))\r?\n[ \t]*(?=\S)/gu;

/** Without line ends inside of what has no blank there: a key that was broken is whole again. */
function withoutLineEnds(text: string): JoinedView {
  const places: number[] = [];
  let joined = "";
  let done = 0;
  const take = (to: number): void => {
    joined += text.slice(done, to);
    for (let at = done; at < to; at += 1) places.push(at);
  };
  for (const match of text.matchAll(BROKEN)) {
    take(match.index);
    done = match.index + match[0].length;
  }
  take(text.length);
  return { text: withoutNotes(joined), placeOf: (offset) => places[offset] ?? text.length };
}

// A note names a kind of secret, and what follows it would look like one.
function withoutNotes(text: string): string {
  return text.replaceAll(NOTE, (note) => "…".repeat(note.length));
}

/** Whether what the gate finds only where lines are joined could be cut out. */
async function cutJoined(
  left: LeftOut,
  join: (text: string) => JoinedView,
  gate: SecretGate,
): Promise<boolean> {
  if (!left.text.includes("\n")) return true;
  let from = 0;
  for (let cuts = 0; cuts < MOST_SECRETS;) {
    const view = join(left.text);
    if (from === 0 && (await gate.check(view.text)).length === 0) return true;
    const found = await firstSecret(view.text, { from }, gate);
    if (found === null) return true;
    const span = { from: view.placeOf(found.from), to: view.placeOf(found.to - 1) + 1 };
    if (!left.text.slice(span.from, span.to).includes("\n")) {
      // It is none where it stands, or was left out before.
      from = found.to;
      continue;
    }
    const to = await firstLineEnd({ view, found, span, text: left.text }, gate);
    cut(left, {
      from: span.from,
      to: endOfValue(left.text, { ...span, to }),
      valueEnd: to,
      kind: found.kind,
    });
    from = found.from;
    cuts += 1;
  }
  return false;
}

/** A value ends with the first line from which the gate knows it, not with the last that could belong to it. */
async function firstLineEnd(
  { view, found, span, text }: { view: JoinedView; found: Span; span: Span; text: string },
  gate: SecretGate,
): Promise<number> {
  for (let to = found.from + 1; to < found.to; to += 1) {
    if (view.placeOf(to) === view.placeOf(to - 1) + 1) continue;
    if ((await gate.check(view.text.slice(found.from, to))).length === 0) continue;
    const end = view.placeOf(to - 1) + 1;
    return text.slice(span.from, end).includes("\n") ? end : span.to;
  }
  return span.to;
}
