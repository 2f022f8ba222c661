/** Text into the terms of the search index, in time linear in the text. */
import { characterClass, DIGIT, JOINER, LETTER, OTHER, UNSPACED } from "./character-class.ts";
import { fold } from "./fold.ts";
import { porterStem } from "./porter-stem.ts";
import { isStopCharacters, isStopWord } from "./stop-words.ts";

/**
 * - `word`: a stem, or a word of another spaced script
 * - `identifier`: what people look up letter by letter: `getUserById`, `ERR_MODULE_NOT_FOUND`, `v2.3.1`, a path
 * - `character`, `pair`: one and two neighbouring characters of a script without spaces
 */
export type TermKind = "word" | "identifier" | "character" | "pair";

/**
 * - `content`: says what a text is about
 * - `part`: so does the identifier that it is a part of
 * - `stop`: says how a question is asked
 */
export type TermRole = "content" | "part" | "stop";

export interface Term {
  text: string;
  kind: TermKind;
  role: TermRole;
}

/** Called for each occurrence. */
export type TermVisitor = (text: string, kind: TermKind, role: TermRole) => void;

/** Longer runs of letters are known by their beginning: an endless one must not become an endless term. */
const LONGEST = 64;

/** Every term of a text, in order; parts of an identifier follow the whole. */
export function visitTerms(text: string, visit: TermVisitor): void {
  const plain = /^[\0-\x7f]*$/.test(text) ? text : text.normalize("NFKC");
  let at = 0;
  while (at < plain.length) {
    const found = characterClass(plain.codePointAt(at) ?? 0);
    if (found === UNSPACED) at = visitUnspaced(plain, at, visit);
    else if (found === LETTER || found === DIGIT) at = visitRun(plain, at, visit);
    else at += 1;
  }
}

/** The distinct terms of a text, in order; what occurs in more than one role has the first of them in the list above. */
export function allTerms(text: string): Term[] {
  const terms = new Map<string, Term>();
  visitTerms(text, (term, kind, role) => {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { text: term, kind, role });
    else if (role < known.role) known.role = role;
  });
  return [...terms.values()];
}

/** What a question is about: its distinct terms but for stop words, which count where there is nothing else. */
export function questionTerms(text: string): Term[] {
  const terms = allTerms(text);
  const telling = terms.filter(({ role }) => role !== "stop");
  return telling.length > 0 ? telling : terms;
}

function visitUnspaced(text: string, start: number, visit: TermVisitor): number {
  let before = "";
  let at = start;
  while (at < text.length) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (characterClass(codePoint) !== UNSPACED) break;
    const character = String.fromCodePoint(codePoint);
    if (character !== LONG_VOWEL) visit(character, "character", roleOf(character));
    if (before !== "") visit(before + character, "pair", roleOf(before + character));
    before = character;
    at += character.length;
  }
  return at;
}

// Only lengthens the kana before it.
const LONG_VOWEL = "ー";

function roleOf(characters: string): TermRole {
  return isStopCharacters(characters) ? "stop" : "content";
}

/** A run of letters, digits and joiners that begins and ends with a letter or digit. */
function visitRun(text: string, start: number, visit: TermVisitor): number {
  let end = start;
  let hasJoiner = false;
  let at = start;
  while (at < text.length) {
    const codePoint = text.codePointAt(at) ?? 0;
    const found = characterClass(codePoint);
    if (found === OTHER || found === UNSPACED) break;
    at += codePoint > 0xffff ? 2 : 1;
    if (found === JOINER) continue;
    hasJoiner ||= at - end > (codePoint > 0xffff ? 2 : 1);
    end = at;
  }
  const run = text.slice(start, end);
  const sign =
    end - start === 1 ? (/^(?:\+\+|#)(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 3))?.[0] ?? "") : "";
  if (sign !== "") {
    visit(fold(run) + sign, "identifier", "content");
    return end + sign.length;
  }
  if (hasJoiner) visitJoined(run, visit);
  else visitPlain(run, "content", visit);
  return Math.max(at, afterApostrophe(text, end));
}

/** Passes over the `'s` of `user's` and the `n't` of `don't`, which are no words. */
function afterApostrophe(text: string, end: number): number {
  const next = text.charCodeAt(end);
  if (next !== 0x27 && next !== 0x2019) return end;
  const letters = /^(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}])/iu.exec(text.slice(end + 1, end + 4))?.[0] ?? "";
  return letters === "" ? end : end + 1 + letters.length;
}

/** `scripts/backfill.py`: the whole, each step of the path, each part. */
function visitJoined(run: string, visit: TermVisitor): void {
  if (isVersion(run)) return visitVersion(run, visit);
  visitWhole(run, "content", visit);
  const steps = run.split(/[/\\]+/);
  for (const step of steps) {
    const parts = step.split(/[_\-.:@]+/).filter((part) => part !== "");
    if (steps.length > 1 && parts.length > 1) visitWhole(step, "part", visit);
    for (const part of parts) visitPlain(part, "part", visit);
  }
}

function isVersion(run: string): boolean {
  return run.length <= LONGEST && /^v?\d+(?:\.\d+)+$/i.test(run);
}

/** `v2.3.1` is 2.3.1, and one of 2.3. */
function visitVersion(run: string, visit: TermVisitor): void {
  const numbers = run.replace(/^v/i, "").split(".");
  visit(numbers.join("."), "identifier", "content");
  if (numbers.length > 2) visit(numbers.slice(0, 2).join("."), "identifier", "part");
}

function visitWhole(run: string, role: TermRole, visit: TermVisitor): void {
  if (run.length > LONGEST) return;
  const isCompound = /^[a-z]+(?:-[a-z]+)*$/i.test(run);
  visit(fold(run), isCompound ? "word" : "identifier", role);
}

/** A run without joiners: a word, or one that mixes cases or letters and digits. */
function visitPlain(run: string, role: TermRole, visit: TermVisitor): void {
  const short = run.length > LONGEST ? run.slice(0, LONGEST) : run;
  const humps = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/.test(short) ? humpsOf(short) : [];
  const isMixed = humps.length > 1 || (/\d/.test(short) && /\p{L}/u.test(short));
  visitWord(short, isMixed ? "identifier" : "word", role, visit);
  if (humps.length > 1) for (const hump of humps) visitWord(hump, "word", "part", visit);
}

function humpsOf(run: string): string[] {
  return run.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+/g) ?? [];
}

function visitWord(word: string, kind: "word" | "identifier", role: TermRole, visit: TermVisitor): void {
  const lower = fold(word);
  visit(porterStem(lower), kind, kind === "word" && isStopWord(lower) ? "stop" : role);
}
