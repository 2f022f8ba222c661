/**
 * Reading a side query's answer. Models wrap JSON in prose and fences, leave it unfinished, quote it in their
 * own way: what counts is the list behind the last `selected_memories`, read string by string.
 */
import type { ManifestEntry } from "./manifest.ts";

/** What an answer chose. */
export interface Selection {
  /** Each once, in the order of the answer. */
  chosen: ManifestEntry[];
  /** Names that were none of the list. */
  unknown: number;
}

/** The memories that an answer names, at most `limit`; null where it holds no list at all. */
export function readSelection(
  answer: string,
  { entries, limit }: { entries: readonly ManifestEntry[]; limit: number },
): Selection | null {
  const names = namesIn(answer);
  if (names === null) return null;
  const find = finderOf(entries);
  const found = names.map(find);
  const chosen = [...new Set(found)].filter((entry) => entry !== undefined);
  return { chosen: chosen.slice(0, limit), unknown: found.filter((entry) => entry === undefined).length };
}

// An answer without end, or a name without end, is no answer.
const ANSWER_CHARACTERS = 20_000;
const NAME_CHARACTERS = 600;

const KEY = /selected_?memories["'`”’]?\s*[:=：]\s*\[/giu;

function namesIn(whole: string): string[] | null {
  const answer = whole.slice(-ANSWER_CHARACTERS);
  const starts = [...answer.matchAll(KEY)].map((match) => match.index + match[0].length);
  const last = starts.at(-1);
  if (last !== undefined) return itemsFrom(answer.slice(last));
  // A bare list, when there is nothing else.
  const bare = /^\s*(?:```\w*\s*)?\[([\s\S]*)\]\s*(?:```)?\s*$/u.exec(answer);
  return bare === null ? null : itemsFrom(bare[1] ?? "");
}

// A quoted string (perhaps never closed), a bracket, or a bare word. Each alternative consumes what it matches.
const ITEM =
  /"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|[“”]([^“”\n]*)[“”]?|([[\]{}])|([^\s,"'“”[\]{}:][^,"“”[\]{}\n]*)/gu;

/** The items of a list whose opening bracket was passed; keys of objects in it are no items. */
function itemsFrom(text: string): string[] {
  const items: string[] = [];
  let depth = 1;
  for (const match of text.matchAll(ITEM)) {
    const [all, double, single, curly, bracket, bare] = match;
    if (bracket !== undefined) {
      depth += bracket === "[" || bracket === "{" ? 1 : -1;
      if (depth === 0) break;
      continue;
    }
    const isKey =
      depth > 1 && /^\s*:/.test(text.slice(match.index + all.length, match.index + all.length + 8));
    const item = (double === undefined ? (single ?? curly ?? bare ?? "") : unescaped(double)).trim();
    if (!isKey && item !== "" && item !== "null") items.push(item.slice(0, NAME_CHARACTERS));
  }
  return items;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text.replaceAll(/\\(.)/g, "$1");
  }
}

/** Finds what a name means: an id, a slug, with or without `.md`, a whole line of the list, a memory's name. */
function finderOf(entries: readonly ManifestEntry[]): (name: string) => ManifestEntry | undefined {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const bySlug = firstBy(entries, ({ id }) => id.slice(id.indexOf("/") + 1));
  const byName = firstBy(entries, ({ name }) => name);
  const exactly = (name: string): ManifestEntry | undefined => {
    const bare = name.replace(/\.md$/i, "");
    return byId.get(name) ?? byId.get(bare) ?? bySlug.get(name) ?? bySlug.get(bare) ?? byName.get(name);
  };
  return (name) => exactly(name) ?? exactly(withoutFrame(name)) ?? exactly(withoutFrame(name).toLowerCase());
}

/** `- [type] scope/file (date): description` without what stands around the file. */
function withoutFrame(line: string): string {
  return line
    .replace(/^[-*\s`]*(?:\[[^\]]*\]\s*)?(?:\.?\/)?/, "")
    .replace(/\.md\b[\s\S]*$/i, "")
    .replace(/\s+\((?:\d{4}-\d\d-\d\d|date unknown)\)[\s\S]*$/, "")
    .replace(/[`\s]+$/, "");
}

function firstBy<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) if (!found.has(key(entry))) found.set(key(entry), entry);
  return found;
}
