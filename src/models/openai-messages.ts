import { createHash } from "node:crypto";
import { isJsonObject } from "./json-text.ts";
import {
  type Block,
  isText,
  isToolResult,
  isToolUse,
  type Message,
  type ModelRequest,
  textOf,
  type ToolResultBlock,
  type ToolUseBlock,
} from "./model.ts";
import { type ChatPart, partsOfBlocks, textOfParts } from "./openai-parts.ts";
import { fieldsToReturn, rawCall } from "./openai-raw.ts";

export type ChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ChatPart[] }
  | { role: "assistant"; content: string | null; tool_calls?: unknown[]; [field: string]: unknown }
  | { role: "tool"; tool_call_id: string; content: string };

export interface ChatOptions {
  /** The model that is asked; only its own answers get their extra fields back. */
  id: string;
  returnsFields: boolean;
  sendsImages: boolean;
}

/** This protocol has no sign for a result that is an error. */
const ERROR = "Error: ";
const NO_RESULT = "Error: Interrupted before it finished; the result is unknown.";
/** Longer ids are refused by some, unless they made them. */
const LONGEST_ID = 40;

/**
 * The conversation as chat messages: system first, neighbours of one role made one, each call followed
 * directly by its result. The same messages always give the same result, so that the prefix stays in caches.
 */
export function chatMessages(
  { system, messages }: Pick<ModelRequest, "system" | "messages">,
  options: ChatOptions,
): ChatMessage[] {
  const systemText = system.filter((text) => text.trim() !== "").join("\n\n");
  const sent: ChatMessage[] = systemText === "" ? [] : [{ role: "system", content: systemText }];
  let waiting: ToolUseBlock[] = [];
  for (const { role, run } of runsOf(messages, options.id)) {
    if (role === "user") sent.push(...answersOf(run, waiting, options));
    else sent.push(...unanswered(waiting), ...assistantMessage(run, options));
    waiting = role === "user" ? [] : run.flatMap(({ content }) => content.filter(isToolUse));
  }
  return [...sent, ...unanswered(waiting)];
}

interface Run {
  role: Message["role"];
  run: Message[];
}

/** Neighbours of one role together; what would be sent as nothing does not part them. */
function runsOf(messages: readonly Message[], id: string): Run[] {
  const newIds = newIdsOf(messages, id);
  const runs: Run[] = [];
  for (const message of messages) {
    if (!message.content.some(isSendable)) continue;
    const last = runs.at(-1);
    const renamed = withNewIds(message, newIds);
    if (last?.role === message.role) last.run.push(renamed);
    else runs.push({ role: message.role, run: [renamed] });
  }
  return runs;
}

function isSendable(block: Block): boolean {
  if (isText(block)) return block.text.trim() !== "";
  return block.type !== "thinking" && block.type !== "redacted_thinking";
}

/** An id made by another provider may be too long; call and result get the same new one. */
function newIdsOf(messages: readonly Message[], id: string): ReadonlyMap<string, string> {
  const newIds = new Map<string, string>();
  for (const { content, model } of messages) {
    for (const call of content.filter(isToolUse)) {
      if (model === id || call.id.length <= LONGEST_ID) continue;
      newIds.set(call.id, `call_${createHash("sha256").update(call.id).digest("hex").slice(0, 24)}`);
    }
  }
  return newIds;
}

function withNewIds(message: Message, newIds: ReadonlyMap<string, string>): Message {
  if (newIds.size === 0) return message;
  const content = message.content.map((block) => {
    if (isToolUse(block)) return { ...block, id: newIds.get(block.id) ?? block.id };
    if (!isToolResult(block)) return block;
    return { ...block, tool_use_id: newIds.get(block.tool_use_id) ?? block.tool_use_id };
  });
  return { ...message, content };
}

function assistantMessage(run: readonly Message[], options: ChatOptions): ChatMessage[] {
  const text = run
    .map(textOf)
    .filter((words) => words.trim() !== "")
    .join("\n\n");
  const calls = run.flatMap((message) =>
    message.content
      .filter(isToolUse)
      .map((call) => chatCall(call, isOwn(message, options) ? message.raw : undefined)),
  );
  if (calls.length === 0) return text === "" ? [] : [{ role: "assistant", content: text }];
  // Within a loop of tools the model needs its reasoning again; an answer without calls is complete without it.
  const fields = run
    .filter((message) => isOwn(message, options) && message.content.some(isToolUse))
    .map(({ raw }) => fieldsToReturn(raw));
  return [
    {
      ...Object.assign({}, ...fields),
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls,
    },
  ];
}

function isOwn({ model }: Message, { id, returnsFields }: ChatOptions): boolean {
  return returnsFields && model === id;
}

function chatCall({ id, name, input }: ToolUseBlock, raw: unknown): unknown {
  const kept = rawCall(raw, id);
  return {
    ...kept.fields,
    id,
    type: "function",
    function: { ...kept.functionFields, name, arguments: argumentsText(input, kept.arguments) },
  };
}

/** Always a JSON object: as the model wrote it where that says the same. */
function argumentsText(input: unknown, asCame: string | undefined): string {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const json = isObject ? JSON.stringify(input) : "{}";
  const isSame = asCame !== undefined && isJsonObject(asCame) && JSON.stringify(JSON.parse(asCame)) === json;
  return isSame ? asCame : json;
}

/** A user's run: the results of the waiting calls in the order of the calls, then what else was said. */
function answersOf(
  run: readonly Message[],
  waiting: readonly ToolUseBlock[],
  { sendsImages }: ChatOptions,
): ChatMessage[] {
  const blocks = run.flatMap(({ content }) => content);
  const results = new Map<string, ToolResultBlock>();
  for (const block of blocks.filter(isToolResult))
    if (!results.has(block.tool_use_id)) results.set(block.tool_use_id, block);
  const tools: ChatMessage[] = [];
  const rest: ChatPart[] = [];
  for (const { id, name } of waiting) {
    const result = results.get(id);
    const { text, images } = contentOf(result, sendsImages);
    tools.push({ role: "tool", tool_call_id: id, content: result === undefined ? NO_RESULT : text });
    if (images.length > 0)
      rest.push({ type: "text", text: `From the result of ${name} (${id}):` }, ...images);
    results.delete(id);
  }
  for (const lost of results.values())
    rest.push({ type: "text", text: `A result whose call is gone: ${contentOf(lost, sendsImages).text}` });
  rest.push(
    ...partsOfBlocks(
      blocks.filter((block) => !isToolResult(block)),
      sendsImages,
    ),
  );
  return rest.length === 0 ? tools : [...tools, { role: "user", content: textOfParts(rest) ?? rest }];
}

function contentOf(
  result: ToolResultBlock | undefined,
  sendsImages: boolean,
): { text: string; images: ChatPart[] } {
  const content = result?.content ?? "";
  const parts = partsOfBlocks(
    typeof content === "string" ? [{ type: "text", text: content }] : content,
    sendsImages,
  );
  const images = parts.filter(({ type }) => type !== "text");
  const words = textOfParts(parts.filter(({ type }) => type === "text")) ?? "";
  const said = words === "" ? (images.length > 0 ? "(see below)" : "(no output)") : words;
  // Some tools say so in their own words already, as Anthropic's memory tool does.
  const isMarked = result?.is_error !== true || said.startsWith(ERROR);
  return { text: isMarked ? said : ERROR + said, images };
}

function unanswered(waiting: readonly ToolUseBlock[]): ChatMessage[] {
  return waiting.map(({ id }) => ({ role: "tool", tool_call_id: id, content: NO_RESULT }));
}
