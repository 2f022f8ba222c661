/** What the operations on memory take and give, as JSON Schema. */
import { memoryTypes } from "../memory/index.ts";

type Schema = Readonly<Record<string, unknown>>;

/** An object with these properties and no others. */
export function objectSchema(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const count: Schema = { type: "integer", minimum: 0 };
const textOrNull: Schema = { type: ["string", "null"] };
const scopes = ["user", "project"];
// A file may say anything; what is none of the four is shown as unknown.
const shownTypes = [...memoryTypes, "unknown"];

const heading = {
  id: { ...text, description: "scope/slug" },
  slug: text,
  scope: { ...text, enum: scopes },
  type: { ...text, enum: shownTypes },
  name: text,
};

const listed = {
  ...heading,
  description: text,
  modified: { ...textOrNull, description: "ISO time, null where the file has none" },
  path: text,
};

const lastChange: Schema = {
  ...textOrNull,
  description: "ISO time: of its header, or else of its file. Null where neither tells.",
};
const age: Schema = { type: ["integer", "null"], description: "In days, null where nothing tells." };
const notices: Schema = { ...texts, description: "What was left out, and why." };

function many(properties: Record<string, Schema>): Schema {
  return { type: "array", items: whole(properties) };
}

/** An object that has all of them. */
function whole(properties: Record<string, Schema>): Schema {
  return objectSchema(properties, Object.keys(properties));
}

const changed = { path: text, undo: { ...text, description: "How the person takes it back." }, notes: texts };

/** What each operation gives. */
export const outcomeSchemas = {
  save: whole({ ...heading, action: { ...text, enum: ["created", "updated"] }, ...changed }),
  delete: whole({ id: heading.id, slug: text, scope: heading.scope, name: text, ...changed }),
  search: whole({
    query: text,
    total: { ...count, description: "Memories there are." },
    memories: many({ ...listed, age, score: { type: "number" } }),
    notices,
  }),
  recall: whole({
    prompt: text,
    total: { ...count, description: "Memories there are." },
    memories: many({ ...listed, age, text: { ...text, description: "The memory, framed as data." } }),
    notices,
  }),
  read: whole({
    ...listed,
    body: text,
    source: textOrNull,
    session: textOrNull,
    caution: text,
    problems: texts,
  }),
  list: whole({
    total: { ...count, description: "Memories of the asked kind." },
    offset: count,
    next: { type: ["integer", "null"], description: "Offset of the next page." },
    memories: many({ ...listed, modified: lastChange, source: textOrNull }),
    notices,
  }),
};

/** What the operations take. */
export const givenSchemas = {
  type: {
    type: "string",
    enum: [...memoryTypes],
    description:
      "user: who the person is, lasting preferences. feedback: how to work, corrections and confirmations. " +
      "project: decisions, goals, deadlines that code and git do not show. reference: where outside things are.",
  },
  name: { type: "string", description: "A short title, in the person's language." },
  description: {
    type: "string",
    description: "One line that says when this memory is useful; later sessions see only this line.",
  },
  body: {
    type: "string",
    description:
      "The fact itself in Markdown, with absolute dates. feedback and project: then `**Why:**` and `**How to apply:**` lines.",
  },
  slugToSave: { type: "string", description: "Only to update that very memory: its slug, or id scope/slug." },
  slug: { type: "string", description: "Its slug (the file name without .md), or id scope/slug." },
  scopeToSave: {
    type: "string",
    enum: scopes,
    description:
      "Left out, the type decides: user and feedback follow the person, project and reference stay with this project.",
  },
  scope: { type: "string", enum: scopes, description: "Only needed where both scopes have that slug." },
  onlyScope: { type: "string", enum: scopes, description: "Only this scope." },
  onlyType: { type: "string", enum: shownTypes, description: "Only this type." },
  query: { type: "string", description: "The words, as they may stand in the memory." },
  prompt: { type: "string", description: "The task or question, in the person's words." },
} satisfies Record<string, Schema>;

/** How many to give at most. */
export function limitSchema(usual: number, most: number): Schema {
  return {
    type: "integer",
    minimum: 1,
    maximum: most,
    default: usual,
    description: `How many at most (${usual}).`,
  };
}

/** How many to pass over. */
export const offsetSchema: Schema = {
  ...count,
  default: 0,
  description: "How many to pass over: the `next` of the page before.",
};
