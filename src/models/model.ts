/**
 * The `Model` port. No vendor's type crosses it: blocks have the Anthropic Messages form,
 * which is also how sessions are stored, but a block may carry fields daybook does not know.
 */

/** One content block, as it came and as it is sent back. Unknown kinds and fields are kept. */
export interface Block {
  type: string;
  [field: string]: unknown;
}

export interface TextBlock extends Block {
  type: "text";
  text: string;
}

export interface ToolUseBlock extends Block {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}

export interface ToolResultBlock extends Block {
  type: "tool_result";
  tool_use_id: string;
  content: string | Block[];
  is_error?: boolean;
}

/** One message of a conversation, in the block form of Anthropic's Messages. */
export interface Message {
  role: "user" | "assistant";
  content: Block[];
  /** What the provider needs to get its own answer back unchanged; opaque outside its adapter. */
  raw?: unknown;
  /** The model that made an assistant message. */
  model?: string;
}

/** What is known of a model before it is asked. */
export interface ModelInfo {
  /** As the person writes it: `anthropic/claude-opus-4-5`, `scripted`. */
  id: string;
  provider: string;
  /** Tokens of input and output together. */
  window: number;
  maxOutput: number;
  thinking: boolean;
  /** Thinking blocks carry signatures and must go back unchanged. */
  signedThinking: boolean;
  images: boolean;
  /** Runs on this machine: no cost, often slow, no side queries by itself. */
  local: boolean;
}

/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** Plain JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  /** A tool that Anthropic's models were trained on: declared to them by this type and its name alone. */
  anthropicType?: string;
}

/** One request: everything the model is told. */
export interface ModelRequest {
  /** One entry a system block; the bytes stay the same for a whole session. */
  system: readonly string[];
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  /** Output tokens at most; the model's own maximum when absent. */
  maxTokens?: number;
  /** A side query: no turn of the conversation. Servers are not told; a script answers it from its side answers alone. */
  side?: true;
}

/** Tokens of one request, as the provider counted them or as daybook estimates them. */
export interface Usage {
  /** Tokens that were neither read from nor written to a cache. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The server counted nothing: `input` and `output` are daybook's estimate. */
  estimated?: true;
}

/** The counted parts of a usage. */
export type UsageCount = Exclude<keyof Usage, "estimated">;

/** Every way an answer can end. */
export const stopReasons = [
  "end_turn",
  "tool_use",
  "max_tokens",
  "stop_sequence",
  "pause_turn",
  "refusal",
  "context_exceeded",
] as const;
/** One of `stopReasons`. */
export type StopReason = (typeof stopReasons)[number];

/** Every kind of failure, for those that check a name. */
export const modelFailures = [
  "aborted",
  "unreachable",
  "unauthorized",
  "unknown-model",
  "rate-limited",
  "overloaded",
  "too-long",
  "bad-request",
  "cut-stream",
  "server",
  "script",
] as const;
/** One of `modelFailures`. */
export type ModelFailure = (typeof modelFailures)[number];

/** What comes of a request, piece by piece; `done` or `error` is the last. */
export type ModelEvent =
  | { type: "text-delta"; text: string }
  | { type: "thinking-delta"; text: string }
  | { type: "tool-call-start"; id: string; name: string }
  /** Nothing of the answer has come yet and another try follows; `attempt` is that try, the first retry is 2. */
  | { type: "retry"; attempt: number; delayMs: number; reason: string; failure: ModelFailure }
  | { type: "done"; message: AssistantMessage }
  | {
      type: "error";
      failure: ModelFailure;
      /** One sentence for a person: what went wrong and what to do. */
      message: string;
      status?: number;
      /** With `too-long`: tokens of the window as the server counts them, where it said so. */
      window?: number;
      /** What had arrived before the failure, for display; never sent back as it is. */
      partial?: Block[];
    };

/** A whole answer of a model, with what it cost. */
export interface AssistantMessage extends Message {
  role: "assistant";
  model: string;
  stop: StopReason;
  usage: Usage;
  /**
   * Calls that must never run: cut by the output limit, or with arguments that are no JSON object.
   * Their `tool_use` block stands in `content` with an `input` that may be empty; answer each with
   * an error result that gives the reason. Absent when every call may run.
   */
  unusable?: readonly UnusableCall[];
}

/** A `tool_use` block that must not run. */
export interface UnusableCall {
  id: string;
  /** For the model: what was wrong and what to do. */
  reason: string;
}

/** A model, whoever serves it: the port that adapters fill. */
export interface Model {
  readonly info: ModelInfo;
  /**
   * Never throws and never rejects: it ends in exactly one `done` or `error`.
   * After `signal` aborts it ends in `error` with `aborted`, soon.
   */
  stream(request: ModelRequest, options?: { signal?: AbortSignal }): AsyncIterable<ModelEvent>;
}

export function isText(block: Block): block is TextBlock {
  return block.type === "text" && typeof block["text"] === "string";
}

export function isToolUse(block: Block): block is ToolUseBlock {
  return block.type === "tool_use" && typeof block["id"] === "string" && typeof block["name"] === "string";
}

export function isToolResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result" && typeof block["tool_use_id"] === "string";
}

/** Why this call must not run, or undefined when it may. */
export function problemOfCall(message: Pick<AssistantMessage, "unusable">, id: string): string | undefined {
  return message.unusable?.find((call) => call.id === id)?.reason;
}

/** All text of a message, blocks joined by nothing. */
export function textOf(message: { content: readonly Block[] }): string {
  return message.content
    .filter(isText)
    .map((block) => block.text)
    .join("");
}
