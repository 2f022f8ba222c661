import { isDeepStrictEqual } from "node:util";
import { getNodeValue } from "jsonc-parser";
import { DaybookError } from "../../errors/index.ts";
import { revertTextEdits, type FileEditor } from "./file-editor.ts";
import { insertInto, insertionsFor, type JsonPatch } from "./json-insert.ts";
import { removeFromJson, type JsonPath } from "./json-remove.ts";
import { readJsonText } from "./json-text.ts";

/** What of a JSON file is daybook's. */
export interface JsonEntries {
  /** As it is told to people. */
  file: string;
  /** The MCP server: its key under the key of all servers. */
  server?: { under: string; value: unknown };
  /** Elements in the lists of `hooks`, and how they are known again, whatever path they name. */
  hooks?: HookEntries;
  /** What such a file must have beside; left alone where it is there. */
  basics?: Readonly<Record<string, unknown>>;
}

export interface HookEntries {
  /** The element of each event's list. */
  byEvent: Readonly<Record<string, unknown>>;
  isOurs: (element: unknown) => boolean;
}

/** The key of daybook's server in every file. */
export const serverKey = "daybook";

type JsonObject = Record<string, unknown>;

/** An editor for a JSON file that other programs and the person write too. */
export function createJsonEditor(entries: JsonEntries): FileEditor {
  return {
    has: (text) => ours(valueOf(text, entries.file), entries).length > 0,
    isDone: (text) => isDone(valueOf(text, entries.file), entries),
    add(text) {
      const after = insertInto(text ?? "", patchOf(entries), entries.file);
      if (!isDone(valueOf(after, entries.file), entries)) throw unexpected(entries.file);
      return after;
    },
    remove: (text, original) => remove(text, original, entries),
  };
}

function valueOf(text: string | null, file: string): JsonObject {
  const { root } = readJsonText(text ?? "", file);
  // The parser's objects have no prototype, by which equal ones would differ from ours.
  return root === undefined ? {} : (structuredClone(getNodeValue(root)) as JsonObject);
}

function patchOf({ server, hooks, basics = {} }: JsonEntries): JsonPatch {
  const parts: Record<string, JsonPatch> = {};
  for (const [key, value] of Object.entries(basics)) parts[key] = { kind: "value", value };
  if (server !== undefined) {
    const value: JsonPatch = { kind: "value", value: server.value };
    parts[server.under] = { kind: "object", entries: { [serverKey]: value } };
  }
  if (hooks !== undefined) {
    const lists = Object.entries(hooks.byEvent).map(
      ([event, element]) => [event, { kind: "append", elements: [element] }] as const,
    );
    parts["hooks"] = { kind: "object", entries: Object.fromEntries(lists) };
  }
  return { kind: "object", entries: parts };
}

/** Paths of all that is daybook's. */
function ours(value: JsonObject, { server, hooks }: JsonEntries): JsonPath[] {
  const servers = server === undefined ? undefined : value[server.under];
  const paths: JsonPath[] =
    isObject(servers) && server !== undefined && Object.hasOwn(servers, serverKey)
      ? [[server.under, serverKey]]
      : [];
  const lists = value["hooks"];
  if (hooks === undefined || !isObject(lists)) return paths;
  for (const [event, list] of Object.entries(lists)) {
    if (!Array.isArray(list)) continue;
    for (const [index, element] of (list as unknown[]).entries()) {
      paths.push(...ourParts(element, hooks.isOurs).map((rest) => ["hooks", event, index, ...rest]));
    }
  }
  return paths;
}

/** The element itself, or what of it is daybook's where a person has put it together with others. */
function ourParts(element: unknown, isOurs: (element: unknown) => boolean): JsonPath[] {
  const inner = isObject(element) ? element["hooks"] : undefined;
  if (!Array.isArray(inner)) return isOurs(element) ? [[]] : [];
  const found = (inner as unknown[]).flatMap((each, index) => (isOurs(each) ? [index] : []));
  return found.length === inner.length && found.length > 0 ? [[]] : found.map((index) => ["hooks", index]);
}

function isDone(value: JsonObject, entries: JsonEntries): boolean {
  const { server, hooks, basics = {} } = entries;
  const wanted = (server === undefined ? 0 : 1) + Object.keys(hooks?.byEvent ?? {}).length;
  if (ours(value, entries).length !== wanted) return false;
  if (!Object.keys(basics).every((key) => Object.hasOwn(value, key))) return false;
  if (server !== undefined && !isDeepStrictEqual(at(value, [server.under, serverKey]), server.value))
    return false;
  return Object.entries(hooks?.byEvent ?? {}).every(([event, element]) => {
    const list = at(value, ["hooks", event]);
    return Array.isArray(list) && list.some((each) => isDeepStrictEqual(each, element));
  });
}

function at(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === "object" && node !== null ? (node as JsonObject)[key] : undefined),
    value,
  );
}

/** The same entries as they stand in a file: an older daybook wrote other values. */
function asWritten(value: JsonObject, entries: JsonEntries): JsonEntries {
  const { server, hooks } = entries;
  const paths = ours(value, entries).filter(([first]) => first === "hooks");
  const byEvent = Object.fromEntries(paths.map((path) => [String(path[1]), at(value, path)]));
  return {
    ...entries,
    ...(server !== undefined && { server: { ...server, value: at(value, [server.under, serverKey]) } }),
    ...(hooks !== undefined && { hooks: { ...hooks, byEvent } }),
  };
}

function remove(text: string, original: string | null, entries: JsonEntries): string | null {
  const { file } = entries;
  const value = valueOf(text, file);
  const before = originalValue(original, entries);
  const wanted = without(value, { before, entries });
  const edits =
    before === undefined ? [] : insertionsFor(original ?? "", patchOf(asWritten(value, entries)), file);
  const exact = revertTextEdits(text, edits);
  // Nothing else was changed since: the very file, or none, as before.
  if (exact !== undefined && exact === (original ?? "") && edits.length > 0) return original;
  if (exact !== undefined && edits.length > 0 && isSame(exact, wanted, file)) return exact;
  if (original === null && Object.keys(wanted).length === 0) return null;
  // From the back, so that the numbers of elements before stay true.
  const removed = removedPaths(value, wanted).reduceRight(
    (left, path) => removeFromJson(left, path, file),
    text,
  );
  if (!isSame(removed, wanted, file)) throw unexpected(file);
  return removed;
}

/** What was there before, as far as it is known and of use: undefined where it cannot be read, or has daybook's too. */
function originalValue(original: string | null, entries: JsonEntries): JsonObject | undefined {
  try {
    const value = valueOf(original, entries.file);
    return ours(value, entries).length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSame(text: string, wanted: JsonObject, file: string): boolean {
  try {
    return isDeepStrictEqual(valueOf(text, file), wanted);
  } catch {
    return false;
  }
}

/** The value without what is daybook's, and without what setup made to hold it. */
function without(
  value: JsonObject,
  { before, entries }: { before: JsonObject | undefined; entries: JsonEntries },
): JsonObject {
  const left = structuredClone(value);
  const paths = ours(value, entries);
  // From the back, so that the numbers of elements before stay true.
  for (const path of paths.toReversed()) {
    removeAt(left, path);
    for (let up = path.slice(0, -1); up.length > 0; up = up.slice(0, -1)) {
      const holder = at(left, up);
      const isEmpty = Array.isArray(holder)
        ? holder.length === 0
        : isObject(holder) && Object.keys(holder).length === 0;
      if (!isEmpty || at(before, up) !== undefined) break;
      removeAt(left, up);
    }
  }
  for (const key of Object.keys(entries.basics ?? {})) {
    const isMade = before !== undefined && !Object.hasOwn(before, key);
    if (isMade && isDeepStrictEqual(left[key], entries.basics?.[key])) delete left[key];
  }
  return left;
}

function removeAt(value: JsonObject, path: JsonPath): void {
  const holder = at(value, path.slice(0, -1));
  const key = path.at(-1);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (isObject(holder)) delete holder[String(key)];
}

/** Where the one value has a part that the other lacks; parts of lists from the front. */
function removedPaths(value: unknown, wanted: unknown, path: JsonPath = []): JsonPath[] {
  if (Array.isArray(value) && Array.isArray(wanted)) {
    let next = 0;
    return (value as unknown[]).flatMap((each, index) => {
      const isKept =
        next < wanted.length && (isDeepStrictEqual(each, wanted[next]) || isReduced(each, wanted[next]));
      if (!isKept) return [[...path, index]];
      next += 1;
      return removedPaths(each, wanted[next - 1], [...path, index]);
    });
  }
  if (!isObject(value) || !isObject(wanted)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    Object.hasOwn(wanted, key) ? removedPaths(each, wanted[key], [...path, key]) : [[...path, key]],
  );
}

/** A group of hooks of which only some are left. */
function isReduced(value: unknown, wanted: unknown): boolean {
  if (!isObject(value) || !isObject(wanted)) return false;
  const [{ hooks: full, ...rest }, { hooks: left, ...same }] = [value, wanted];
  return (
    Array.isArray(full) &&
    Array.isArray(left) &&
    left.length < full.length &&
    left.length > 0 &&
    isDeepStrictEqual(rest, same)
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unexpected(file: string): DaybookError {
  return new DaybookError(
    "invalid",
    `${file} is written in a way in which daybook cannot change it without changing something else. It is left as it is; docs/agents.md tells what to write by hand.`,
    { data: { path: file } },
  );
}
