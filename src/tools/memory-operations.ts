import { DaybookError } from "../errors/index.ts";
import { memoryTypes } from "../memory/index.ts";
import type { MemorySearch } from "../search/index.ts";
import { nearest } from "../text/index.ts";
import type { FieldKind, GivenFields } from "./fields.ts";
import { harmless } from "./harmless.ts";
import { listMemories } from "./list-memories.ts";
import { readGiven, readSave } from "./memory-input.ts";
import {
  givenSchemas as given,
  limitSchema,
  objectSchema,
  offsetSchema,
  outcomeSchemas,
} from "./memory-schemas.ts";
import {
  deleteMemory,
  failedOutcome,
  readMemory,
  saveMemory,
  type MemoryDoors,
  type OperationOutcome,
} from "./memory-work.ts";
import { recallWithFacts, type RecallDoors } from "./recall-memories.ts";
import { searchMemories, type SearchDoors } from "./search-memories.ts";

/** What the operations on memory work on. */
export interface OperationDoors extends MemoryDoors {
  index: Pick<MemorySearch, "all"> & SearchDoors["index"] & RecallDoors["index"];
  limits: RecallDoors["limits"];
  now: () => Date;
}

/** One operation on memory, as it is presented to programs that bring their own agent. */
export interface MemoryOperation {
  /** `memory_save` and the like. */
  name: string;
  title: string;
  /** When to call it and what comes back. */
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
  /** Of the outcome's facts. */
  outputSchema: Readonly<Record<string, unknown>>;
  /** It only looks. */
  onlyReads: boolean;
  /** It takes away what was there, if only until an undo. */
  isDestructive: boolean;
  /** A second time with the same input changes nothing more. */
  isIdempotent: boolean;
  /** Never throws for what the input or the memories are: that is an error outcome, which says what to do. */
  run(input: unknown, doors: OperationDoors): Promise<OperationOutcome>;
}

type Work<Kinds extends Record<string, FieldKind>> = (
  fields: GivenFields<Kinds>,
  doors: OperationDoors,
) => Promise<OperationOutcome> | string;

const searchedAtMost = 50;
const listedAtMost = 1_000;

const looks = { onlyReads: true, isDestructive: false, isIdempotent: true };
const scopes = ["user", "project"];
const types: readonly string[] = [...memoryTypes, "unknown"];

/** The run of an operation: its fields read, its work done, what failed told. */
function operation<const Kinds extends Record<string, FieldKind>>(
  kinds: Kinds,
  work: Work<Kinds>,
): MemoryOperation["run"] {
  return async (input, doors) => {
    const fields = readGiven(input ?? {}, kinds);
    if (!fields.ok) return problem(fields.problem);
    try {
      const outcome = work(fields.value, doors);
      return typeof outcome === "string" ? problem(outcome) : await outcome;
    } catch (error) {
      return whereToLook(failedOutcome(error), error);
    }
  };
}

/** Where nothing is near to what was named, the list is the next thing to look at. */
function whereToLook(outcome: OperationOutcome, error: unknown): OperationOutcome {
  const isUnknown = DaybookError.isInstance(error) && error.code === "not-found";
  if (!isUnknown) return outcome;
  // The store's own sentence may end in a command for a person at a terminal.
  const content = outcome.content.replace(/ `daybook list` shows[^.]*\.$/u, "");
  return { ...outcome, content: `${content} memory_list shows what there is.` };
}

function problem(sentence: string): OperationOutcome {
  return { content: harmless(`Nothing was done: ${sentence}.`), isError: true };
}

function named(
  { slug, scope }: { slug?: string; scope?: string },
  work: (reference: { slug: string; scope?: string }) => Promise<OperationOutcome>,
): Promise<OperationOutcome> | string {
  if (slug === undefined)
    return "`slug` is missing: the memory's file name without .md, or its id scope/slug; memory_list shows them";
  return work({ slug, ...(scope !== undefined && { scope }) });
}

/** What is wrong with the fields that narrow a list. */
function problemOf(
  { type, scope, limit = 1, offset = 0 }: { type?: string; scope?: string; limit?: number; offset?: number },
  most: number,
): string | undefined {
  if (type !== undefined && !types.includes(type)) return unknownValue("type", type, types);
  if (scope !== undefined && !scopes.includes(scope)) return unknownValue("scope", scope, scopes);
  if (limit < 1 || limit > most) return `limit is ${limit}; it can be 1 to ${most}`;
  return offset < 0 ? `offset is ${offset}; it cannot be below 0` : undefined;
}

function unknownValue(field: string, value: string, known: readonly string[]): string {
  const [near] = nearest(value, known, 1);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  return `there is no ${field} ${JSON.stringify(value.slice(0, 40))}${hint}; it is one of ${known.join(", ")}`;
}

/** Every operation, in a fixed order: prompt caches are bound to it. */
export const memoryOperations: readonly MemoryOperation[] = [
  {
    name: "memory_save",
    title: "Save a memory",
    description:
      "Keep one fact across sessions, or update it. Call it at once and unasked when the person states a lasting preference, " +
      "corrects or confirms how you work, or tells a decision, deadline or place that code and git do not show. " +
      "A new memory needs type, name, description and body; an update names the slug and what changes. " +
      "Never secrets, details of this task, or what code, git or instruction files already say. Gives the id and how the person undoes it.",
    inputSchema: objectSchema({
      type: given.type,
      name: given.name,
      description: given.description,
      body: given.body,
      slug: given.slugToSave,
      scope: given.scopeToSave,
    }),
    outputSchema: outcomeSchemas.save,
    onlyReads: false,
    // An update loses nothing: the history holds what was there, and undo brings it back.
    isDestructive: false,
    // The same save again is a step of its own in the history.
    isIdempotent: false,
    run: operation(
      {
        type: "string",
        name: "string",
        description: "string",
        body: "string",
        slug: "string",
        scope: "string",
      },
      (fields, doors) => {
        const wanted = readSave(fields);
        return wanted.ok ? saveMemory(doors, wanted.value) : wanted.problem;
      },
    ),
  },
  {
    name: "memory_delete",
    title: "Delete a memory",
    description:
      "Remove a memory that turned out wrong, is out of date, or that the person wants forgotten. Gives how the person undoes it.",
    inputSchema: objectSchema({ slug: given.slug, scope: given.scope }, ["slug"]),
    outputSchema: outcomeSchemas.delete,
    onlyReads: false,
    isDestructive: true,
    isIdempotent: true,
    run: operation({ slug: "string", scope: "string" }, (fields, doors) =>
      named(fields, (reference) => deleteMemory(doors, reference)),
    ),
  },
  {
    name: "memory_search",
    title: "Search memories",
    description:
      "Find memories that hold some words, in name, description or body, the best first. " +
      "Call it to look for something particular, or to see what there is before saving. Gives one line each; memory_read gives the body.",
    inputSchema: objectSchema(
      {
        query: given.query,
        type: given.onlyType,
        scope: given.onlyScope,
        limit: limitSchema(10, searchedAtMost),
      },
      ["query"],
    ),
    outputSchema: outcomeSchemas.search,
    ...looks,
    run: operation(
      { query: "string", type: "string", scope: "string", limit: "integer" },
      ({ query, ...narrowing }, { index, now }) => {
        if (query === undefined) return "memory_search needs `query`: the words to look for";
        return (
          problemOf(narrowing, searchedAtMost) ??
          searchMemories({ index, now, readOn: "memory_read and its id as slug" }, { query, ...narrowing })
        );
      },
    ),
  },
  {
    name: "memory_recall",
    title: "Recall for a task",
    description:
      "What memory says that matters for a task or question: the few bodies that count, or nothing. " +
      "Call it with the person's words before you begin a task.",
    inputSchema: objectSchema({ prompt: given.prompt }, ["prompt"]),
    outputSchema: outcomeSchemas.recall,
    ...looks,
    run: operation({ prompt: "string" }, ({ prompt }, doors) =>
      prompt === undefined
        ? "memory_recall needs `prompt`: the task or question"
        : recallWithFacts(doors, { prompt }),
    ),
  },
  {
    name: "memory_read",
    title: "Read a memory",
    description:
      "One memory in full. Call it when an index line, a search or a list names one that may matter to the task.",
    inputSchema: objectSchema({ slug: given.slug, scope: given.scope }, ["slug"]),
    outputSchema: outcomeSchemas.read,
    ...looks,
    run: operation({ slug: "string", scope: "string" }, (fields, doors) =>
      named(fields, (reference) => readMemory(doors, reference)),
    ),
  },
  {
    name: "memory_list",
    title: "List memories",
    description:
      "All memories, one line each, the person's first, newest first. Call it to see what is known, or to tidy up.",
    inputSchema: objectSchema({
      type: given.onlyType,
      scope: given.onlyScope,
      limit: limitSchema(100, listedAtMost),
      offset: offsetSchema,
    }),
    outputSchema: outcomeSchemas.list,
    ...looks,
    run: operation(
      { type: "string", scope: "string", limit: "integer", offset: "integer" },
      (fields, doors) => problemOf(fields, listedAtMost) ?? listMemories(doors, fields),
    ),
  },
];
