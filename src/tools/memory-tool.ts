import { memoryTypes, type MemoryStore } from "../memory/index.ts";
import { memoryActions, parseMemoryInput, type MemoryAction, type MemoryToolInput } from "./memory-input.ts";
import { deleteMemory, failedOutcome, readMemory, saveMemory, type OperationOutcome } from "./memory-work.ts";
import { searchMemories, type SearchDoors } from "./search-memories.ts";
import type { Tool } from "./tool.ts";

/** What the tool works on. */
export interface MemoryToolOptions {
  store: MemoryStore;
  /** What the action `search` works on; without it that action is not offered. */
  finder?: SearchDoors;
  /** Names the evidence of what is saved. Read at each call. */
  session?: string;
  /** How the person takes a change back; `/memory undo`, as in the chat, when left out. */
  undo?: string;
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
        // The model reads the text; what it says for programs is for those who ask for it.
        const { facts: _facts, links: _links, ...outcome } = await perform(input, options);
        return outcome;
      } catch (error) {
        return failedOutcome(error);
      }
    },
  };
}

async function perform(input: MemoryToolInput, options: MemoryToolOptions): Promise<OperationOutcome> {
  const { store, session, finder, undo = "/memory undo" } = options;
  const doors = { store, undo, ...(session !== undefined && { session }) };
  switch (input.action) {
    case "save": {
      const { action: _action, ...fields } = input;
      return saveMemory(doors, fields);
    }
    case "delete":
      return deleteMemory(doors, input);
    case "read":
      return readMemory(doors, input);
    case "search":
      if (finder === undefined) return { content: "Memories cannot be searched here.", isError: true };
      return searchMemories(finder, input);
  }
}
