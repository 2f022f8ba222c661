/** What a model proposed, read as far as it can be read; whether it may be done is judged elsewhere. */
import { memoryTypes, type MemoryType, type Scope } from "../memory/index.ts";
import {
  countCharacters,
  cutCharacters,
  findJson,
  isBlank,
  oneLine,
  wellFormed,
  isRecord,
} from "../text/index.ts";
import type { Operation } from "./operation.ts";

/** An operation as it was proposed: an update names only what it changes, a forget only whom it is about. */
export type WantedOperation = Pick<Operation, "op" | "quote"> & Partial<Omit<Operation, "op" | "quote">>;

/** One item of an answer. */
export type ReadItem =
  | { ok: true; operation: WantedOperation }
  | { ok: false; op: Operation["op"] | "unknown" };

/** What an answer holds. `unusable` is worth asking once more, `nothing` is an answer. */
export type ReadAnswer = { kind: "items"; items: ReadItem[] } | { kind: "nothing" } | { kind: "unusable" };

/** Reads an extraction's answer. Never throws, whatever the text is. */
export function readOperations(text: string): ReadAnswer {
  const list = listIn(text);
  if (list === undefined) return { kind: saysNothing(text) ? "nothing" : "unusable" };
  // One that was cut behind its first brackets reads as an empty list or item too.
  if (list.every(isEmpty) && !EMPTY.test(text)) return { kind: "unusable" };
  if (list.length === 0) return { kind: "nothing" };
  return { kind: "items", items: list.slice(0, MOST_ITEMS).map(readItem) };
}

// More than anybody wants to see in a receipt.
const MOST_ITEMS = 500;
const LIST_NAMES = ["operations", "memories", "items"] as const;
/** Nothing as it is written down, with its end. */
const EMPTY =
  /\[\s*\]|\{\s*\}|\b(?:operations|memories|items)["'”]?\s*[:：=]\s*(?:null|none|undefined|\[[^[\]{}"]*\])/iu;

function listIn(text: string): unknown[] | undefined {
  const found = findJson(text, (value) => listOf(value) !== undefined);
  if (found !== undefined) return listOf(found);
  return /^\s*(?:```\w*\s*)?\[\s*\]\s*(?:```)?\s*$/u.test(text) ? [] : undefined;
}

/** The list of an answer's object; a bare list, and an operation alone, where models leave out what is around it. */
function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) {
    return value.some((item) => isRecord(item) && "op" in item) ? (value as unknown[]) : undefined;
  }
  if (!isRecord(value)) return undefined;
  for (const name of LIST_NAMES) {
    const list = value[name];
    if (Array.isArray(list)) return list as unknown[];
    if (list === null || isEmpty(list)) return [];
    if (isRecord(list) && "op" in list) return [list];
  }
  return typeof value["op"] === "string" ? [value] : undefined;
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/** Words instead of JSON, which say that there is nothing. */
function saysNothing(text: string): boolean {
  return (
    text.length < 600 &&
    /\b(?:nothing|none|no (?:new |durable |lasting |relevant )?(?:memor|operation|fact|item|update)|not? worth)|没有|無し|无需|不需要|没什么|ありません|없습니다/iu.test(
      text,
    )
  );
}

const opNames: Readonly<Record<string, Operation["op"]>> = {
  create: "create",
  add: "create",
  save: "create",
  update: "update",
  edit: "update",
  forget: "forget",
  delete: "forget",
  remove: "forget",
};

function readItem(value: unknown): ReadItem {
  if (!isRecord(value)) return { ok: false, op: "unknown" };
  const named = value["op"];
  const op = typeof named === "string" ? ownOf(opNames, named.trim().toLowerCase()) : undefined;
  if (op === undefined) return { ok: false, op: "unknown" };
  const operation = fieldsOf(op, value);
  return operation === null ? { ok: false, op } : { ok: true, operation };
}

function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Longer ones are no title, no line and no single fact. */
const NAME_CHARACTERS = 120;
const DESCRIPTION_CHARACTERS = 500;
const BODY_CHARACTERS = 8_000;
const SLUG_CHARACTERS = 300;
const QUOTE_CHARACTERS = 2_000;

function fieldsOf(op: Operation["op"], value: Record<string, unknown>): WantedOperation | null {
  const texts = textsOf(value, ["slug", "type", "scope", "name", "description", "body", "quote", "reason"]);
  if (texts === null) return null;
  const { slug, scope, name, body, quote = "", reason } = texts;
  const type = texts["type"] === undefined ? undefined : typeOf(texts["type"]);
  if (type === null || (op !== "create" && slug === undefined && name === undefined)) return null;
  if ((slug?.length ?? 0) > SLUG_CHARACTERS || countCharacters(body ?? "") > BODY_CHARACTERS) return null;
  const description = texts["description"] ?? (op === "create" ? firstLineOf(body) : undefined);
  if (op === "create" && (type === undefined || name === undefined || description === undefined)) return null;
  return {
    op,
    quote: cutCharacters(quote, QUOTE_CHARACTERS),
    ...(op !== "create" && slug !== undefined && { slug: oneLine(slug).trim() }),
    ...(isScope(scope) && { scope }),
    ...(type !== undefined && { type }),
    ...(name !== undefined && { name: lineOf(name, NAME_CHARACTERS) }),
    ...(description !== undefined && { description: lineOf(description, DESCRIPTION_CHARACTERS) }),
    ...(op === "create" && { body: body ?? description ?? "" }),
    ...(op === "update" && body !== undefined && { body }),
    ...(reason !== undefined && { reason: lineOf(reason, DESCRIPTION_CHARACTERS) }),
  };
}

/** The texts among the fields; blank ones and null count as left out. Null where one is of another kind. */
function textsOf(
  value: Record<string, unknown>,
  names: readonly string[],
): Record<string, string | undefined> | null {
  const texts: Record<string, string | undefined> = {};
  for (const name of names) {
    const field = Object.hasOwn(value, name) ? value[name] : undefined;
    if (field === undefined || field === null) continue;
    if (typeof field !== "string") return null;
    if (!isBlank(field)) texts[name] = wellFormed(field).trim();
  }
  return texts;
}

function typeOf(text: string): MemoryType | null {
  const wanted = text.toLowerCase();
  return memoryTypes.find((type) => type === wanted) ?? null;
}

function isScope(text: string | undefined): text is Scope {
  return text === "user" || text === "project";
}

function lineOf(text: string, longest: number): string {
  return cutCharacters(oneLine(text).trim(), longest);
}

function firstLineOf(body: string | undefined): string | undefined {
  return body?.split("\n").find((line) => !isBlank(line));
}
