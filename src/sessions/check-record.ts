import type { Usage } from "../models/index.ts";
import { isRecord } from "../text/index.ts";
import type { From, LoggedRecord } from "./record.ts";

/** A record that was read: known, of a type nobody here knows, or of a known type with a wrong shape. */
export type CheckedRecord =
  | { kind: "known"; record: Unnumbered }
  | { kind: "unknown"; n: number | undefined }
  | { kind: "wrong" };

/** A record whose `n` may be missing, as in a file that was written by hand. */
export type Unnumbered = LoggedRecord extends infer Each
  ? Each extends LoggedRecord
    ? Omit<Each, "n"> & { n: number | undefined }
    : never
  : never;

type Fields = Record<string, unknown>;

/**
 * What a parsed line says. The value itself becomes the record: what does not have the form that the types promise
 * is brought into it, as far as it can be. Nothing is copied, since a long log has a hundred thousand of them.
 */
export function checkRecord(value: unknown): CheckedRecord {
  if (!isRecord(value) || typeof value["type"] !== "string") return { kind: "unknown", n: undefined };
  const n = naturalOf(value["n"]);
  const amend = Object.hasOwn(amends, value["type"]) ? amends[value["type"]] : undefined;
  if (amend === undefined) return { kind: "unknown", n };
  if (!amend(value)) return { kind: "wrong" };
  if (n !== value["n"]) value["n"] = n;
  if (value["ts"] !== undefined && typeof value["ts"] !== "string") delete value["ts"];
  // Amended to the fields of its type.
  return { kind: "known", record: value as unknown as Unnumbered };
}

/** Bring a value into the form of its type; false when it cannot be. */
const amends: Readonly<Record<string, (value: Fields) => boolean>> = {
  session(value) {
    for (const name of ["id", "project", "cwd", "created"]) amendText(value, name);
    const fork = value["forkedFrom"];
    if (!isRecord(fork) || typeof fork["id"] !== "string") delete value["forkedFrom"];
    else fork["n"] = naturalOf(fork["n"]) ?? 0;
    return true;
  },
  context(value) {
    if (typeof value["system"] === "string") value["system"] = [value["system"]];
    amendList(value, "tools");
    amendText(value, "model");
    amendText(value, "provider");
    return isTexts(value["system"]);
  },
  user(value) {
    if (value["told"] !== undefined && !isTold(value["told"])) delete value["told"];
    return amendMessage(value, "person");
  },
  tool_result: (value) => amendMessage(value, "tool"),
  assistant(value) {
    if (!amendContent(value)) return false;
    if (!isUsage(value["usage"])) value["usage"] = usageOf(value["usage"]);
    if (typeof value["stop"] !== "string") value["stop"] = "end_turn";
    amendText(value, "model");
    amendText(value, "provider");
    return true;
  },
  compaction(value) {
    amendText(value, "summary");
    value["elided"] = textsIn(value["elided"]);
    if (value["content"] === undefined || !amendMessage(value, "summary")) {
      delete value["content"];
      delete value["from"];
    }
    return naturalOf(value["firstKept"]) !== undefined;
  },
  withdrawn: (value) => naturalOf(value["since"]) !== undefined,
  repair(value) {
    if (!isRecord(value["report"])) value["report"] = {};
    return true;
  },
  extraction(value) {
    amendList(value, "items");
    return naturalOf(value["upto"]) !== undefined;
  },
  mark(value) {
    value["pinned"] = value["pinned"] === true;
    return true;
  },
  title(value) {
    amendText(value, "title");
    return true;
  },
};

function amendMessage(value: Fields, usual: From): boolean {
  if (!amendContent(value)) return false;
  const count = (value["content"] as unknown[]).length;
  const from = value["from"];
  if (!isTexts(from) || from.length < count) value["from"] = fromOf(from, count, usual);
  if (value["memories"] !== undefined && !isTexts(value["memories"]))
    value["memories"] = textsIn(value["memories"]);
  return true;
}

/** A plain text, as the Messages API takes it too, is one block. */
function amendContent(value: Fields): boolean {
  const { content } = value;
  if (typeof content === "string") value["content"] = [{ type: "text", text: content }];
  return Array.isArray(value["content"]);
}

/** One entry a block at least; what is missing is taken to be the usual one. */
function fromOf(value: unknown, count: number, usual: From): From[] {
  const given = Array.isArray(value) ? value.map((from) => (typeof from === "string" ? from : usual)) : [];
  while (given.length < count) given.push(usual);
  return given;
}

const counts = ["input", "output", "cacheRead", "cacheWrite"] as const;

function isUsage(value: unknown): value is Usage {
  return isRecord(value) && counts.every((name) => naturalOf(value[name]) !== undefined);
}

function usageOf(value: unknown): Usage {
  const fields = isRecord(value) ? value : {};
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = counts.map(
    (name) => naturalOf(fields[name]) ?? 0,
  );
  return { input, output, cacheRead, cacheWrite };
}

function amendText(value: Fields, name: string): void {
  if (typeof value[name] !== "string") value[name] = "";
}

function amendList(value: Fields, name: string): void {
  if (!Array.isArray(value[name])) value[name] = [];
}

function isTold(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => text === null || typeof text === "string");
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

function naturalOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
