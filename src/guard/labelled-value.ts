/**
 * Reads what a label is given: `password = "x"`, `the password for staging is x`, `密码：x`.
 * It looks at a window of fixed size behind the label, so the cost of a label does not grow with the text.
 */

/** How label and value are joined; from a plain sign to bare neighbourhood, ever weaker evidence. */
export type Joint = "sign" | "verb" | "blank" | "cell";

export interface LabelledValue {
  value: string;
  joint: Joint;
  quoted: boolean;
  /** Words stand between label and joint: `for the staging UI`. */
  distant: boolean;
  /** Value and label are on different lines. */
  wrapped: boolean;
  /** Nothing that goes on with the sentence follows. */
  closed: boolean;
  /** Offset behind the value. */
  end: number;
}

const WINDOW = 320;

const decoration = /^\d?\??["'`*)\]}]{0,4}/;
const distance =
  /^(?:\s*[(（][^()（）\n]{0,60}[)）]|[ \t]+(?:for|of|to|on|at|in|from|used|we|you)\s[^.;:=!?\n：＝]{1,80}?(?=[ \t]*[:=：＝]|[ \t](?:is|was)[ \t]))/i;
const joints: readonly [Joint, RegExp][] = [
  ["sign", /^\s{0,8}["'`*]{0,3}[ \t]{0,8}(?::=|=>|->|→|={1,3}|[:：＝])["'`*]{0,2}(?![=:])[ \t]*/],
  [
    "verb",
    /^[ \t]{1,8}(?:(?:is|was|are|were|equals|ist|es|est)(?:[ \t]+(?:now|currently|still|just|actually|simply|always|set to|changed to))?|(?:was[ \t]+)?(?:(?:changed|set|reset|updated)[ \t]+)?to)(?:[ \t]*[:：])?[ \t]+/i,
  ],
  [
    "verb",
    /^[ \t]{0,8}(?:现在|目前|就)?(?:是|为|為|改成|改为|设成|设为|设置为|叫|は|는|은)[ \t]*[:：]?[ \t]*/,
  ],
  ["cell", /^[ \t]*\|[ \t]*/],
  ["blank", /^[ \t]{1,8}/],
];
const lineBreak = /^[ \t]*\r?\n[ \t]*(?:[-*>][ \t]+)?/;
const quotedValue =
  /^(?:"([^"\n]{1,128})"|'([^'\n]{1,128})'|\*{0,2}`{1,2}([^`\n]{1,128})`|“([^”\n]{1,128})”|‘([^’\n]{1,128})’|「([^」\n]{1,128})」|『([^』\n]{1,128})』)/;
const bareValue =
  /^[*_]{0,2}([^\s"'`“”‘’「」『』<>|，。；！？、（）《》\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,200})/u;
const afterwards =
  /^["'`*_)\]}”’」』）]*(?:[ \t]*(?:$|[\r\n]|[.,;!?，。；！？、|](?=\s|$|\p{L}))|[ \t]+[(（—–-])/u;

/** The value that follows a label ending at `offset`, or null when none does. */
export function readLabelledValue(text: string, offset: number): LabelledValue | null {
  const window = text.slice(offset, offset + WINDOW);
  let rest = window;
  const skip = (expression: RegExp): boolean => {
    const length = expression.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(length);
    return length > 0;
  };
  skip(decoration);
  const distant = skip(distance);
  const found = skipJoint(rest);
  if (found === null) return null;
  rest = found.rest;
  const wrapped = found.joint === "sign" && skip(lineBreak);
  const value = readValue(rest);
  if (value === null) return null;
  const behind = rest.slice(value.length);
  return {
    value: value.text,
    quoted: value.quoted,
    joint: found.joint,
    distant,
    wrapped,
    closed: afterwards.test(behind),
    end: offset + window.length - behind.length,
  };
}

function skipJoint(rest: string): { joint: Joint; rest: string } | null {
  for (const [joint, expression] of joints) {
    const match = expression.exec(rest);
    if (match) return { joint, rest: rest.slice(match[0].length) };
  }
  return null;
}

function readValue(rest: string): { text: string; quoted: boolean; length: number } | null {
  const quoted = quotedValue.exec(rest);
  if (quoted) {
    const text = quoted.slice(1).find((group) => group !== undefined) ?? "";
    return { text: text.trim(), quoted: true, length: quoted[0].length };
  }
  const bare = bareValue.exec(rest);
  if (!bare) return null;
  const [whole, word = ""] = bare;
  const text = trimEnd(word.replace(/&\w{1,40}=.*$/, ""));
  return { text, quoted: false, length: whole.length - (word.length - text.length) };
}

/** Without the punctuation of the sentence around it. A loop, as such a pattern at the end is quadratic. */
function trimEnd(word: string): string {
  let end = word.length;
  while (end > 0 && ".,;:!?)]}*_…".includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
