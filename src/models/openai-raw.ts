/**
 * What a chat-completions answer holds beside text and calls, kept in `Message.raw`: some servers want it
 * back within a loop of tools (DeepSeek its `reasoning_content`, OpenRouter its `reasoning_details`,
 * Gemini the signature in a call's `extra_content`).
 */
export interface OpenaiRaw {
  /** Fields of the message, reasoning among them, and fields nobody knows. */
  fields?: Record<string, unknown>;
  /** By the id of the call. */
  calls?: Record<string, RawCall>;
}

export interface RawCall {
  /** The arguments as they came, where `JSON.stringify` would write them differently. */
  arguments?: string;
  /** Fields of the call, and of its `function`, that nobody knows. */
  fields?: Record<string, unknown>;
  functionFields?: Record<string, unknown>;
}

/** Fields of an answer that no request may hold. */
const ONLY_IN_ANSWERS = new Set([
  "role",
  "content",
  "tool_calls",
  "function_call",
  "refusal",
  "annotations",
  "audio",
]);

/** The message's fields that go back to the model that made them. `raw` comes from a file and may be anything. */
export function fieldsToReturn(raw: unknown): Record<string, unknown> {
  const fields = recordOf(recordOf(raw)?.["fields"]) ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ONLY_IN_ANSWERS.has(name)));
}

/** What is kept of a call. */
export function rawCall(raw: unknown, id: string): RawCall {
  const calls = recordOf(recordOf(raw)?.["calls"]) ?? {};
  const call = Object.hasOwn(calls, id) ? recordOf(calls[id]) : undefined;
  const text = call?.["arguments"];
  return {
    ...(typeof text === "string" && { arguments: text }),
    fields: recordOf(call?.["fields"]) ?? {},
    functionFields: recordOf(call?.["functionFields"]) ?? {},
  };
}

/** The value as an object, or undefined for a list and for everything that has no fields. */
export function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
