import { memoryTypes } from "../memory/index.ts";
import { isRecord, nearest } from "../text/index.ts";
import { parseFields, type FieldKind, type GivenFields } from "./fields.ts";
import type { MemoryQuery } from "./search-memories.ts";

interface SaveFields {
  type?: string;
  name?: string;
  description?: string;
  body?: string;
  slug?: string;
  scope?: string;
}

/** What `Memory` was asked for, checked as far as that is possible without looking at the memories. */
export type MemoryToolInput =
  | ({ action: "save" } & SaveFields)
  | ({ action: "delete" } & Reference)
  | ({ action: "read" } & Reference)
  | ({ action: "search" } & MemoryQuery);

interface Reference {
  slug: string;
  scope?: string;
}

type Parsed = { ok: true; value: MemoryToolInput } | { ok: false; problem: string };

const kinds = {
  action: "string",
  type: "string",
  name: "string",
  description: "string",
  body: "string",
  slug: "string",
  scope: "string",
  query: "string",
} as const;

type Fields = GivenFields<typeof kinds>;

/** Everything the tool can do. */
export const memoryActions = ["save", "delete", "read", "search"] as const;
export type MemoryAction = (typeof memoryActions)[number];

/** Reads the tool's input for the actions there are; a problem says what was wrong and what there is. */
export function parseMemoryInput(input: unknown, actions: readonly MemoryAction[] = memoryActions): Parsed {
  const fields = readGiven(input, kinds);
  if (!fields.ok) return fields;
  const given = fields.value;
  const action = actions.find((known) => known === given.action);
  switch (action) {
    case "save":
      return parseSave(given);
    case "delete":
    case "read":
      return parseReference(action, given);
    case "search":
      return parseQuery(given);
    default:
      return { ok: false, problem: unknownAction(given.action, actions) };
  }
}

/** The fields that were given, blank ones aside, or the first problem: a field of another kind, one that does not exist. */
export function readGiven<Kinds extends Record<string, FieldKind>>(
  input: unknown,
  known: Kinds,
): { ok: true; value: GivenFields<Kinds> } | { ok: false; problem: string } {
  const fields = parseFields(input, known);
  if (!fields.ok) return fields;
  const unknown = isRecord(input) ? Object.keys(input).filter((name) => !Object.hasOwn(known, name)) : [];
  // Dropping `content` or `text` would save a memory without what it was to hold.
  if (unknown.length > 0) return { ok: false, problem: unknownFields(unknown, Object.keys(known)) };
  return { ok: true, value: withoutBlanks(fields.value) as GivenFields<Kinds> };
}

function parseQuery({ query, type, scope }: Fields): Parsed {
  if (query === undefined) return { ok: false, problem: "search needs `query`: the words to look for" };
  const narrowing = { ...(type !== undefined && { type }), ...(scope !== undefined && { scope }) };
  return { ok: true, value: { action: "search", query, ...narrowing } };
}

// A search field beside a save says nothing; models that fill in every field leave one.
function parseSave({ action: _action, query: _query, ...given }: Fields): Parsed {
  const saved = readSave(given);
  return saved.ok ? { ok: true, value: { action: "save", ...saved.value } } : saved;
}

/** What a save was given: all of a new memory, or the slug of one there is. */
export function readSave(
  given: SaveFields,
): { ok: true; value: SaveFields } | { ok: false; problem: string } {
  const fields = splitId(given);
  const required = ["type", "name", "description", "body"] as const;
  const missing = fields.slug === undefined ? required.filter((name) => fields[name] === undefined) : [];
  if (missing.length === 0) return { ok: true, value: fields };
  const types = missing.includes("type") ? ` (type is one of ${memoryTypes.join(", ")})` : "";
  return {
    ok: false,
    problem: `save needs ${missing.join(", ")}${types}; only an update that names its \`slug\` may leave fields out`,
  };
}

// An id names scope and slug at once.
function splitId(fields: SaveFields): SaveFields {
  const [, scope, slug] = /^(user|project)\/(.+)$/su.exec(fields.slug ?? "") ?? [];
  if (scope === undefined || slug === undefined) return fields;
  return fields.scope === undefined || fields.scope === scope ? { ...fields, scope, slug } : fields;
}

function parseReference(action: "delete" | "read", { slug, scope }: Fields): Parsed {
  if (slug === undefined) {
    return {
      ok: false,
      problem: `${action} needs \`slug\`: the memory's file name in the index without .md, or scope/slug`,
    };
  }
  const reference = { slug, ...(scope === undefined ? {} : { scope }) };
  return { ok: true, value: { action, ...reference } };
}

// Some servers make models fill in every field; an empty one means "left out". A body may be empty.
function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && (name === "body" || String(value).trim() !== ""),
    ),
  );
}

function unknownAction(action: string | undefined, actions: readonly MemoryAction[]): string {
  const wanted = `use ${actions.slice(0, -1).join(", ")} or ${actions.at(-1)}`;
  return action === undefined ? `action is missing: ${wanted}` : `there is no action "${action}": ${wanted}`;
}

function unknownFields(names: readonly string[], known: readonly string[]): string {
  const near = names.flatMap((name) => nearest(name, known, 1));
  const hint = near.length === 0 ? "" : ` (did you mean ${near.join(", ")}?)`;
  return `there is no field ${names.join(", ")}${hint}; the fields are ${known.join(", ")}`;
}
