import type { ModelMessage, ToolModelMessage, UserModelMessage } from "ai";
import type { MemoryConversation } from "./conversation.ts";

/** Fits `prepareStep` of every call, whatever its tools. */
export type MemoryStep = (options: { messages: ModelMessage[] }) => Promise<{ messages: ModelMessage[] }>;

/**
 * A `prepareStep` that brings to each new prompt the memories that matter to it: into that message, behind the
 * person's words; what a side query finds later goes behind the newest tool result. Every message is sent in the same
 * form again in each later step and call, so that the beginning of a request never changes. Make one for a
 * conversation, and give the whole conversation to each call.
 */
export function createPrepareStep(memory: Pick<MemoryConversation, "recall" | "poll">): MemoryStep {
  const brought = new Map<string, readonly string[]>();
  return async ({ messages }) => {
    await bring(messages, { memory, brought });
    const keys = keysOf(messages);
    const sent = messages.map((message, index) => withTexts(message, brought.get(keys[index] ?? "") ?? []));
    return { messages: sent };
  };
}

async function bring(
  messages: readonly ModelMessage[],
  {
    memory,
    brought,
  }: { memory: Pick<MemoryConversation, "recall" | "poll">; brought: Map<string, readonly string[]> },
): Promise<void> {
  const newest = messages.at(-1);
  const key = keysOf(messages).at(-1);
  // Only the newest message may be added to, and only before it was sent.
  if (newest === undefined || key === undefined || brought.has(key)) return;
  if (newest.role === "user") brought.set(key, await memory.recall(wordsOf(newest)));
  else if (newest.role === "tool") brought.set(key, memory.poll());
}

/** What a message is known by in a later call, which may hold a copy of it: what it says, and how often that was said before. */
function keysOf(messages: readonly ModelMessage[]): (string | undefined)[] {
  const seen = new Map<string, number>();
  return messages.map(({ role, content }) => {
    if (role !== "user" && role !== "tool") return undefined;
    const said = `${role} ${JSON.stringify(content)}`;
    const times = (seen.get(said) ?? 0) + 1;
    seen.set(said, times);
    return `${times} ${said}`;
  });
}

function wordsOf({ content }: UserModelMessage): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function withTexts(message: ModelMessage, texts: readonly string[]): ModelMessage {
  if (texts.length === 0) return message;
  if (message.role === "user") return withParts(message, texts);
  return message.role === "tool" ? withNotes(message, texts) : message;
}

function withParts(message: UserModelMessage, texts: readonly string[]): UserModelMessage {
  const { content } = message;
  const own = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return { ...message, content: [...own, ...texts.map((text) => ({ type: "text" as const, text }))] };
}

type ToolPart = ToolModelMessage["content"][number];

function withNotes(message: ToolModelMessage, texts: readonly string[]): ToolModelMessage {
  const last = message.content.findLastIndex(({ type }) => type === "tool-result");
  const note = texts.join("\n\n");
  const content = message.content.map((part, index) => (index === last ? withNote(part, note) : part));
  return { ...message, content };
}

function withNote(part: ToolPart, note: string): ToolPart {
  if (part.type !== "tool-result") return part;
  const { output } = part;
  switch (output.type) {
    case "text":
    case "error-text":
      return { ...part, output: { ...output, value: `${output.value}\n\n${note}` } };
    case "error-json":
      return {
        ...part,
        output: { type: "error-text", value: `${JSON.stringify(output.value)}\n\n${note}` },
      };
    case "json":
      return { ...part, output: { type: "text", value: `${JSON.stringify(output.value)}\n\n${note}` } };
    case "content":
      return { ...part, output: { ...output, value: [...output.value, { type: "text", text: note }] } };
    default:
      return part;
  }
}
