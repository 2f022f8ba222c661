/**
 * Matches paths against glob patterns. No pattern is turned into a regular expression: a pattern comes from
 * a model, and `*a*a*a*a*b` must not cost more than its length times that of the path.
 */
export interface GlobPattern {
  /** `path` is relative, with `/` between its names. */
  matches(path: string): boolean;
}

/** The pattern, or what is wrong with it, as half a sentence. */
export type CompiledGlob = { ok: true; pattern: GlobPattern } | { ok: false; problem: string };

type NamePart =
  | { kind: "letter"; letter: string }
  | { kind: "one" }
  | { kind: "any" }
  | { kind: "set"; negated: boolean; ranges: readonly [from: string, to: string][] };

/** The names of one alternative; `**` stands for any number of names. */
type Alternative = readonly (readonly NamePart[] | "**")[];

const MOST_ALTERNATIVES = 256;
const LONGEST = 1_000;

/**
 * `*` and `?` stay within a name, `**` goes through folders, `[a-z]`, `[!a]`, `{a,b}`, `\x`. A pattern
 * without `/` is tried on the name alone, in every folder; `./` in front ties it to the top. Names that begin with a dot are as any other.
 */
export function compileGlob(text: string): CompiledGlob {
  if (text.length > LONGEST) return { ok: false, problem: `the pattern has more than ${LONGEST} characters` };
  const isTied = text.startsWith("./");
  const trimmed = text.replace(/^(?:\.\/)+/u, "");
  if (trimmed === "") return { ok: false, problem: "the pattern is empty" };
  const expanded = expandBraces(trimmed);
  if (expanded === null)
    return { ok: false, problem: `the pattern has more than ${MOST_ALTERNATIVES} alternatives` };
  if (expanded.some((one) => one.split("/").includes(".."))) {
    return { ok: false, problem: "the pattern has `..`; name the folder with `path` instead" };
  }
  const alternatives = expanded.map((one) => readAlternative(one, isTied));
  return {
    ok: true,
    pattern: {
      matches(path) {
        const names = path.split("/").map((name) => [...name]);
        return alternatives.some((alternative) => matchesNames(alternative, names));
      },
    },
  };
}

// The first group with its commas; `{a}` and an open `{` are letters.
function expandBraces(text: string): string[] | null {
  const done: string[] = [];
  const open = [text];
  while (open.length > 0) {
    const next = open.pop() ?? "";
    const group = findGroup(next);
    if (group === null) done.push(next);
    else
      open.push(
        ...group.choices.map((choice) => next.slice(0, group.start) + choice + next.slice(group.end)),
      );
    if (done.length + open.length > MOST_ALTERNATIVES) return null;
  }
  return done;
}

function findGroup(text: string): { start: number; end: number; choices: string[] } | null {
  for (let start = findUnescaped(text, "{", 0); start >= 0; start = findUnescaped(text, "{", start + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      const letter = text.charAt(at);
      if (letter === "\\") at += 1;
      else if (letter === "{") depth += 1;
      else if (letter === "," && depth === 1) commas.push(at);
      else if (letter === "}") {
        depth -= 1;
        if (depth > 0) continue;
        if (commas.length === 0) break;
        const edges = [start, ...commas, at];
        const choices = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? 0) + 1, edge));
        return { start, end: at + 1, choices };
      }
    }
  }
  return null;
}

function findUnescaped(text: string, letter: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.charAt(at) === letter) return at;
  }
  return -1;
}

function readAlternative(text: string, isTied: boolean): Alternative {
  const names = text.split("/").filter((name, index) => name !== "" || index === 0);
  const parts = names.map((name) => (name === "**" ? "**" : readName(name)));
  return !isTied && parts.length === 1 && parts[0] !== "**" ? ["**", ...parts] : parts;
}

function readName(text: string): NamePart[] {
  const letters = [...text];
  const parts: NamePart[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? "";
    if (letter === "*") {
      if (parts.at(-1)?.kind !== "any") parts.push({ kind: "any" });
    } else if (letter === "?") {
      parts.push({ kind: "one" });
    } else if (letter === "\\" && at + 1 < letters.length) {
      at += 1;
      parts.push({ kind: "letter", letter: letters[at] ?? "" });
    } else {
      const set = letter === "[" ? readSet(letters, at) : null;
      parts.push(set?.part ?? { kind: "letter", letter });
      at = set?.end ?? at;
    }
  }
  return parts;
}

function readSet(letters: readonly string[], start: number): { part: NamePart; end: number } | null {
  const negated = letters[start + 1] === "!" || letters[start + 1] === "^";
  const first = start + (negated ? 2 : 1);
  // A `]` in the first place is a letter.
  const end = letters.indexOf("]", first + 1);
  if (end < 0) return null;
  const ranges: [string, string][] = [];
  for (let at = first; at < end; at += 1) {
    const from = letters[at] ?? "";
    const isRange = letters[at + 1] === "-" && at + 2 < end;
    ranges.push([from, isRange ? (letters[at + 2] ?? from) : from]);
    if (isRange) at += 2;
  }
  return { part: { kind: "set", negated, ranges }, end };
}

function matchesNames(alternative: Alternative, names: readonly (readonly string[])[]): boolean {
  return matchesParts(alternative, names, {
    isMany: (part) => part === "**",
    fits: (part, name) => part !== "**" && matchesParts(part, name, nameRules),
  });
}

const nameRules: Rules<NamePart, string> = { isMany: (part) => part.kind === "any", fits: fitsLetter };

function fitsLetter(part: NamePart, letter: string): boolean {
  switch (part.kind) {
    case "letter":
      return part.letter === letter;
    case "set":
      return part.ranges.some(([from, to]) => from <= letter && letter <= to) !== part.negated;
    default:
      return true;
  }
}

interface Rules<Part, Item> {
  /** The part stands for any number of items. */
  isMany(part: Part): boolean;
  fits(part: Part, item: Item): boolean;
}

// Goes back only to the last part that stands for many: an earlier one could not do better.
function matchesParts<Part, Item>(
  parts: readonly Part[],
  items: readonly Item[],
  rules: Rules<Part, Item>,
): boolean {
  let part = 0;
  let item = 0;
  let many = -1;
  let taken = 0;
  while (item < items.length) {
    const current = parts[part];
    if (current !== undefined && rules.isMany(current)) {
      many = part;
      taken = item;
      part += 1;
    } else if (current !== undefined && rules.fits(current, items[item] as Item)) {
      part += 1;
      item += 1;
    } else if (many >= 0) {
      taken += 1;
      item = taken;
      part = many + 1;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rules.isMany(rest));
}
