/**
 * The loop breaker. What was put into a conversation comes back in the agent's answers, and would be noted as if it
 * were new, again and again. Repeated words are found by their order, whatever stands between them.
 */
import { setImmediate } from "node:timers/promises";
import { spokenWords, weightOfWords, type SpokenWord } from "./spoken-words.ts";
import { rememberingTexts } from "./text-memo.ts";

/** Eight words or twelve characters in a row are no chance. */
const RUN_WEIGHT = 12;
/** A whole sentence of four words or six characters, standing within the other text. */
const SENTENCE_WEIGHT = 6;
/** A whole sentence of two words that is a whole sentence there too. */
const SHORT_WEIGHT = 3;
/** Words in a row by which a repetition is met. */
const SEED = 3;
/** Places of one seed that are followed: `0 0 0 0 ...` has no end of them. */
const MOST_PLACES = 32;

/** What is looked for in: texts by their words, read once for many questions. */
export type KnownTexts = readonly (readonly SpokenWord[])[];

const wordsOf = rememberingTexts<readonly SpokenWord[]>(spokenWords);
const namesOf = rememberingTexts((text) => new Set(namesIn(text).filter(isTelling).map(spellingOf)));

/** Reads the texts in which repetitions are looked for. */
export function knownTexts(texts: readonly string[]): KnownTexts {
  return texts.map(wordsOf);
}

/** Reads texts ahead, with a rest after each, so that comparing with them takes no long time in one piece. */
export async function readAhead(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    wordsOf(text);
    namesOf(text);
    if (text.length > READ_IN_ONE) await setImmediate();
  }
}

/** UTF-16 units that are read in a millisecond or so. */
const READ_IN_ONE = 2_000;

/** How much has to be repeated to count. */
export interface RepeatMeasure {
  /** Weight of words in a row. */
  run?: number;
  /** Whole sentences count where they are shorter, and very short ones too that are sentences in both. */
  sentences?: boolean;
}

/** For each word, whether it belongs to a passage that one of the texts holds too. */
export function repeatedWords(
  words: readonly SpokenWord[],
  texts: KnownTexts,
  { run = RUN_WEIGHT, sentences = true }: RepeatMeasure = {},
): boolean[] {
  const marks = words.map(() => false);
  const seeds = seedsOf(words);
  const whole = sentences ? sentencesOf(words) : new Map<string, Sentence[]>();
  for (const text of texts) {
    markRuns({ words, marks, seeds }, text, { run, sentences });
    if (sentences) markSentences(marks, whole, text);
  }
  return marks;
}

interface Sentence {
  from: number;
  to: number;
}

interface Marking {
  words: readonly SpokenWord[];
  marks: boolean[];
  seeds: ReadonlyMap<string, readonly number[]>;
}

function markRuns(
  { words, marks, seeds }: Marking,
  text: readonly SpokenWord[],
  { run, sentences }: Required<RepeatMeasure>,
): void {
  const known = new Set(words.map((word) => word.text));
  for (let at = 0; at + SEED <= text.length; at += 1) {
    if (!known.has(text[at]?.text ?? "") || !known.has(text[at + 1]?.text ?? "")) continue;
    for (const place of seeds.get(keyOf(text, at, at + SEED)) ?? []) {
      // Followed once: else endless repetitions would be followed from each of their words.
      if (marks[place] === true && marks[place + SEED - 1] === true) continue;
      const found = longestRun(words, text, { place, at });
      const weight = weightOfWords(words.slice(found.place, found.place + found.length));
      if (weight >= run) marks.fill(true, found.place, found.place + found.length);
      else if (sentences && weight >= SENTENCE_WEIGHT) {
        markWithin(marks, words, { from: found.place, to: found.place + found.length });
        markSame(marks, text, found);
      }
    }
  }
}

interface Run {
  /** Of its first word, here and in the other text. */
  place: number;
  at: number;
  /** Words. */
  length: number;
}

function longestRun(
  words: readonly SpokenWord[],
  text: readonly SpokenWord[],
  { place, at }: Pick<Run, "place" | "at">,
): Run {
  let before = 0;
  while (isSame(words[place - before - 1], text[at - before - 1])) before += 1;
  let length = SEED;
  while (isSame(words[place + length], text[at + length])) length += 1;
  return { place: place - before, at: at - before, length: before + length };
}

function isSame(left: SpokenWord | undefined, right: SpokenWord | undefined): boolean {
  return left !== undefined && left.text === right?.text;
}

/** Of a short run the sentences that lie in it whole. */
function markWithin(marks: boolean[], words: readonly SpokenWord[], { from, to }: Sentence): void {
  for (const sentence of sentencesIn(words, { from, to })) {
    if (weightOfWords(words.slice(sentence.from, sentence.to)) >= SENTENCE_WEIGHT)
      marks.fill(true, sentence.from, sentence.to);
  }
}

/** A whole sentence of the other text, wherever it stands here. */
function markSame(marks: boolean[], text: readonly SpokenWord[], { place, at, length }: Run): void {
  for (const { from, to } of sentencesIn(text, { from: at, to: at + length })) {
    if (weightOfWords(text.slice(from, to)) >= SENTENCE_WEIGHT)
      marks.fill(true, place + from - at, place + to - at);
  }
}

/** The sentences that lie in a span from their first word to their last. */
function sentencesIn(words: readonly SpokenWord[], { from, to }: Sentence): Sentence[] {
  const found: Sentence[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    if (at > from && words[at]?.sentence !== words[at - 1]?.sentence) start = at;
    const isLast = words[at + 1]?.sentence !== words[at]?.sentence;
    const isFirst = start > 0 ? words[start - 1]?.sentence !== words[start]?.sentence : true;
    if (isLast && isFirst) found.push({ from: start, to: at + 1 });
  }
  return found;
}

function markSentences(
  marks: boolean[],
  whole: ReadonlyMap<string, Sentence[]>,
  text: readonly SpokenWord[],
): void {
  for (const { from, to } of sentencesIn(text, { from: 0, to: text.length })) {
    if (to - from >= SEED + 5) continue;
    for (const same of whole.get(keyOf(text, from, to)) ?? []) marks.fill(true, same.from, same.to);
  }
}

function sentencesOf(words: readonly SpokenWord[]): Map<string, Sentence[]> {
  const found = new Map<string, Sentence[]>();
  for (const sentence of sentencesIn(words, { from: 0, to: words.length })) {
    const { from, to } = sentence;
    if (to - from < 2 || weightOfWords(words.slice(from, to)) < SHORT_WEIGHT) continue;
    const key = keyOf(words, from, to);
    found.set(key, [...(found.get(key) ?? []), sentence]);
  }
  return found;
}

function seedsOf(words: readonly SpokenWord[]): Map<string, number[]> {
  const seeds = new Map<string, number[]>();
  for (let at = 0; at + SEED <= words.length; at += 1) {
    const key = keyOf(words, at, at + SEED);
    const places = seeds.get(key);
    if (places === undefined) seeds.set(key, [at]);
    else if (places.length < MOST_PLACES) places.push(at);
  }
  return seeds;
}

function keyOf(words: readonly SpokenWord[], from: number, to: number): string {
  let key = "";
  for (let at = from; at < to; at += 1) key += `${words[at]?.text ?? ""} `;
  return key;
}

const NAME = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;

/** Names that stand for themselves wherever they occur, in one spelling: `RELEASE-MARKER`, `DB_URL`, `v2.3.1-rc4`, `a81bc81b`. */
export function tellingNames(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const text of texts) for (const name of namesOf(text)) names.add(name);
  return names;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([name]) => name);
}

function isTelling(name: string): boolean {
  if (!/\p{L}/u.test(name)) return false;
  const capitals = /\p{Lu}/u.test(name);
  if (/\p{N}/u.test(name)) return name.length >= (capitals ? 4 : 6);
  if (/^\p{Lu}{5,}$/u.test(name)) return true;
  return name.length >= 6 && /[-_.]/.test(name) && /\p{Lu}[^]*\p{Lu}/u.test(name);
}

function spellingOf(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, "");
}

/** Whether a text has one of these names, which the own texts do not have. */
export function namesForeign(
  text: string,
  { names, own }: { names: ReadonlySet<string>; own: readonly string[] },
): boolean {
  const found = namesIn(text)
    .map(spellingOf)
    .filter((name) => names.has(name));
  if (found.length === 0) return false;
  const mine = spellingOf(own.join("\n"));
  return found.some((name) => !mine.includes(name));
}

/** The text without the passages that one of the texts holds too, and without sentences about names known from there alone. */
export function withoutRepeated(
  text: string,
  injected: readonly string[],
  { person = "" }: { person?: string } = {},
): string {
  if (text === "" || injected.length === 0) return text;
  const words = spokenWords(text);
  const marks = repeatedWords(words, knownTexts(injected));
  const names = tellingNames(injected);
  for (const { from, to } of sentencesIn(words, { from: 0, to: words.length })) {
    const sentence = text.slice(words[from]?.start, words[to - 1]?.end);
    if (namesForeign(sentence, { names, own: [person] })) marks.fill(true, from, to);
  }
  return cutMarked(text, words, marks);
}

/** Thirty words in a row: nobody says that again by chance, so it was pasted. */
const PASTED_WEIGHT = 45;

/** The person's words without long passages that they pasted from what was injected before. */
export function withoutQuoted(text: string, injected: () => readonly string[]): string {
  const words = spokenWords(text);
  if (weightOfWords(words) < PASTED_WEIGHT) return text;
  const measure = { run: PASTED_WEIGHT, sentences: false };
  return cutMarked(text, words, repeatedWords(words, knownTexts(injected()), measure));
}

const CUT_MARK = "[…]";

function cutMarked(text: string, words: readonly SpokenWord[], marks: readonly boolean[]): string {
  let kept = "";
  let done = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (marks[at] !== true) continue;
    const first = words[at];
    while (marks[at + 1] === true) at += 1;
    kept += text.slice(done, first?.start) + CUT_MARK;
    done = words[at]?.end ?? done;
  }
  const cut = kept + text.slice(done);
  return done === 0 ? text : cut.replace(/(?:\[…\][^\p{L}\p{N}]*){2,}/gu, `${CUT_MARK}\n`);
}

/** The text without whole `<system-reminder>` blocks: daybook's own words, pasted or repeated. */
export function withoutReminders(text: string): string {
  if (!/<\/?system-reminder/i.test(text)) return text;
  return text.replace(/<system-reminder\b[^>]*>[\s\S]*?(?:<\/system-reminder\s*>|$)/gi, CUT_MARK);
}
