import { type AccumulatedBlocks, BlockAccumulator } from "./block-accumulator.ts";
import { withCutCall } from "./cut-call.ts";
import { jsonMembers } from "./json-text.ts";
import {
  type AssistantMessage,
  type Block,
  isToolUse,
  type ModelEvent,
  type StopReason,
  type Usage,
  type UsageCount,
} from "./model.ts";
import type { GrowingAnswer, StreamFault } from "./one-try.ts";

/** What an answer's `raw` holds; only present when the parsed blocks do not say it all. */
export interface AnthropicRaw {
  /** JSON texts of blocks that parsing changes (large integers, order of keys), as they came. */
  exact?: string[];
  /** Arguments that were no JSON, by the id of their call. */
  unread?: Record<string, string>;
}

const STOP_REASONS: Record<string, StopReason> = {
  end_turn: "end_turn",
  tool_use: "tool_use",
  max_tokens: "max_tokens",
  stop_sequence: "stop_sequence",
  pause_turn: "pause_turn",
  refusal: "refusal",
  model_context_window_exceeded: "context_exceeded",
};

/** One answer as it comes in: takes the data of each server-sent event, gives back what to show. */
export class AnthropicAnswer implements GrowingAnswer {
  readonly #blocks: BlockAccumulator;
  readonly #usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  #stop: string | undefined;
  /** The whole answer is here: `message_stop` came. */
  finished = false;
  fault: StreamFault | undefined;

  /** `fallbackId` names a call that came without an id of its own. */
  constructor(fallbackId: (position: number) => string) {
    this.#blocks = new BlockAccumulator(fallbackId);
  }

  /** Throws only where `data` is not JSON. Unknown events are passed over. */
  accept(data: string): ModelEvent[] {
    const event = JSON.parse(data) as Record<string, unknown> | null;
    if (typeof event !== "object" || event === null || this.finished) return [];
    const index = typeof event["index"] === "number" ? event["index"] : 0;
    switch (event["type"]) {
      case "message_start":
        this.#addUsage(fieldOf(event["message"], "usage"));
        return [];
      case "content_block_start":
        return this.#blocks.start(index, memberOf(data, "content_block"));
      case "content_block_delta":
        return this.#blocks.add(index, memberOf(data, "delta"));
      case "content_block_stop":
        return this.#blocks.stop(index);
      case "message_delta":
        this.#addUsage(event["usage"]);
        this.#stop = stringOf(fieldOf(event["delta"], "stop_reason")) ?? this.#stop;
        return [];
      case "message_stop":
        this.finished = true;
        return this.#blocks.stopAll();
      case "error":
        this.fault = {
          type: stringOf(fieldOf(event["error"], "type")) ?? "api_error",
          words: stringOf(fieldOf(event["error"], "message")) ?? "",
        };
        return [];
      default:
        return [];
    }
  }

  get isWhole(): boolean {
    return this.finished;
  }

  get size(): number {
    return this.#blocks.size;
  }

  partial(): Block[] {
    return this.#blocks.result().blocks;
  }

  message(model: string): AssistantMessage {
    const parts = this.#blocks.result();
    const stop = stopOf(this.#stop, parts.blocks);
    const unusable = withCutCall({ ...parts, stop });
    const raw = rawOf(parts);
    return {
      role: "assistant",
      content: parts.blocks,
      model,
      stop,
      usage: { ...this.#usage },
      ...(unusable.length > 0 && { unusable }),
      ...(raw !== undefined && { raw }),
    };
  }

  /** Later counts replace earlier ones; a missing or empty one leaves what was known. */
  #addUsage(usage: unknown): void {
    const names = {
      input: "input_tokens",
      output: "output_tokens",
      cacheRead: "cache_read_input_tokens",
      cacheWrite: "cache_creation_input_tokens",
    } as const;
    for (const [ours, theirs] of Object.entries(names) as Array<[UsageCount, string]>) {
      const count = fieldOf(usage, theirs);
      if (typeof count === "number" && count >= 0) this.#usage[ours] = count;
    }
  }
}

/** A turn with calls is a tool turn whatever the server calls its end, or the calls would stay without results. */
function stopOf(reason: string | undefined, blocks: readonly Block[]): StopReason {
  const hasCalls = blocks.some(isToolUse);
  const stop = reason !== undefined && Object.hasOwn(STOP_REASONS, reason) ? STOP_REASONS[reason] : undefined;
  if (stop === undefined || stop === "end_turn" || stop === "tool_use")
    return hasCalls ? "tool_use" : "end_turn";
  return stop;
}

function rawOf({ exact, unread }: AccumulatedBlocks): AnthropicRaw | undefined {
  const hasUnread = Object.keys(unread).length > 0;
  if (exact.length === 0 && !hasUnread) return undefined;
  return { ...(exact.length > 0 && { exact }), ...(hasUnread && { unread }) };
}

function memberOf(data: string, name: string): string {
  return jsonMembers(data).findLast(([member]) => member === name)?.[1] ?? "{}";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
