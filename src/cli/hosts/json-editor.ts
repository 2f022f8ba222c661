import { isDeepStrictEqual } from "node:util";
import { getNodeValue } from "jsonc-parser";
import { DaybookError } from "../../errors/index.ts";
import { revertTextEdits, type FileEditor } from "./file-editor.ts";
import {
  at,
  isDone,
  isObject,
  isServerOf,
  missingFrom,
  ours,
  serverKey,
  staleParts,
  type JsonEntries,
  type JsonObject,
} from "./json-entries.ts";
import { insertInto, insertionsFor, replaceInJson, type JsonPatch } from "./json-insert.ts";
import { removeFromJson, type JsonPath } from "./json-remove.ts";
import { brokenAt, childOf, hasTrailingComma, othersServer, readJsonText } from "./json-text.ts";

/** An editor for a JSON file that other programs and the person write too. */
export function createJsonEditor(entries: JsonEntries): FileEditor {
  return {
    has: (text) => ours(valueOf(text, entries.file), entries).length > 0,
    isDone: (text) => isDone(valueOf(text, entries.file), entries),
    add(text) {
      const value = valueOf(text, entries.file);
      refuseOthersServer(text ?? "", value, entries);
      const updated = staleParts(value, entries).reduce(
        (left, stale) => replaceInJson(left, stale, entries.file),
        text ?? "",
      );
      const after = insertInto(updated, patchOf(missingFrom(value, entries)), entries.file);
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
    const keys = Object.entries(server.value).map(([key, value]) => [key, { kind: "value", value }] as const);
    parts[server.under] = {
      kind: "object",
      entries: { [serverKey]: { kind: "object", entries: Object.fromEntries(keys) } },
    };
  }
  if (hooks !== undefined) {
    const lists = Object.entries(hooks.byEvent).map(
      ([event, element]) => [event, { kind: "append", elements: [element] }] as const,
    );
    parts["hooks"] = { kind: "object", entries: Object.fromEntries(lists) };
  }
  return { kind: "object", entries: parts };
}

function refuseOthersServer(text: string, value: JsonObject, { file, server }: JsonEntries): void {
  if (server === undefined || at(value, [server.under, serverKey]) === undefined) return;
  if (isServerOf(value, server)) return;
  const { root } = readJsonText(text, file);
  const servers = root && childOf(root, server.under);
  const offset = (servers && childOf(servers, serverKey))?.parent?.offset ?? 0;
  throw brokenAt(text, { file, offset, what: othersServer });
}

/** The same entries as they stand in a file: an older daybook wrote other values, and a person may have added some. */
function asWritten(value: JsonObject, entries: JsonEntries): JsonEntries {
  const { server, hooks, ...others } = entries;
  const paths = ours(value, entries).filter(([first]) => first === "hooks");
  const byEvent = Object.fromEntries(paths.map((path) => [String(path[1]), at(value, path)]));
  const written = server !== undefined && isServerOf(value, server) && at(value, [server.under, serverKey]);
  return {
    ...others,
    ...(server !== undefined && isObject(written) && { server: { ...server, value: written } }),
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
  const isClean = exact !== undefined && (hasTrailingComma(text) || !hasTrailingComma(exact));
  if (isClean && edits.length > 0 && isSame(exact, wanted, file)) return exact;
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

function unexpected(file: string): DaybookError {
  return new DaybookError(
    "invalid",
    `${file} is written in a way in which daybook cannot change it without changing something else. It is left as it is; docs/agents.md tells what to write by hand.`,
    { data: { path: file } },
  );
}
