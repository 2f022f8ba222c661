import type { ModelMessage, ToolModelMessage, UserModelMessage } from "ai";
import type { MemoryConversation } from "./conversation.ts";
import { messageKeys } from "./message-keys.ts";

/** Fits `prepareStep` of every call, whatever its tools. */
export type MemoryStep = (options: { messages: ModelMessage[] }) => Promise<{ messages: ModelMessage[] }>;

/** What a step asks of a conversation. */
export type StepMemory = Pick<MemoryConversation, "recall" | "poll" | "sentAgain">;

/**
 * A `prepareStep` that brings to each new prompt the memories that matter to it: into that message, behind the
 * person's words; what a side query finds later goes behind the newest tool result. Every message is sent in the same
 * form again in each later step and call, so that the beginning of a request never changes. Make one for a
 * conversation, and give the whole conversation to each call; after a call that failed and whose messages are dropped,
 * say `turnFailed()`.
 */
export function createPrepareStep(memory: StepMemory): MemoryStep {
  const brought = new Map<string, readonly string[]>();
  return async ({ messages }) => {
    const keys = messageKeys(messages);
    await bring({ newest: messages.at(-1), key: keys.at(-1) }, { memory, brought });
    const sent = messages.map((message, index) => withTexts(message, brought.get(keys[index] ?? "") ?? []));
    return { messages: sent };
  };
}

async function bring(
  { newest, key }: { newest: ModelMessage | undefined; key: string | undefined },
  { memory, brought }: { memory: StepMemory; brought: Map<string, readonly string[]> },
): Promise<void> {
  // Only the newest message may be added to, and only before it was sent.
  if (newest === undefined || key === undefined) return;
  const before = brought.get(key);
  if (newest.role === "user") {
    if (before === undefined) brought.set(key, await memory.recall(wordsOf(newest)));
    else await memory.sentAgain(before);
  } else if (newest.role === "tool" && before === undefined && carrierIn(newest) >= 0) {
    brought.set(key, memory.poll());
  }
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
  const last = carrierIn(message);
  const note = texts.join("\n\n");
  const content = message.content.map((part, index) => (index === last ? withNote(part, note) : part));
  return { ...message, content };
}

/** Where the last result is that a text can stand behind; -1 where all were denied, or only asked about. */
function carrierIn({ content }: ToolModelMessage): number {
  return content.findLastIndex(
    (part) => part.type === "tool-result" && part.output.type !== "execution-denied",
  );
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
