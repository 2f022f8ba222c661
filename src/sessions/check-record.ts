import type { Block, StopReason, Usage } from "../models/index.ts";
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

/** What a parsed line says. Values are brought into the form that the types promise, as far as they can be. */
export function checkRecord(value: unknown): CheckedRecord {
  if (!isFields(value) || typeof value["type"] !== "string") return { kind: "unknown", n: undefined };
  const n = naturalOf(value["n"]);
  const read = readers[value["type"]];
  if (read === undefined) return { kind: "unknown", n };
  const body = read(value);
  if (body === null) return { kind: "wrong" };
  const ts = value["ts"];
  // The reader of a type gives exactly the fields of that type.
  const record = { ...body, n, ...(typeof ts === "string" ? { ts } : {}) } as Unnumbered;
  return { kind: "known", record };
}

const readers: Readonly<Record<string, (value: Fields) => object | null>> = {
  session: (value) => ({
    type: "session",
    v: 1,
    id: textOf(value["id"]),
    project: textOf(value["project"]),
    cwd: textOf(value["cwd"]),
    created: textOf(value["created"]),
    ...forkOf(value["forkedFrom"]),
  }),
  context: ({ system, tools, model, provider, ...rest }) => {
    const texts = typeof system === "string" ? [system] : system;
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) return null;
    return {
      ...rest,
      type: "context",
      system: texts,
      tools: Array.isArray(tools) ? tools : [],
      model: textOf(model),
      provider: textOf(provider),
    };
  },
  user: (value) => messageOf(value, "person"),
  tool_result: (value) => messageOf(value, "tool"),
  assistant: (value) => {
    const content = contentOf(value["content"]);
    if (content === null) return null;
    return {
      ...value,
      type: "assistant",
      content,
      usage: usageOf(value["usage"]),
      stop: (textOf(value["stop"]) || "end_turn") as StopReason,
      model: textOf(value["model"]),
      provider: textOf(value["provider"]),
    };
  },
  compaction: ({ content, from, ...value }) => {
    const firstKept = naturalOf(value["firstKept"]);
    if (firstKept === undefined) return null;
    const blocks = content === undefined ? null : contentOf(content);
    const { elided } = value;
    return {
      ...value,
      type: "compaction",
      summary: textOf(value["summary"]),
      firstKept,
      ...(blocks === null ? {} : { content: blocks, from: fromOf(from, blocks, "summary") }),
      elided: Array.isArray(elided) ? elided.filter((id) => typeof id === "string") : [],
    };
  },
  withdrawn: (value) => {
    const since = naturalOf(value["since"]);
    return since === undefined ? null : { type: "withdrawn", since };
  },
  repair: (value) => ({ type: "repair", report: isFields(value["report"]) ? value["report"] : {} }),
  extraction: (value) => {
    const upto = naturalOf(value["upto"]);
    if (upto === undefined) return null;
    return { type: "extraction", upto, items: Array.isArray(value["items"]) ? value["items"] : [] };
  },
  mark: (value) => ({ type: "mark", pinned: value["pinned"] === true }),
  title: (value) => ({ type: "title", title: textOf(value["title"]) }),
};

function messageOf(value: Fields, usual: From): object | null {
  const content = contentOf(value["content"]);
  if (content === null) return null;
  const { memories } = value;
  const named = Array.isArray(memories) ? { memories: memories.filter((id) => typeof id === "string") } : {};
  return { ...value, content, from: fromOf(value["from"], content, usual), ...named };
}

/** Blocks as they are; a plain text, as the Messages API takes it too, is one block. */
function contentOf(value: unknown): Block[] | null {
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value) ? (value as Block[]) : null;
}

/** One entry a block at least; what is missing is taken to be the usual one. */
function fromOf(value: unknown, content: readonly Block[], usual: From): From[] {
  const given = Array.isArray(value) ? value.map((from) => (typeof from === "string" ? from : usual)) : [];
  while (given.length < content.length) given.push(usual);
  return given;
}

function forkOf(value: unknown): object {
  if (!isFields(value) || typeof value["id"] !== "string") return {};
  return { forkedFrom: { id: value["id"], n: naturalOf(value["n"]) ?? 0 } };
}

function usageOf(value: unknown): Usage {
  const fields = isFields(value) ? value : {};
  const count = (name: string): number => naturalOf(fields[name]) ?? 0;
  return {
    input: count("input"),
    output: count("output"),
    cacheRead: count("cacheRead"),
    cacheWrite: count("cacheWrite"),
    ...(fields["estimated"] === true ? { estimated: true } : {}),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function naturalOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
