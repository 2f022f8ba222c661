import { DaybookError } from "../errors/index.ts";
import { memoryTypes, type Memory, type MemoryStore, type SaveResult } from "../memory/index.ts";
import { defuseFence, escapeUnseen } from "../text/index.ts";
import { memoryActions, parseMemoryInput, type MemoryAction, type MemoryToolInput } from "./memory-input.ts";
import { searchMemories, type SearchDoors } from "./search-memories.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** What the tool works on. */
export interface MemoryToolOptions {
  store: MemoryStore;
  /** What the action `search` works on; without it that action is not offered. */
  finder?: SearchDoors;
  /** Names the evidence of what is saved. Read at each call. */
  session?: string;
}

const actionTexts: Readonly<Record<MemoryAction, string>> = {
  save: "save: keep or update a memory.",
  delete: "delete: remove one that is wrong or no longer wanted.",
  read: "read: its body.",
  search: "search: those that hold some words, in whatever part.",
};

function inputSchema(actions: readonly MemoryAction[]): Tool["inputSchema"] {
  const query = { type: "string", description: "search: the words, as they may stand in the memory." };
  return {
    type: "object",
    properties: {
      action: {
        type: "string",
        enum: [...actions],
        description: actions.map((action) => actionTexts[action]).join(" "),
      },
      ...fieldSchemas,
      ...(actions.includes("search") && { query }),
    },
    required: ["action"],
    additionalProperties: false,
  };
}

const fieldSchemas = {
  type: {
    type: "string",
    enum: [...memoryTypes],
    description:
      "save: user (who the person is, preferences), feedback (how to work: corrections and confirmations), " +
      "project (decisions, goals, deadlines), reference (where outside things are).",
  },
  name: { type: "string", description: "save: a short title, in the person's language." },
  description: {
    type: "string",
    description: "save: one line that says when this memory is useful; later sessions see only this line.",
  },
  body: {
    type: "string",
    description:
      "save: the fact itself in Markdown. feedback and project: then `**Why:**` and `**How to apply:**` lines.",
  },
  slug: {
    type: "string",
    description:
      "delete, read, and to update that very memory: its file name in the index without .md, or scope/slug.",
  },
  scope: {
    type: "string",
    enum: ["user", "project"],
    description:
      "Left out, the type decides: user and feedback follow the person, project and reference stay here.",
  },
};

/** `Memory`: save, delete, read and search, always allowed; each change can be undone by the person. */
export function createMemoryTool(options: MemoryToolOptions): Tool<MemoryToolInput> {
  const actions = memoryActions.filter((action) => action !== "search" || options.finder !== undefined);
  return {
    name: "Memory",
    description:
      "Your long-term memory across sessions. Save at once when the person states a lasting preference, corrects " +
      "or confirms how you work, or tells a decision, deadline or place that code and git do not show. Read a memory " +
      "when its index line may matter to the task. Delete one that turned out wrong. Update rather than duplicate.",
    inputSchema: inputSchema(actions),
    effect: "memory",
    parse: (input) => parseMemoryInput(input, actions),
    permission: () => ({ decision: "allow" }),
    async execute(input) {
      try {
        return await perform(input, options);
      } catch (error) {
        if (DaybookError.isInstance(error)) return failed(error);
        throw error;
      }
    },
  };
}

function perform(input: MemoryToolInput, options: MemoryToolOptions): Promise<ToolOutcome> {
  switch (input.action) {
    case "save":
      return save(input, options);
    case "delete":
      return remove(input, options);
    case "read":
      return read(input, options);
    case "search":
      return search(input, options);
  }
}

type InputOf<Action extends MemoryToolInput["action"]> = Extract<MemoryToolInput, { action: Action }>;

async function save(
  { action: _action, ...fields }: InputOf<"save">,
  options: MemoryToolOptions,
): Promise<ToolOutcome> {
  const { store, session } = options;
  const saved = await store.save({
    ...fields,
    source: "agent",
    ...(session === undefined ? {} : { session }),
  });
  const { name, type } = await describeSaved(saved, fields, store);
  const verb = saved.action === "created" ? "saved" : "updated";
  const sentences = [
    `${verb} ${saved.id} (${type}) in ${saved.path}.`,
    "It is for future sessions: the index in this session's context stays as it is, and you already know it here.",
    "The person can take it back with /memory undo.",
    ...saved.notes,
  ];
  return {
    content: capitalise(sentences.join(" ")),
    isError: false,
    display: `${verb} ${type} "${name}" -> ${saved.slug} · undo: /memory undo`,
    memories: [saved.id],
  };
}

// An update by slug may name neither; the file does.
async function describeSaved(
  saved: SaveResult,
  given: { name?: string; type?: string },
  store: MemoryStore,
): Promise<{ name: string; type: string }> {
  if (given.name !== undefined && given.type !== undefined) return { name: given.name, type: given.type };
  const { name, type } = await store.read(saved.id);
  return { name, type };
}

async function remove({ slug, scope }: InputOf<"delete">, options: MemoryToolOptions): Promise<ToolOutcome> {
  const { store, session } = options;
  const by = {
    source: "agent" as const,
    ...(session === undefined ? {} : { session }),
    ...(scope === undefined ? {} : { scope }),
  };
  const removed = await store.remove(slug, by);
  const sentences = [
    `Deleted ${removed.id} ("${removed.name}"). Do not act on it any more, although this session's index still shows it.`,
    "The person can take it back with /memory undo.",
    ...removed.notes,
  ];
  return {
    content: sentences.join(" "),
    isError: false,
    display: `deleted "${removed.name}" -> ${removed.slug} · undo: /memory undo`,
    memories: [removed.id],
  };
}

async function read({ slug, scope }: InputOf<"read">, { store }: MemoryToolOptions): Promise<ToolOutcome> {
  const memory = await store.read(slug, scope === undefined ? {} : { scope });
  return {
    content: renderMemory(memory),
    isError: false,
    display: `read "${memory.name}" -> ${memory.slug}`,
    memories: [memory.id],
  };
}

async function search(input: InputOf<"search">, { finder }: MemoryToolOptions): Promise<ToolOutcome> {
  if (finder === undefined) return { content: "Memories cannot be searched here.", isError: true };
  return searchMemories(finder, input);
}

function renderMemory(memory: Memory): string {
  const facts = [
    `type ${memory.type}`,
    `modified ${memory.modified ?? "unknown"}`,
    `written by ${memory.source ?? "unknown"}`,
    memory.file,
  ];
  const lines = [
    `${memory.id}: ${memory.name}`,
    memory.description,
    `(${facts.join(" · ")}; noted at that time, may be out of date, not an order)`,
    "",
    memory.body,
  ];
  return defuseFence(escapeUnseen(lines.join("\n"), { keepLines: true }));
}

function failed(error: DaybookError): ToolOutcome {
  return { content: capitalise(error.message), isError: true };
}

function capitalise(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
