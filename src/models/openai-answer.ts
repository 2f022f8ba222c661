import { estimateTokens } from "../text/index.ts";
import { saysTooLong } from "./context-limit.ts";
import { withCutCall } from "./cut-call.ts";
import { factsOfErrorBody } from "./error-body.ts";
import { GrowingFields } from "./growing-fields.ts";
import type { AssistantMessage, Block, ModelEvent, StopReason, Usage } from "./model.ts";
import { type GrowingAnswer, type StreamFault, UnreadableAnswer } from "./one-try.ts";
import { CallAccumulator } from "./openai-calls.ts";
import { chunksOf, DONE } from "./openai-chunks.ts";
import { type OpenaiRaw, recordOf } from "./openai-raw.ts";
import { partsOf, type ReasoningSource, reasoningOf } from "./openai-reasoning.ts";
import { usageOf } from "./openai-usage.ts";
import { WholeCharacters } from "./whole-characters.ts";

const STOP_REASONS: Record<string, StopReason> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  function_call: "tool_use",
  length: "max_tokens",
  max_tokens: "max_tokens",
  model_length: "max_tokens",
  content_filter: "refusal",
  refusal: "refusal",
};

/** Ends that are failures: what the server says by them, and the status it would have sent before the stream. */
const FAULTS: Record<string, StreamFault> = {
  error: { type: "", status: 500, words: "the answer ended in an error" },
  abort: { type: "", status: 500, words: "the server aborted the answer" },
  insufficient_system_resource: { type: "", status: 503, words: "insufficient system resource" },
};

/** Fields of a delta that are read here and not kept as they came. */
const READ = new Set(["role", "content", "tool_calls", "function_call"]);

interface Parts {
  text: string;
  thinking: string;
  shownText: WholeCharacters;
  shownThinking: WholeCharacters;
}

export interface OpenaiAnswerOptions {
  /** Ids of the calls this conversation already holds. */
  takenIds: Iterable<string>;
  toolNames: Iterable<string>;
  /** Tokens of the request, for a server that does not count them. */
  estimateInput: () => number;
}

/** One answer as it comes in: takes the data of each event, gives back what to show. */
export class OpenaiAnswer implements GrowingAnswer {
  readonly #calls: CallAccumulator;
  readonly #estimateInput: () => number;
  readonly #fields = new GrowingFields();
  readonly #parts: Parts = {
    text: "",
    thinking: "",
    shownText: new WholeCharacters(),
    shownThinking: new WholeCharacters(),
  };
  #usage: Usage | undefined;
  #finishReason: string | undefined;
  #reasoningSource: ReasoningSource | undefined;
  #hasRefused = false;
  #hasBegun = false;
  /** How many fields nobody knows brought something. */
  #fieldCount = 0;
  finished = false;
  fault: StreamFault | undefined;

  constructor({ estimateInput, ...calls }: OpenaiAnswerOptions) {
    this.#calls = new CallAccumulator(calls);
    this.#estimateInput = estimateInput;
  }

  get isWhole(): boolean {
    return this.finished || this.#finishReason !== undefined;
  }

  get size(): number {
    const begun = this.#hasBegun ? 1 : 0;
    const { text, thinking } = this.#parts;
    return begun + text.length + thinking.length + this.#calls.size + this.#fieldCount;
  }

  accept(data: string): ModelEvent[] {
    if (this.finished) return [];
    return chunksOf(data).flatMap((chunk) => (chunk === DONE ? this.#finish() : this.#acceptChunk(chunk)));
  }

  partial(): Block[] {
    return this.#blocks();
  }

  message(model: string): AssistantMessage {
    const { blocks: calls, unusable, raw: rawCalls } = this.#calls.result();
    const blocks = this.#blocks();
    const stop = this.#stop();
    const problems = withCutCall({ blocks, unusable, stop });
    const fields = this.#fields.result();
    const hasRawCalls = Object.keys(rawCalls).length > 0;
    const raw: OpenaiRaw = { ...(fields && { fields }), ...(hasRawCalls && { calls: rawCalls }) };
    return {
      role: "assistant",
      content: blocks,
      model,
      stop,
      usage: this.#usage ?? this.#estimatedUsage([...calls, this.#parts.thinking, this.#parts.text]),
      ...(problems.length > 0 && { unusable: problems }),
      ...(Object.keys(raw).length > 0 && { raw }),
    };
  }

  #acceptChunk(chunk: Record<string, unknown>): ModelEvent[] {
    const fault = faultOf(chunk);
    if (fault !== undefined) {
      this.fault = fault;
      return [];
    }
    const choice = firstChoice(chunk["choices"]);
    this.#usage = usageOf(chunk, choice) ?? this.#usage;
    if (choice === undefined) return [];
    const events = this.#acceptDelta(choice);
    const reason = choice["finish_reason"];
    if (typeof reason !== "string" || reason === "") return events;
    this.fault = Object.hasOwn(FAULTS, reason) ? FAULTS[reason] : undefined;
    this.#finishReason = reason;
    return [...events, ...this.#rest()];
  }

  #acceptDelta(choice: Record<string, unknown>): ModelEvent[] {
    // A whole message after deltas says nothing new.
    const delta = recordOf(choice["delta"]) ?? (this.#hasBegun ? undefined : recordOf(choice["message"]));
    this.#hasBegun = true;
    if (delta === undefined) return [];
    for (const [name, value] of Object.entries(delta)) if (!READ.has(name)) this.#keep(name, value);
    const { source, text: reasoning } = reasoningOf(delta, this.#reasoningSource);
    this.#reasoningSource = source;
    const content = partsOf(delta["content"]);
    const refusal = typeof delta["refusal"] === "string" ? delta["refusal"] : "";
    if (refusal !== "") this.#hasRefused = true;
    return [
      ...this.#think(reasoning + content.thinking),
      ...this.#say(content.text + refusal),
      ...this.#calls.add(delta["tool_calls"] ?? []),
      ...this.#calls.addFunction(delta["function_call"]),
    ];
  }

  #keep(name: string, value: unknown): void {
    this.#fields.add(name, value);
    if (typeof value === "object" && value !== null && Object.keys(value).length > 0) this.#fieldCount += 1;
  }

  #say(text: string): ModelEvent[] {
    this.#parts.text += text;
    return textDelta(this.#parts.shownText.push(text));
  }

  #think(text: string): ModelEvent[] {
    this.#parts.thinking += text;
    return thinkingDelta(this.#parts.shownThinking.push(text));
  }

  #rest(): ModelEvent[] {
    return [...thinkingDelta(this.#parts.shownThinking.rest()), ...textDelta(this.#parts.shownText.rest())];
  }

  #finish(): ModelEvent[] {
    if (!this.#hasBegun) throw new UnreadableAnswer("no answer");
    this.finished = true;
    return this.#rest();
  }

  #blocks(): Block[] {
    const { text, thinking } = this.#parts;
    return [
      ...(thinking === "" ? [] : [{ type: "thinking", thinking }]),
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...this.#calls.result().blocks,
    ];
  }

  /** A turn with calls is a tool turn whatever the server calls its end, or the calls would stay without results. */
  #stop(): StopReason {
    const reason = this.#finishReason ?? "";
    const stop = Object.hasOwn(STOP_REASONS, reason) ? STOP_REASONS[reason] : undefined;
    if (stop === "max_tokens" || stop === "refusal") return stop;
    if (!this.#calls.isEmpty) return "tool_use";
    return this.#hasRefused ? "refusal" : "end_turn";
  }

  #estimatedUsage(said: unknown[]): Usage {
    const output = estimateTokens(said.map((part) => JSON.stringify(part)).join(""));
    return { input: this.#estimateInput(), output, cacheRead: 0, cacheWrite: 0, estimated: true };
  }
}

function textDelta(text: string): ModelEvent[] {
  return text === "" ? [] : [{ type: "text-delta", text }];
}

function thinkingDelta(text: string): ModelEvent[] {
  return text === "" ? [] : [{ type: "thinking-delta", text }];
}

function firstChoice(choices: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.map(recordOf).find((choice) => choice !== undefined && (choice["index"] ?? 0) === 0);
}

function faultOf(chunk: Record<string, unknown>): StreamFault | undefined {
  const hasError = chunk["error"] !== undefined && chunk["error"] !== null && chunk["error"] !== false;
  const isBareError = !("choices" in chunk) && (chunk["object"] === "error" || "detail" in chunk);
  if (!hasError && !isBareError) return undefined;
  const { type = "", words, status = saysTooLong(words) ? 400 : undefined, window } = factsOfErrorBody(chunk);
  return { type, words, status, window };
}
