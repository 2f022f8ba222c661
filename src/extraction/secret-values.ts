/** The values themselves of what was left out: a model may say one again without what gave it away. */

const LABEL =
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|keys?|credentials?|密码|密碼|口令|密钥|令牌)["'`”’.,;:!?]*$/i;
const JOINT = /^[^:=：＝\s]*(?:[:=：＝]+|[是为])["'`“‘「『]*(?=\S)/u;
const QUOTES = /["'`“”‘’「」『』*<>]+/gu;
const EDGES = /^[\p{Script=Han}([{,，]+|[)\]}.,;:!?，。；：！？]+$/gu;
const WORDS = /(?:[A-Za-z]{2,15}[ \t]+){2,}[A-Za-z]{2,15}$/;
const SHORTEST = 4;
const SHORTEST_PART = 8;

/**
 * The values in a passage that was left out: what it ends with, or begins with where its label ends it. `valueEnd` tells
 * where the rest of a value begins that goes on in the next line or word.
 */
export function valuesIn(passage: string, valueEnd: number = passage.length): string[] {
  if (/PRIVATE KEY|PuTTY-User-Key-File/i.test(passage)) return keyLines(passage);
  const head = passage.slice(0, valueEnd);
  const rest = passage.slice(valueEnd);
  const tokens = head.split(/\s+/).filter((token) => token !== "");
  const isLabelLast = tokens.length > 1 && LABEL.test(tokens.at(-1) ?? "");
  const words = isLabelLast ? null : WORDS.exec(`${head}${rest}`.replace(QUOTES, " ").trimEnd());
  if (words !== null) return [phraseIn(words[0])];
  const value = bare((isLabelLast ? mostTelling(tokens.slice(0, -1)) : tokens.at(-1)) ?? "");
  const parts = rest.split(/[\s"'`+\\]+/).filter((part) => part !== "");
  const joined = [value, ...parts].join("");
  const inAddress = /:\/\/[^:@\s/]*:([^@\s]+)@/.exec(head)?.[1] ?? "";
  const all = [joined, value, inAddress].filter((each) => each.length >= SHORTEST);
  return [...new Set([...all, ...parts.filter((part) => part.length >= SHORTEST_PART), ...brokenIn(head)])];
}

const KEY_MARK = /-{0,5}[ \t]*(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY-{0,5}|\\[rn]/gi;
const KEY_END = /END [A-Z0-9 ]{0,40}PRIVATE KEY|Private-MAC:/i;
const LONG_LINE = 16;

/** The lines of a key: a short one is its last, or all of a small one, and counts where the key is there to its end. */
function keyLines(passage: string): string[] {
  const shortest = KEY_END.test(passage) ? SHORTEST : LONG_LINE;
  const lines = passage.replace(KEY_MARK, "\n").split(/[\r\n"'`,]+/);
  const plain = lines.map((line) => line.replace(/^[ \t>|+]+|[ \t+;]+$/g, ""));
  return plain.filter((line) => line.length >= shortest && /^[A-Za-z0-9+/=]+$/.test(line));
}

/** Both halves of what was broken over a line end, and the whole. */
function brokenIn(head: string): string[] {
  return [...head.matchAll(/(\S+)[ \t]*[\r\n]+[ \t]*(\S+)/g)].flatMap(([, before = "", after = ""]) => {
    const [first, second] = [bare(before), bare(after)];
    if (first.length < SHORTEST_PART || !isOdd(first) || LABEL.test(first)) return [];
    return [first + second, first, ...(second.length >= SHORTEST_PART ? [second] : [])];
  });
}

/** Like no word of a sentence. */
function isOdd(token: string): boolean {
  return /\d|[_+/=-]|\p{Ll}\p{Lu}/u.test(token);
}

/** Of `use X as the password` the X. */
function mostTelling(tokens: readonly string[]): string | undefined {
  const odd = tokens.filter((token) => /[^\p{L}\p{M}]/u.test(token));
  return (odd.length > 0 ? odd : tokens).toSorted((one, other) => other.length - one.length)[0];
}

function bare(token: string): string {
  const given = token.replace(JOINT, "");
  return given.replace(QUOTES, "").replace(EDGES, "");
}

/** The words of a phrase, without those of the label before it. */
function phraseIn(words: string): string {
  return words.replace(/^.*?\b(?:is|was|are|to|phrase|passphrase|mnemonic|password)[ \t]+(?:is[ \t]+)?/i, "");
}

/** The text with a note in place of each of the values, also where one is broken by blanks or line ends. */
export function withoutValues(text: string, values: readonly string[]): string {
  let left = text;
  for (const value of values.toSorted((one, other) => other.length - one.length))
    left = left.replace(patternOf(value), "[left out: secret]");
  return left;
}

function patternOf(value: string): RegExp {
  const characters = [...value.replaceAll(/\s+/gu, "")].map((each) =>
    each.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`),
  );
  const inside = characters.join(String.raw`\s*`);
  const before = /^[\p{L}\p{N}]/u.test(value) ? String.raw`(?<![\p{L}\p{N}])` : "";
  const after = /[\p{L}\p{N}]$/u.test(value) ? String.raw`(?![\p{L}\p{N}])` : "";
  return new RegExp(`${before}${inside}${after}`, "gu");
}
