/** A place in a text that may ask for another file. Offsets are UTF-16 units. */
export interface IncludeWord {
  /** Of the `@`. */
  start: number;
  /** What it may mean, the first that exists counts: `docs/a.md.` at the end of a sentence is `docs/a.md`. */
  readings: readonly Reading[];
  /** `@include path` on a line of its own: nobody writes that by chance. */
  isDirective: boolean;
}

/** One reading of a word: the path, and where the word then ends. */
export interface Reading {
  path: string;
  end: number;
}

const PATH_CHARACTERS = 1_024;
// Longer beginnings of a line are no marks of lists and quotes.
const MARKS_CHARACTERS = 200;
const PUNCTUATION_AT_END = 6;

/**
 * All words of a text that could be includes, in order, code and comments too. A mail address, a version
 * (`tool@1.2.3`), a part of an address and `\@` are none.
 */
export function findIncludeWords(text: string): IncludeWord[] {
  const words: IncludeWord[] = [];
  let at = text.indexOf("@");
  while (at !== -1) {
    const word = wordAt(text, at);
    if (word !== null) words.push(word);
    const end = word?.readings[0]?.end ?? at + 1;
    at = text.indexOf("@", Math.max(end, at + 1));
  }
  return words;
}

// People who write Chinese or Japanese put no blank before a path.
const mayStandBefore =
  /(?:[\s(["'*:,;>|（【「『《〈“‘：，。；！？、—–…\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?<![\p{L}\p{N}._~])[_~]{1,3})$/u;
const quoted = /"([^"\n]+)"/uy;
// A blank within a path is written `\ `; `a.md,@b.md` are two.
const plain = /(?:\\[ ]|(?![,;:][_~]{0,3}@)[^\s`"<>|*，。；：！？、）】」』》〉”’（【「『《〈“‘…]){1,1025}/uy;
const directive = /include[ \t]+(\S[^\n]*)/uy;

function wordAt(text: string, at: number): IncludeWord | null {
  if (at > 0 && !mayStandBefore.test(text.slice(Math.max(0, at - 5), at))) return null;
  return directiveAt(text, at) ?? quotedAt(text, at) ?? plainAt(text, at);
}

function directiveAt(text: string, at: number): IncludeWord | null {
  if (!text.startsWith("include", at + 1)) return null;
  const before = text.slice(Math.max(0, at - MARKS_CHARACTERS), at);
  const isAtStart = before.length === at || before.includes("\n");
  if (!isAtStart || !/^[\s>*+\-.)\d]*$/u.test(before.slice(before.lastIndexOf("\n") + 1))) return null;
  const found = matchAt(directive, text, at + 1);
  const rest = found?.[1]?.trimEnd();
  if (found === null || rest === undefined || rest.length > PATH_CHARACTERS) return null;
  const path = /^(?:"(.+)"|'(.+)'|`.*)$/u.exec(rest);
  const written = path === null ? rest.replace(/\\ /gu, " ") : (path[1] ?? path[2]);
  if (written === undefined || isSentence(written)) return null;
  const end = at + 1 + found[0].trimEnd().length;
  return { start: at, readings: [{ path: written, end }], isDirective: true };
}

// "@include is what we write there" names no file.
function isSentence(written: string): boolean {
  return /\s/u.test(written) && (written.includes("@") || !knownEnding.test(written));
}

function quotedAt(text: string, at: number): IncludeWord | null {
  const path = matchAt(quoted, text, at + 1)?.[1];
  if (path === undefined || path.length > PATH_CHARACTERS) return null;
  return { start: at, readings: [{ path, end: at + path.length + 3 }], isDirective: false };
}

function plainAt(text: string, at: number): IncludeWord | null {
  const written = matchAt(plain, text, at + 1)?.[0];
  if (written === undefined || written.length > PATH_CHARACTERS || written.startsWith("@")) return null;
  const shorter = shorten(written);
  const section = shorter.at(-1)?.indexOf("#") ?? -1;
  const beforeSection = section > 0 ? [shorter.at(-1)?.slice(0, section) ?? ""] : [];
  const beforeWords = /^[^\n]*?\.[A-Za-z][A-Za-z0-9]{0,9}(?=[^\0-\x7f])/u.exec(written)?.slice(0, 1) ?? [];
  // What a section or glued words follow is asked for with them in the first place.
  const spellings = [...new Set([...shorter, ...beforeSection, ...beforeWords])];
  const readings = spellings.map((spelling) => ({
    path: spelling.replace(/\\ /gu, " "),
    // The section belongs to the word; glued words do not.
    end: at + 1 + (beforeSection[0] === spelling ? (shorter.at(-1)?.length ?? 0) : spelling.length),
  }));
  return { start: at, readings, isDirective: false };
}

// The word, and the word without one, two, ... marks at its end.
function shorten(written: string): string[] {
  const spellings = [written];
  for (let length = written.length - 1; length > 0 && spellings.length <= PUNCTUATION_AT_END; length -= 1) {
    if (!/[.,;:!?'()[\]{}_~\\]/u.test(written.charAt(length))) break;
    spellings.push(written.slice(0, length));
  }
  return spellings;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const knownEnding =
  /\.(?:mdx?|markdown|mdown|mdc|txt|text|rst|adoc|asciidoc|org|tex|html?|xml|svg|csv|tsv|log|json[c5l]?|ya?ml|toml|ini|cfg|conf|env|properties|lock|sql|graphql|proto|sh|bash|zsh|fish|ps1|bat|py|pyi|ipynb|rb|rs|go|java|kts?|swift|cs|cpp|cc|hpp|[cm]?[jt]sx?|vue|svelte|astro|css|s[ac]ss|less|php|lua|pl|ex|exs|erl|hs|ml|scala|clj|dart|zig|nix|tf|hcl|pem|key|crt|cer|p12|pfx|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|webp)$/iu;
const anyEnding = /\/[^/]*[^/.]\.[a-z][a-z0-9]{0,7}$/iu;
const packageVersion = /^[^/@]+\/[^/@]+@/u;

// `@/` and `@..` alone are marks in a sentence.
const pathBeginning =
  /^(?:(?:\.{1,2}|~[\w.-]*)[/\\]|\/[^/]|\\\\[^\\]|[a-z]:[/\\]|[a-z][a-z0-9+.-]*:\/\/|(?:file|data|https?|ftp|ssh):.|\.env)/iu;
const climbs = /[/\\]\.\.(?:[/\\]|$)/u;

/**
 * Whether a word that leads to no file was meant as a path, so that its writer is told: it begins with
 * `./`, `../`, `~/` or `/`, or ends as files do. A handle, a package, a decorator was not.
 */
export function looksLikePath({ isDirective, readings }: IncludeWord, text: string): boolean {
  const written = readings[0]?.path ?? "";
  const path = bareReading(readings).path;
  if (isDirective || pathBeginning.test(path) || climbs.test(written)) return true;
  const isCall = written.charAt(path.length) === "(" || text.charAt(bareReading(readings).end) === "(";
  if (isCall || packageVersion.test(path)) return false;
  return knownEnding.test(path) || anyEnding.test(path);
}

/** The reading for a sentence about a word of which no reading exists: without the marks at its end. */
export function bareReading(readings: readonly Reading[]): Reading {
  const [first] = readings;
  const shortest = readings.reduce((least, each) => (each.path.length < least.path.length ? each : least));
  return shortest.path === "" ? (first ?? shortest) : shortest;
}
