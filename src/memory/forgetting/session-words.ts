import type { JournalChange } from "../../storage/index.ts";

import type { MemoryRecord } from "../history.ts";
import { isMemoryPath } from "./lives.ts";

/**
 * Whose record holds a session's words: they are followed from the change that brought them through all later texts
 * of the memory, by their place, and by what they say where somebody wrote around them. What others wrote in their
 * stead stays theirs.
 */

/** Words of the session in one text of the memory. */
interface Stretch {
  /** UTF-16 offset. */
  start: number;
  text: string;
}

/** Anything shorter is found in anybody's words. */
const SHORTEST = 4;
/** The first line of a stretch that changed is most often the end of one, as `agent` of `source: agent`. */
const SHORTEST_FIRST = 12;
/** Written by daybook with every change; the session stays named where the person changed the memory later. */
const OWN_FIELD = /^(?:modified|source|session|type):|^---$/;

/** Ids of the records, other than the session's `own`, that hold what it wrote into a memory; oldest record first. */
export function recordsThatHold(
  records: readonly MemoryRecord[],
  own: ReadonlySet<string>,
): ReadonlySet<string> {
  const holding = new Set<string>();
  /** By the fingerprint of a text. */
  const known = new Map<string, Stretch[]>();
  const phrases = new Set<string>();
  for (const { id, changes } of records) {
    for (const change of changes.filter(({ path }) => isMemoryPath(path))) {
      const { before, after, splice } = change;
      const isOwn = own.has(id);
      const inIt = (before === null ? undefined : known.get(before)) ?? [];
      const brought = isOwn ? newLines(change) : phrasesIn(splice.inserted, phrases);
      if (isOwn) for (const each of brought) addPhrase(phrases, each);
      else if (brought.length > 0 || takesOut(change, inIt) || phrasesIn(splice.removed, phrases).length > 0)
        holding.add(id);
      if (before !== null && !known.has(before)) known.set(before, inIt);
      // A text that was there before says again what it said then.
      if (after !== null && !known.has(after)) known.set(after, afterChange(change, { inIt, brought }));
    }
  }
  return holding;
}

/** The lines, and ends of lines, that were not there before. */
function newLines({ splice: { removed, inserted } }: JournalChange): Stretch[] {
  const former = new Set(removed.split("\n").map((line) => line.trim()));
  const lines: Stretch[] = [];
  let start = 0;
  for (const text of inserted.split("\n")) {
    const said = text.trim();
    if (said !== "" && !former.has(said) && !OWN_FIELD.test(said)) lines.push({ start, text });
    start += text.length + 1;
  }
  return lines;
}

function addPhrase(phrases: Set<string>, { start, text }: Stretch): void {
  const phrase = text.trim();
  if (phrase.length >= (start === 0 ? SHORTEST_FIRST : SHORTEST)) phrases.add(phrase);
}

function phrasesIn(text: string, phrases: ReadonlySet<string>): Stretch[] {
  const found: Stretch[] = [];
  for (const phrase of phrases) {
    for (let start = text.indexOf(phrase); start >= 0; start = text.indexOf(phrase, start + phrase.length))
      found.push({ start, text: phrase });
  }
  return found;
}

function takenOut({ splice: { removed, withheld = removed.length } }: JournalChange): number {
  return withheld;
}

function takesOut(change: JournalChange, stretches: readonly Stretch[]): boolean {
  const from = change.splice.at;
  const to = from + takenOut(change);
  return stretches.some(({ start, text }) => start < to && start + text.length > from);
}

/** What of the session stands in the text after a change: what was left of it, and what came. */
function afterChange(
  change: JournalChange,
  { inIt, brought }: { inIt: readonly Stretch[]; brought: readonly Stretch[] },
): Stretch[] {
  const { at, inserted } = change.splice;
  const to = at + takenOut(change);
  const moved = inserted.length - takenOut(change);
  const left = inIt.flatMap(({ start, text }) => [
    { start, text: text.slice(0, Math.max(0, at - start)) },
    { start: Math.max(start, to) + moved, text: text.slice(Math.max(0, to - start)) },
  ]);
  const come = brought.map(({ start, text }) => ({ start: at + start, text }));
  return [...left, ...come].filter(({ text }) => text !== "");
}
