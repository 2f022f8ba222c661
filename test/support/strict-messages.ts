/**
 * The rules of the Messages API for pairs of calls and results and for thinking, as strict as the strictest
 * server: a request that passes here is accepted everywhere.
 */

/** A block or message of a request: anything may stand in it. */
type Fields = Record<string, unknown>;

/** Who checks the request. */
export interface StrictModel {
  /** Thinking blocks must be signed; without it they are refused whole, as by a server that makes none. */
  thinking: boolean;
  /** Signatures that this server made. Left out: any signature counts as its own. */
  signatures?: ReadonlySet<string>;
}

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const ID = /^[a-zA-Z0-9_-]+$/;
const SERVER_ID = /^srvtoolu_[a-zA-Z0-9_]+$/;
const MOST_MARKS = 4;

/** The text of the error that the API would answer, or undefined for a request without fault. */
export function faultOfMessages(body: unknown, model: StrictModel = { thinking: true }): string | undefined {
  const { system, tools, messages } = body as Fields;
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  for (const fault of faultsOf(messages as Fields[], { system, tools }, model)) return fault;
  return undefined;
}

function* faultsOf(messages: Fields[], rest: Fields, model: StrictModel): Generator<string> {
  const joined = joinTurns(messages);
  if (messages[0]?.["role"] !== "user") yield 'messages: first message must use the "user" role';
  for (const [at, message] of messages.entries()) {
    yield* faultsOfMessage(message, at, at === messages.length - 1);
    // Stricter than the API, which makes one turn of neighbours; those of a user may stand apart.
    if (message["role"] === "assistant" && messages[at - 1]?.["role"] === "assistant")
      yield `messages.${at}: the parts of one answer must stand in one message`;
  }
  yield* faultsOfPairs(joined);
  for (const [at, message] of joined.entries()) yield* faultsOfThinking(message, at, model);
  if (joined.at(-1)?.role === "assistant") {
    yield "This model does not support assistant message prefill. The conversation must end with a user message.";
  }
  const marks = countMarks([rest, messages]);
  if (marks > MOST_MARKS) {
    yield `A maximum of ${MOST_MARKS} blocks with cache_control may be provided. Found ${marks}.`;
  }
}

interface Turn {
  role: unknown;
  content: Fields[];
}

/** Neighbours of one role are one turn. */
function joinTurns(messages: readonly Fields[]): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    const blocks =
      typeof content === "string" ? [{ type: "text", text: content }] : ((content ?? []) as Fields[]);
    if (last !== undefined && last.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  }
  return turns;
}

function* faultsOfMessage(message: Fields, at: number, isLast: boolean): Generator<string> {
  const { role, content } = message;
  if (role !== "user" && role !== "assistant")
    yield `messages.${at}.role: Input should be 'user' or 'assistant'`;
  const isEmpty = content === "" || (Array.isArray(content) && content.length === 0);
  if (isEmpty && !(isLast && role === "assistant")) {
    yield `messages.${at}: all messages must have non-empty content except for the optional final assistant message`;
  }
  if (typeof content === "string") return;
  if (!Array.isArray(content)) return yield `messages.${at}.content: Input should be a valid list`;
  for (const [number, block] of (content as unknown[]).entries()) {
    yield* faultsOfBlock(block, { at: `messages.${at}.content.${number}`, role });
  }
}

function* faultsOfBlock(block: unknown, { at, role }: { at: string; role: unknown }): Generator<string> {
  if (!isFields(block) || typeof block["type"] !== "string")
    return yield `${at}: Input should be a valid block`;
  switch (block["type"]) {
    case "text":
      if (typeof block["text"] !== "string") yield `${at}.text.text: Field required`;
      else if (block["text"].trim() === "") yield "messages: text content blocks must be non-empty";
      return;
    case "tool_use":
      if (role !== "assistant") yield `${at}: tool_use blocks can only be in assistant messages`;
      yield* faultOfId(block["id"], ID, `${at}.tool_use.id`);
      if (typeof block["name"] !== "string" || block["name"] === "")
        yield `${at}.tool_use.name: Field required`;
      else if (!NAME.test(block["name"]))
        yield `${at}.tool_use.name: String should match pattern '${NAME.source}'`;
      if (!isFields(block["input"])) yield `${at}.tool_use.input: Input should be a valid dictionary`;
      return;
    case "server_tool_use":
      return yield* faultOfId(block["id"], SERVER_ID, `${at}.server_tool_use.id`);
    case "tool_result":
      if (role !== "user") yield `${at}: tool_result blocks can only be in user messages`;
      yield* faultOfId(block["tool_use_id"], ID, `${at}.tool_result.tool_use_id`);
      return yield* faultsOfResult(block["content"], at);
    case "thinking":
      if (role !== "assistant") yield `${at}: thinking blocks can only be in assistant messages`;
      if (typeof block["thinking"] !== "string") yield `${at}.thinking.thinking: Field required`;
      if (typeof block["signature"] !== "string") yield `${at}.thinking.signature: Field required`;
      if (block["cache_control"] !== undefined)
        yield `${at}: cache_control cannot be set for thinking blocks`;
      return;
    case "reasoning":
      return yield `${at}: Input tag 'reasoning' found using 'type' does not match any of the expected tags`;
    default:
      return;
  }
}

function* faultsOfResult(content: unknown, at: string): Generator<string> {
  if (content === undefined || typeof content === "string") return;
  if (!Array.isArray(content)) return yield `${at}.tool_result.content: Input should be a valid list`;
  for (const [number, part] of (content as unknown[]).entries()) {
    yield* faultsOfBlock(part, { at: `${at}.tool_result.content.${number}`, role: "user" });
  }
}

function* faultOfId(id: unknown, pattern: RegExp, at: string): Generator<string> {
  if (typeof id !== "string" || !pattern.test(id))
    yield `${at}: String should match pattern '${pattern.source}'`;
}

function* faultsOfPairs(turns: readonly Turn[]): Generator<string> {
  const ids = new Set<unknown>();
  for (const [at, turn] of turns.entries()) {
    if (turn.role === "assistant") {
      for (const [number, { type, id }] of turn.content.entries()) {
        if (type !== "tool_use" && type !== "server_tool_use") continue;
        if (ids.has(id)) yield `messages.${at}.content.${number}: \`tool_use\` ids must be unique`;
        ids.add(id);
      }
      yield* faultsOfServerTools(turn, at);
    }
    yield* faultsOfAnswers(turn, turns[at - 1], at);
    yield* faultsOfCalls(turn, turns[at + 1], at);
  }
}

function* faultsOfCalls(turn: Turn, next: Turn | undefined, at: number): Generator<string> {
  if (turn.role !== "assistant") return;
  // A text before the results ends them.
  const first = next?.content.findIndex(({ type }) => type !== "tool_result") ?? 0;
  const results = next?.content.slice(0, first === -1 ? undefined : first) ?? [];
  const answered = new Set(results.map((block) => block["tool_use_id"]));
  const open = turn.content
    .filter(({ type, id }) => type === "tool_use" && !answered.has(id))
    .map(({ id }) => id);
  if (open.length === 0) return;
  yield (
    `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. ` +
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
  );
}

function* faultsOfAnswers(turn: Turn, before: Turn | undefined, at: number): Generator<string> {
  const called = new Set(before?.content.filter(({ type }) => type === "tool_use").map(({ id }) => id));
  const seen = new Set<unknown>();
  for (const [number, block] of turn.content.entries()) {
    if (block["type"] !== "tool_result") continue;
    const id = block["tool_use_id"];
    if (turn.role !== "user" || !called.has(id)) {
      yield (
        `messages.${at}.content.${number}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. ` +
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
      );
    }
    if (seen.has(id)) {
      yield (
        `messages.${at}.content.${number}: each tool_use must have a single result. ` +
        `Found multiple \`tool_result\` blocks with id: ${String(id)}`
      );
    }
    seen.add(id);
  }
}

function* faultsOfServerTools({ content }: Turn, at: number): Generator<string> {
  const called = new Set<unknown>();
  for (const [number, block] of content.entries()) {
    const type = String(block["type"]);
    if (type === "server_tool_use") called.add(block["id"]);
    if (type === "tool_result" || !type.endsWith("_tool_result")) continue;
    if (called.delete(block["tool_use_id"])) continue;
    yield (
      `messages.${at}.content.${number}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ` +
      `${String(block["tool_use_id"])}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
    );
  }
  for (const id of called) {
    yield `messages.${at}: \`server_tool_use\` ids were found without a result in the same message: ${String(id)}`;
  }
}

function* faultsOfThinking({ role, content }: Turn, at: number, model: StrictModel): Generator<string> {
  if (role !== "assistant") return;
  for (const [number, block] of content.entries()) {
    if (!isThinking(block)) continue;
    const place = `messages.${at}.content.${number}`;
    if (!model.thinking) yield `${place}: Input tag '${String(block["type"])}' is not known to this model`;
    const { signature } = block;
    if (
      block["type"] === "thinking" &&
      (signature === "" || model.signatures?.has(String(signature)) === false)
    ) {
      yield `${place}: Invalid \`signature\` in \`thinking\` block`;
    }
  }
  const last = content.at(-1);
  if (last !== undefined && isThinking(last)) {
    yield `messages.${at}: The final block in an assistant message cannot be \`thinking\`.`;
  }
}

function isThinking({ type }: Fields): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function countMarks(value: unknown): number {
  if (Array.isArray(value))
    return (value as unknown[]).reduce<number>((sum, each) => sum + countMarks(each), 0);
  if (!isFields(value)) return 0;
  const own = value["cache_control"] === undefined ? 0 : 1;
  // What stands in the input of a call is data.
  const parts = Object.entries(value).filter(([name]) => name !== "cache_control" && name !== "input");
  return own + countMarks(parts.map(([, part]) => part));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
