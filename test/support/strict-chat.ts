/** The rules of chat completions for calls and their results, as strict as the strictest compatible server. */

type Fields = Record<string, unknown>;

/** The text of the error that a server would answer, or undefined for a request without fault. */
export function faultOfChat(body: unknown): string | undefined {
  const { messages } = body as Fields;
  if (!Array.isArray(messages) || messages.length === 0) return "[] is too short - 'messages'";
  for (const fault of faultsOf(messages as Fields[])) return fault;
  return undefined;
}

function* faultsOf(messages: readonly Fields[]): Generator<string> {
  let waiting: unknown[] = [];
  let previous: unknown;
  for (const [at, message] of messages.entries()) {
    const { role } = message;
    if (role === "tool") {
      const id = message["tool_call_id"];
      if (!waiting.includes(id)) {
        yield "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      }
      waiting = waiting.filter((each) => each !== id);
      if (typeof message["content"] !== "string") yield "Invalid value for 'content': expected a string.";
    } else {
      if (waiting.length > 0) yield withoutResponse(waiting);
      if (role === "system" && at > 0) yield "System message must be at the beginning.";
      if (role === previous) yield "Conversation roles must alternate user/assistant/user/assistant/...";
      if (role === "user" && isEmpty(message["content"])) yield `messages.${at}: content must be non-empty`;
      if (role === "assistant") {
        yield* faultsOfAnswer(message, at);
        waiting = callsOf(message).map((call) => call["id"]);
      }
      previous = role;
    }
  }
  if (waiting.length > 0) yield withoutResponse(waiting);
  if (messages.at(-1)?.["role"] === "assistant")
    yield "The conversation must end with a user or a tool message.";
}

function* faultsOfAnswer(message: Fields, at: number): Generator<string> {
  const calls = message["tool_calls"];
  if (Array.isArray(calls) && calls.length === 0) yield `[] is too short - 'messages.${at}.tool_calls'`;
  const content = message["content"];
  const isMissing = content === null || content === undefined;
  if (isMissing && calls === undefined) yield "Invalid value for 'content': expected a string, got null.";
  if (!isMissing && isEmpty(content)) yield `messages.${at}: content must be non-empty`;
  for (const call of callsOf(message)) {
    if (typeof call["id"] !== "string" || call["id"] === "")
      yield `messages.${at}.tool_calls: id is required`;
    const { name, arguments: given } = (call["function"] ?? {}) as Fields;
    if (typeof name !== "string" || name === "") yield `messages.${at}.tool_calls: function.name is required`;
    if (!isJsonObject(given)) yield `messages.${at}.tool_calls: function.arguments must be a JSON object`;
  }
}

function callsOf(message: Fields): Fields[] {
  return Array.isArray(message["tool_calls"]) ? (message["tool_calls"] as Fields[]) : [];
}

function withoutResponse(ids: readonly unknown[]): string {
  return (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${ids.join(", ")}`
  );
}

function isEmpty(content: unknown): boolean {
  return typeof content === "string"
    ? content.trim() === ""
    : !Array.isArray(content) || content.length === 0;
}

function isJsonObject(text: unknown): boolean {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof text === "string" && typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
