import { readNameTail } from "./name-tail.ts";
import type { NameTail } from "./name-tail.ts";

/**
 * Reads what a label is given: `password = "x"`, `the password for staging is x`, `密码：x`.
 * It looks at a window of fixed size behind the label, so the cost of a label does not grow with the text.
 */

/**
 * How label and value are joined; from a plain sign to bare neighbourhood, ever weaker evidence.
 * `copula` is `ist`, `est`, `è`: of another language than that whose ordinary words are known.
 * `naming` is `password "x"`: nothing between, but quotes, and then the sentence ends or turns elsewhere.
 */
export type Joint = "sign" | "verb" | "copula" | "cell" | "naming" | "blank";

export interface LabelledValue {
  value: string;
  joint: Joint;
  /** What stands around the value; `code` is backticks. */
  quotes: "none" | "words" | "code";
  /** What the label's name goes on with. */
  tail: Exclude<NameTail["role"], "about">;
  /** Words stand between label and joint: `for the staging UI`. */
  distant: boolean;
  /** How many lines below the label the value stands; more than 1 when blank lines are between. */
  linesBelow: number;
  /** Nothing that goes on with the sentence follows; below a verb, nothing at all in its line. */
  closed: boolean;
  /** The plain words from here on, when the value is the first of several. */
  words: readonly string[];
  /** Offset behind the value. */
  end: number;
}

const WINDOW = 320;

const decoration = /^\d?\??["'`*)\]}]{0,4}/;
const distance =
  /^(?:\s*[(（][^()（）\n]{0,60}[)）]|[ \t]+(?:for|of|to|on|at|in|from|used|we|you|von|vom|für|der|unsere[rs]|zum?|zur|i[mn]|au[fs]|bei|des?|del?l?[ao]?|du|d[aoi]|pour|para|per|sur|en|от|для|к|на)\s(?:[^.;:=!?\n：＝]|\.(?=\w)){1,80}?(?=[ \t]*[:=：＝]|[ \t](?:is|was|ist|lautet|war|est|es|è|é|era)\s))/i;
const joints: readonly [Joint, RegExp][] = [
  ["sign", /^\s{0,8}["'`*]{0,3}[ \t]{0,8}(?::=|=>|->|→|={1,3}|[:：＝])["'`*]{0,2}(?![=:])[ \t]*/],
  [
    "verb",
    /^(?:[ \t]{1,8}|[ \t]{0,8}\r?\n[ \t]{0,8})(?:(?:is|was|are|were|equals)(?:[ \t]+(?:now|currently|still|just|actually|simply|always|(?:re)?set to|changed to|updated to|rotated to))?|(?:(?:was|were|(?:has|have|had)[ \t]+been)[ \t]+)?(?:(?:changed|set|reset|updated|rotated)[ \t]+)?to)(?:[ \t]*[:：])?(?:[ \t]+|(?=\r?\n))/i,
  ],
  [
    "verb",
    /^[ \t]{0,8}(?:(?:现在|目前|就|已经?|一直|仍然?|还|都|暂时|以前|原来|本来|应该?|其实|将|会|刚刚?|最近|后来|又|被)[ \t]?){0,4}(?:(?:是|为|為|叫|は|는|은)|(?:更改|修改|改|换|變|变|重置|更新|设置|设|設)(?:成|为|為)了?)[ \t]*[:：]?[ \t]*/,
  ],
  [
    "copula",
    /^[ \t]{1,8}(?:wurde[ \t]+auf|a[ \t]+été[ \t]+(?:changé|remplacé)[ \t]+(?:en|par)|(?:se[ \t]+cambió|ha[ \t]+cambiado)[ \t]+a|è[ \t]+stata[ \t]+cambiata[ \t]+in|foi[ \t]+(?:alterada|trocada)[ \t]+para)[ \t]+/i,
  ],
  [
    "copula",
    /^,?[ \t]{1,8}(?:(?:nueva|nouveau|nuova|nova|actual|actuel|attuale|atual|ahora|agora|adesso|ora)[ \t]+)?(?:ist|lautet|heißt|war|es|(?:c['’])?est|è|é|era)(?:[ \t]+(?:jetzt|nun|aktuell|derzeit|maintenant|désormais|ahora|ora|adesso|agora))?(?:[ \t]*[:：])?[ \t]+/i,
  ],
  ["cell", /^[ \t]*\|[ \t]*/],
  ["blank", /^(?:[ \t]{1,8}|(?=[“‘「『]))/],
];
/** Where a sentence is wrapped before the value, which has the line to itself then. */
const wrap = /^[ \t]*\r?\n[ \t]*(?:[-*>][ \t]+)?/;
const alone = /^["'`*_)\]}”’」』）]*[.!。！]?[ \t]*(?:$|[\r\n])/;
const lineBreak = /^(?:[ \t]*\r?\n){1,3}(?:```\w{0,20}[ \t]*\r?\n)?[ \t]*(?:[-*>][ \t]+)?/;
const quotedValue =
  /^(?:"([^"\n]{1,128})"|'([^'\n]{1,128})'|\*{0,2}`{1,2}([^`\n]{1,128})`|“([^”\n]{1,128})”|‘([^’\n]{1,128})’|「([^」\n]{1,128})」|『([^』\n]{1,128})』)/;
const bareValue =
  /^[*_]{0,2}([^\s"'`“”‘’「」『』<>|，。；！？、（）《》\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,200})/u;
const afterwards =
  /^["'`*_)\]}”’」』）]*(?:[ \t]*(?:$|[\r\n]|[.,;!?，。；！？、|](?=\s|$|\p{L}))|[ \t]+[(（—–-])/u;
const turningElsewhere =
  /^[ \t]*(?:[ \t](?:for|to|on|at|in|by|from|when|until|and|as|with|instead|here|again|works)(?![\w-])|(?!的|字段|参数|列|按钮|框|属性|变量|函数|算法|加密|标签|选项|哈希|散列|摘要|校验|编码|管理|长度|强度|检查|验证|规则|策略|重置|找回|提示)\p{Script=Han})/u;
const plainWords = /^[A-Za-z]{3,12}(?:[ \t]{1,2}[A-Za-z]{3,12}){1,23}(?![\w'’-])/;

/** The value that follows a label ending at `offset`, or null when none does. */
export function readLabelledValue(text: string, offset: number): LabelledValue | null {
  const window = text.slice(offset, offset + WINDOW);
  let rest = window;
  const skip = (expression: RegExp): string => {
    const skipped = expression.exec(rest)?.[0] ?? "";
    rest = rest.slice(skipped.length);
    return skipped;
  };
  const tail = readNameTail(rest);
  rest = rest.slice(tail.length);
  const decorated = skip(decoration);
  const distant = skip(distance);
  const found = skipJoint(rest);
  if (found === null || tail.role === "about" || !mayJoin(found.joint, tail.role)) return null;
  rest = found.rest;
  const isVerb = found.joint === "verb";
  const linesBelow = isVerb || found.joint === "sign" ? countLines(skip(isVerb ? wrap : lineBreak)) : 0;
  const value = readValue(rest);
  if (value === null) return null;
  const behind = rest.slice(value.length);
  const isNaming = found.joint === "blank" && value.quotes === "words" && decorated === "";
  return {
    value: value.text,
    quotes: value.quotes,
    joint: isNaming && isSaidAndDone(behind) ? "naming" : found.joint,
    tail: tail.role,
    distant: distant !== "",
    linesBelow,
    closed: (isVerb && linesBelow > 0 ? alone : afterwards).test(behind),
    words: plainWords.exec(rest)?.[0].split(/[ \t]+/) ?? [],
    end: offset + window.length - behind.length,
  };
}

/** True when what follows ends the sentence or goes on about something else than the word before. */
export function isSaidAndDone(behind: string): boolean {
  return afterwards.test(behind) || turningElsewhere.test(behind);
}

/** `password-reset v2flow3` are words of a sentence; only a whole name may stand beside its value. */
function mayJoin(joint: Joint, tail: NameTail["role"]): boolean {
  if (joint === "blank") return tail === "none";
  return joint !== "cell" || tail !== "other";
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}

function skipJoint(rest: string): { joint: Joint; rest: string } | null {
  for (const [joint, expression] of joints) {
    const match = expression.exec(rest);
    if (match) return { joint, rest: rest.slice(match[0].length) };
  }
  return null;
}

function readValue(rest: string): (Pick<LabelledValue, "quotes"> & { text: string; length: number }) | null {
  const quoted = quotedValue.exec(rest);
  if (quoted) {
    const text = quoted.slice(1).find((group) => group !== undefined) ?? "";
    const quotes = quoted[3] === undefined ? "words" : "code";
    return { text: text.trim(), quotes, length: quoted[0].length };
  }
  const bare = bareValue.exec(rest);
  if (!bare) return null;
  const [whole, word = ""] = bare;
  const text = trimEnd(word.replace(/&\w{1,40}=.*$/, ""));
  return { text, quotes: "none", length: whole.length - (word.length - text.length) };
}

/** Without the punctuation of the sentence around it. A loop, as such a pattern at the end is quadratic. */
function trimEnd(word: string): string {
  let end = word.length;
  while (end > 0 && ".,;:!?)]}*_…".includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
