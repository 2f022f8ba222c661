import { createHash } from "node:crypto";
import type { AnthropicRaw } from "./anthropic-answer.ts";
import { cacheMarks } from "./cache-marks.ts";
import { isJsonObject, wellFormedJson } from "./json-text.ts";
import {
  type Block,
  isText,
  isToolResult,
  isToolUse,
  type Message,
  type ModelRequest,
  type ToolSpec,
} from "./model.ts";

const CACHE_MARK = { type: "ephemeral" };
const TOOL_ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const LONGEST_NAME = 128;

/**
 * The request as JSON text. It is written here, not by the SDK, so that blocks the provider made go
 * back with the bytes they came with; the same messages always give the same bytes, cache marks aside.
 */
export function anthropicBody(
  request: ModelRequest,
  model: { name: string; id: string; maxOutput: number },
): string {
  const system = request.system.filter((text) => text.trim() !== "");
  const tools = request.tools.map(declared);
  const members = [
    `"model":${JSON.stringify(model.name)}`,
    `"max_tokens":${Math.max(1, Math.min(request.maxTokens ?? model.maxOutput, model.maxOutput))}`,
    `"stream":true`,
    system.length > 0 && `"system":${wellFormedJson(marked(system.map((text) => ({ type: "text", text }))))}`,
    tools.length > 0 && `"tools":${wellFormedJson(system.length > 0 ? tools : marked(tools))}`,
    `"messages":${messagesJson(request.messages, model.id)}`,
  ];
  return `{${members.filter((member) => member !== false).join(",")}}`;
}

function declared({ name, description, inputSchema, anthropicType }: ToolSpec): object {
  return anthropicType === undefined
    ? { name, description, input_schema: inputSchema }
    : { type: anthropicType, name };
}

function messagesJson(messages: readonly Message[], model: string): string {
  const sent = messages
    .map((message) => ({ ...message, content: sendable(message, model) }))
    .filter(({ content }) => content.length > 0);
  const marks = new Set(cacheMarks(sent).map(({ message, block }) => `${message}:${block}`));
  const written = sent.map((message, number) => {
    const exact = exactTexts(message);
    const blocks = message.content.map((block, position) =>
      blockJson(block, exact, marks.has(`${number}:${position}`)),
    );
    return { role: message.role, blocks };
  });
  const texts = joinAnswers(written).map(
    ({ role, blocks }) => `{"role":"${role}","content":[${blocks.join(",")}]}`,
  );
  return `[${texts.join(",")}]`;
}

interface WrittenMessage {
  role: Message["role"];
  blocks: string[];
}

/**
 * The parts of one answer stand in one message, with the results behind it. Neighbours of a user stay apart: no text
 * may stand beside results, and a message that was sent is never changed. The API makes one turn of them.
 */
function joinAnswers(messages: readonly WrittenMessage[]): WrittenMessage[] {
  const joined: WrittenMessage[] = [];
  for (const { role, blocks } of messages) {
    const last = joined.at(-1);
    if (role === "assistant" && last?.role === role) last.blocks.push(...blocks);
    else joined.push({ role, blocks });
  }
  return joined;
}

/** Blank texts are refused by the API, and thinking is only understood by the model that made it. */
function sendable({ content, model: madeBy }: Message, model: string): Block[] {
  const isForeign = madeBy !== undefined && madeBy !== model;
  return content
    .filter((block) => !isBlank(block) && !(isForeign && isThinking(block)))
    .map((block) =>
      isToolResult(block) && Array.isArray(block.content) && block.content.some(isBlank)
        ? { ...block, content: block.content.filter((part) => !isBlank(part)) }
        : block,
    );
}

function isBlank(block: Block): boolean {
  return isText(block) && block.text.trim() === "";
}

function isThinking({ type }: Block): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** By what a block looks like after parsing, the text it came as. A block changed since has no such text. */
function exactTexts({ raw }: Message): ReadonlyMap<string, string> {
  const exact = typeof raw === "object" && raw !== null ? (raw as AnthropicRaw).exact : undefined;
  const texts = new Map<string, string>();
  if (!Array.isArray(exact)) return texts;
  for (const text of exact) {
    if (typeof text === "string" && isJsonObject(text)) texts.set(JSON.stringify(JSON.parse(text)), text);
  }
  return texts;
}

function blockJson(block: Block, exact: ReadonlyMap<string, string>, isMarked: boolean): string {
  const { cache_control: ownMark, ...unmarked } = withSafeName(withSafeId(block));
  const parsed = JSON.stringify(unmarked);
  const json =
    ownMark === undefined ? (exact.get(parsed) ?? wellFormedJson(unmarked)) : wellFormedJson(unmarked);
  return isMarked ? `${json.slice(0, -1)},"cache_control":${JSON.stringify(CACHE_MARK)}}` : json;
}

/** An id made by another provider may not fit the pattern; call and result get the same new one. */
function withSafeId(block: Block): Block {
  if (isToolUse(block) && !TOOL_ID.test(block.id)) return { ...block, id: safeId(block.id) };
  if (isToolResult(block) && !TOOL_ID.test(block.tool_use_id))
    return { ...block, tool_use_id: safeId(block.tool_use_id) };
  return block;
}

/** Another provider may call tools by names that are refused here; all that matters in the past is that it stays the same. */
function withSafeName(block: Block): Block {
  if (!isToolUse(block) || TOOL_NAME.test(block.name)) return block;
  return { ...block, name: block.name.replaceAll(/[^a-zA-Z0-9_-]/gu, "_").slice(0, LONGEST_NAME) || "_" };
}

function safeId(id: string): string {
  return `toolu_${createHash("sha256").update(id).digest("hex").slice(0, 24)}`;
}

function marked<T extends object>(items: readonly T[]): object[] {
  return items.map((item, position) =>
    position === items.length - 1 ? { ...item, cache_control: CACHE_MARK } : item,
  );
}
