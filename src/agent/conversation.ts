import {
  isText,
  isToolResult,
  isToolUse,
  type AssistantMessage,
  type Block,
  type Message,
  type ModelInfo,
} from "../models/index.ts";
import type { Append, From } from "./events.ts";

/** The result of one call. */
export interface ToolResult {
  /** Id of the call. */
  id: string;
  content: string;
  isError: boolean;
  /** The program made it up because the tool did not finish. */
  synthetic?: boolean;
  /** Texts that arrived meanwhile: the last parts of the result, since text beside results ends turns early. */
  notes?: readonly Part[];
}

/** A text and where it is from. */
export interface Part {
  text: string;
  from: From;
}

/** What a conversation begins with. */
export interface ConversationOptions {
  append: Append;
  model: ModelInfo;
  /** Of an earlier conversation, perhaps with another model. */
  messages?: readonly Message[];
}

const INTERRUPTED = "Interrupted before it finished; the result is unknown.";

/**
 * The messages of one conversation. Everything is appended to the record first and remembered after;
 * a message that was sent is never changed, and every call gets its result.
 */
export class Conversation {
  #messages: readonly Message[] = [];
  readonly #append: Append;
  readonly #model: ModelInfo;

  constructor({ append, model, messages = [] }: ConversationOptions) {
    this.#append = append;
    this.#model = model;
    this.#messages = messages
      .map((message) => asSeenBy(message, model))
      .filter(({ content }) => content.length > 0);
  }

  /** As they are sent. The array is never changed: each addition makes a new one. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  async addUser(content: Block[], from: From[]): Promise<void> {
    await this.#append({ type: "user", content, from });
    this.#remember({ role: "user", content });
  }

  /** Records an answer as it came. What cannot be sent back is not remembered; false when nothing is left. */
  async addAnswer(message: AssistantMessage): Promise<boolean> {
    const { content, usage, stop, model, raw } = message;
    const rawPart = raw === undefined ? {} : { raw };
    await this.#append({
      type: "assistant",
      content,
      usage,
      stop,
      model,
      provider: this.#model.provider,
      ...rawPart,
    });
    const kept = content.filter((block) => isSendable(block, this.#model));
    if (!kept.some((block) => !isThinking(block))) return false;
    this.#remember({ role: "assistant", content: kept, model, ...rawPart });
    return true;
  }

  /** Keeps what was shown of an answer that broke off. False when nothing was shown. */
  async addPartialAnswer(text: string): Promise<boolean> {
    const shown = text.trimEnd();
    if (shown === "") return false;
    return this.addAnswer({
      role: "assistant",
      content: [{ type: "text", text: shown }],
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      stop: "end_turn",
      model: this.#model.id,
    });
  }

  /** Adds one result; all results of an answer become one message. */
  async addResult({ id, content, isError, synthetic = false, notes = [] }: ToolResult): Promise<void> {
    const block: Block = {
      type: "tool_result",
      tool_use_id: id,
      content:
        notes.length === 0
          ? content
          : [content, ...notes.map((note) => note.text)].filter((text) => text.trim() !== "").map(textBlock),
      ...(isError ? { is_error: true } : {}),
    };
    await this.#append({
      type: "tool_result",
      content: [block],
      from: ["tool", ...notes.map((note) => note.from)],
      ...(synthetic ? { synthetic: true } : {}),
    });
    const last = this.#messages.at(-1);
    if (last?.role === "user" && last.content.every(isToolResult)) {
      this.#messages = [...this.#messages.slice(0, -1), { ...last, content: [...last.content, block] }];
    } else {
      this.#remember({ role: "user", content: [block] });
    }
  }

  /** Gives every call that still waits a result, so that the next request is valid. */
  async settle(): Promise<void> {
    for (const id of this.#waitingCalls()) {
      await this.addResult({ id, content: INTERRUPTED, isError: true, synthetic: true });
    }
  }

  /** Goes back to the first `count` messages: what came after was refused and would be refused again. */
  withdrawTo(count: number): void {
    this.#messages = this.#messages.slice(0, count);
  }

  endsWithResults(): boolean {
    const last = this.#messages.at(-1);
    return last?.role === "user" && last.content.some(isToolResult);
  }

  #waitingCalls(): string[] {
    const answerAt = this.#messages.findLastIndex((message) => message.role === "assistant");
    const calls = this.#messages[answerAt]?.content.filter(isToolUse) ?? [];
    const results = this.#messages
      .slice(answerAt + 1)
      .flatMap((message) => message.content.filter(isToolResult));
    const answered = new Set(results.map((result) => result.tool_use_id));
    return calls.map((call) => call.id).filter((id) => !answered.has(id));
  }

  #remember(message: Message): void {
    this.#messages = [...this.#messages, message];
  }
}

/** A text as a block. */
export function textBlock(text: string): Block {
  return { type: "text", text };
}

function isThinking(block: Block): boolean {
  return block.type === "thinking" || block.type === "redacted_thinking";
}

// Thinking, and a provider's own form of an answer, go back only to the model that made them.
function asSeenBy(message: Message, { id }: ModelInfo): Message {
  if (message.role !== "assistant" || message.model === id) return message;
  const { raw: _raw, ...rest } = message;
  return { ...rest, content: message.content.filter((block) => !isThinking(block)) };
}

// Providers may return what they refuse to take back: empty texts, thinking whose signature never came.
function isSendable(block: Block, model: ModelInfo): boolean {
  if (isText(block)) return block.text.trim() !== "";
  if (block.type !== "thinking" || !model.signedThinking) return true;
  return typeof block["signature"] === "string" && block["signature"] !== "";
}
