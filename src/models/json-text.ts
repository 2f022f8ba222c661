/**
 * JSON as text. `JSON.parse` rounds integers above 2^53, respells numbers and moves integer-like keys
 * to the front; what a provider sent and wants back unchanged is therefore taken apart as text.
 */

import { wellFormed } from "../text/index.ts";

const TOKEN =
  // JSON forbids control characters in texts, so the pattern has to name them.
  // oxlint-disable-next-line no-control-regex
  /[\t\n\r ]*(?:("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\]:,]))/y;

interface Token {
  kind: "text" | "scalar" | "mark";
  /** Without the blanks in front; a text in its shortest spelling. */
  text: string;
  /** Offsets of its first character and of the one behind it. */
  at: number;
  end: number;
}

/** The same JSON without blanks and with each string spelled as `JSON.stringify` spells it. Input must be valid. */
export function compactJson(json: string): string {
  return [...tokensOf(json)].map((token) => token.text).join("");
}

/** Name and compact JSON text of each member of a JSON object, in the order they came. Input must be valid. */
export function jsonMembers(json: string): Array<[name: string, value: string]> {
  const members: Array<[string, string]> = [];
  let depth = 0;
  let name: string | undefined;
  let value = "";
  for (const { text, kind } of tokensOf(json)) {
    const closes = kind === "mark" && (text === "}" || text === "]");
    if (closes) depth -= 1;
    if (depth === 1 && name === undefined && kind === "text") name = JSON.parse(text) as string;
    else if (name !== undefined && (depth === 0 || (depth === 1 && text === "," && kind === "mark"))) {
      members.push([name, value]);
      name = undefined;
      value = "";
    } else if (name !== undefined && !(depth === 1 && text === ":" && value === "")) value += text;
    if (kind === "mark" && (text === "{" || text === "[")) depth += 1;
  }
  return members;
}

/** Whether the text is a JSON object, and nothing else. */
export function isJsonObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Nesting beyond what any honest tool or field needs; far deeper, `JSON.stringify` runs out of stack. */
const MOST_DEPTH = 256;

/** Whether a value that was parsed from JSON is nested so deep that it cannot be used. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(hasParts);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MOST_DEPTH) return true;
    level = level.flatMap((whole) => Object.values(whole).filter(hasParts));
  }
  return false;
}

function hasParts(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether parsing and writing this compact JSON gives other bytes. */
export function isLossy(compact: string): boolean {
  return JSON.stringify(JSON.parse(compact)) !== compact;
}

/** The value as JSON; half a character (a text cut in the wrong place) would make a whole request invalid. */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? wellFormed(part) : part));
}

/** Line and column, from 1, of the first character that cannot stand where it stands; undefined for valid JSON. */
export function faultInJson(json: string): { line: number; column: number } | undefined {
  const at = faultOffset(json);
  if (at === undefined) return undefined;
  const before = json.slice(0, at).split("\n");
  return { line: before.length, column: [...(before.at(-1) ?? "")].length + 1 };
}

function* tokensOf(json: string): Generator<Token> {
  const pattern = new RegExp(TOKEN);
  for (;;) {
    const match = pattern.exec(json);
    if (match === null) return;
    const [whole, string, scalar, mark] = match;
    const raw = string ?? scalar ?? mark ?? "";
    const kind = string !== undefined ? "text" : scalar !== undefined ? "scalar" : "mark";
    const end = match.index + whole.length;
    yield {
      kind,
      end,
      at: end - raw.length,
      text: string === undefined ? raw : JSON.stringify(JSON.parse(raw)),
    };
  }
}

type Expected = "value" | "first-value" | "first-key" | "key" | "colon" | "next" | "end";

function faultOffset(json: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = "value";
  let end = 0;
  for (const token of tokensOf(json)) {
    const next = step(token, expected, open);
    if (next === undefined) return token.at;
    expected = next;
    end = token.end;
  }
  const rest = json.slice(end).search(/[^\t\n\r ]/);
  if (rest >= 0) return end + rest;
  return expected === "end" ? undefined : json.length;
}

/** What may follow the token, or undefined when it cannot stand here. Keeps `open`, the marks not yet closed. */
function step({ kind, text }: Token, expected: Expected, open: string[]): Expected | undefined {
  const isMark = (wanted: string): boolean => kind === "mark" && text === wanted;
  const after = (): Expected => (open.length === 0 ? "end" : "next");
  const isClose = isMark("}") || isMark("]");
  if (isClose) {
    const mayClose = expected === "next" || expected === (text === "}" ? "first-key" : "first-value");
    return mayClose && open.pop() === (text === "}" ? "{" : "[") ? after() : undefined;
  }
  if (expected === "first-key" || expected === "key") return kind === "text" ? "colon" : undefined;
  if (expected === "colon") return isMark(":") ? "value" : undefined;
  if (expected === "next") return isMark(",") ? (open.at(-1) === "{" ? "key" : "value") : undefined;
  if (expected === "end") return undefined;
  if (isMark("{") || isMark("[")) {
    open.push(text);
    return text === "{" ? "first-key" : "first-value";
  }
  return kind === "mark" ? undefined : after();
}
