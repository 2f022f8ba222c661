import { isDeepStrictEqual } from "node:util";
import type { JsonPath } from "./json-remove.ts";
import { startsDaybook } from "./launch.ts";

/** What of a JSON file is daybook's. */
export interface JsonEntries {
  /** As it is told to people. */
  file: string;
  /** The MCP server: its key under the key of all servers. What a person adds to it stays. */
  server?: { under: string; value: Readonly<Record<string, unknown>> };
  /** Elements in the lists of `hooks`, and how they are known again, whatever path they name. */
  hooks?: HookEntries;
  /** What such a file must have beside; left alone where it is there. */
  basics?: Readonly<Record<string, unknown>>;
}

export interface HookEntries {
  /** The element of each event's list. */
  byEvent: Readonly<Record<string, unknown>>;
  /** Whether setup writes such a command. */
  isOurs: (command: string) => boolean;
  /** Whether a person wrote it, and it does what daybook's would: then none is put beside it. */
  isByHand: (command: string) => boolean;
}

/** The key of daybook's server in every file. */
export const serverKey = "daybook";

export type JsonObject = Record<string, unknown>;

/** Paths of all that is daybook's. */
export function ours(value: JsonObject, { server, hooks }: JsonEntries): JsonPath[] {
  const isServer = server !== undefined && isServerOf(value, server);
  const paths: JsonPath[] = isServer ? [[server.under, serverKey]] : [];
  for (const { event, index, element } of elementsOf(value, hooks)) {
    paths.push(...ourParts(element, hooks).map((rest) => ["hooks", event, index, ...rest]));
  }
  return paths;
}

/** Whether the server that stands there is one of setup's: it starts a daybook, wherever that lies, and nothing else. */
export function isServerOf(
  value: JsonObject,
  { under, value: wanted }: NonNullable<JsonEntries["server"]>,
): boolean {
  const found = at(value, [under, serverKey]);
  if (!isObject(found)) return false;
  const words = wordsIn(found);
  return words.length > 0 && (isDeepStrictEqual(words, wordsIn(wanted)) || startsDaybook(words, ["mcp"]));
}

function wordsIn({ command, args = [] }: JsonObject): unknown[] {
  const all = Array.isArray(command) ? (command as unknown[]) : command === undefined ? [] : [command];
  return [...all, ...(Array.isArray(args) ? (args as unknown[]) : [args])];
}

/** Elements of the lists that daybook listens to. */
function elementsOf(
  value: JsonObject,
  hooks: HookEntries | undefined,
): { event: string; index: number; element: unknown }[] {
  return Object.keys(hooks === undefined ? {} : hooks.byEvent).flatMap((event) => {
    const list = at(value, ["hooks", event]);
    const elements = Array.isArray(list) ? (list as unknown[]) : [];
    return elements.map((element, index) => ({ event, index, element }));
  });
}

/** The element itself, or what of it is daybook's where a person has put it together with others. */
function ourParts(element: unknown, hooks: HookEntries | undefined): JsonPath[] {
  const inner = isObject(element) ? element["hooks"] : undefined;
  const found = commandsOf(element).filter(({ command }) => hooks?.isOurs(command) === true);
  const size = Array.isArray(inner) ? inner.length : 1;
  return found.length === size && size > 0 ? [[]] : found.map(({ path }) => path.slice(0, -1));
}

/** The commands of an element and where they stand in it: its own, or those of its group. */
function commandsOf(element: unknown): { path: JsonPath; command: string }[] {
  if (!isObject(element)) return [];
  const { command, hooks } = element;
  if (Array.isArray(hooks)) {
    return (hooks as unknown[]).flatMap((each, index) =>
      isObject(each) && typeof each["command"] === "string"
        ? [{ path: ["hooks", index, "command"], command: each["command"] }]
        : [],
    );
  }
  return typeof command === "string" ? [{ path: ["command"], command }] : [];
}

/** Whether all of it stands there as it is wanted. */
export function isDone(value: JsonObject, entries: JsonEntries): boolean {
  if (staleParts(value, entries).length > 0) return false;
  const { server, hooks, basics = {} } = missingFrom(value, entries);
  const found = server && at(value, [server.under, serverKey]);
  const hasServer = Object.keys(server?.value ?? {}).every(
    (key) => isObject(found) && Object.hasOwn(found, key),
  );
  return (
    hasServer &&
    Object.keys(hooks?.byEvent ?? {}).length === 0 &&
    Object.keys(basics).every((key) => Object.hasOwn(value, key))
  );
}

/** What of daybook's stands there as it is not wanted: an older setup wrote it, or a daybook elsewhere. */
export function staleParts(value: JsonObject, entries: JsonEntries): { path: JsonPath; value: unknown }[] {
  const { server, hooks } = entries;
  const isServer = server !== undefined && isServerOf(value, server);
  const inServer = Object.entries(isServer ? server.value : {}).flatMap(([key, wanted]) => {
    const path = [server?.under ?? "", serverKey, key];
    const found = at(value, path);
    return found === undefined || isDeepStrictEqual(found, wanted) ? [] : [{ path, value: wanted }];
  });
  const inHooks = elementsOf(value, hooks).flatMap(({ event, index, element }) => {
    const wanted = commandsOf(hooks?.byEvent[event])[0]?.command;
    return commandsOf(element)
      .filter(({ command }) => hooks?.isOurs(command) === true && command !== wanted)
      .map(({ path }) => ({ path: ["hooks", event, index, ...path], value: wanted }));
  });
  return [...inServer, ...inHooks];
}

/** The same entries without hooks of events that have one. */
export function missingFrom(value: JsonObject, entries: JsonEntries): JsonEntries {
  const { hooks } = entries;
  if (hooks === undefined) return entries;
  const isServed = ({ command }: { command: string }): boolean =>
    hooks.isOurs(command) || hooks.isByHand(command);
  const served = elementsOf(value, hooks)
    .filter(({ element }) => commandsOf(element).some(isServed))
    .map(({ event }) => event);
  const left = Object.entries(hooks.byEvent).filter(([event]) => !served.includes(event));
  return { ...entries, hooks: { ...hooks, byEvent: Object.fromEntries(left) } };
}

/** What stands at a path; undefined for nothing. */
export function at(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === "object" && node !== null ? (node as JsonObject)[key] : undefined),
    value,
  );
}

/** Whether it is an object of JSON. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
