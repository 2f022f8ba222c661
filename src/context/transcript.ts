import { isText, isToolResult, isToolUse, type Block } from "../models/index.ts";
import { cutBytes, countBytes, estimateTokens } from "../text/index.ts";

/** A message as it is told to whoever summarises it. */
export interface ToldMessage {
  role: "user" | "assistant";
  content: readonly Block[];
  /** One entry a block of a user message; what daybook itself put there is left out. */
  from?: readonly string[];
}

/** Bytes of a tool's output that are told: its beginning and its end say what it was. */
const OUTPUT_BYTES = 1_600;
const INPUT_BYTES = 800;
/** Bytes of one text; what is longer was pasted, and is told by its beginning and its end. */
const TEXT_BYTES = 12_000;
/** Kinds of blocks in a user message that are of the conversation itself. */
const SPOKEN = new Set(["person", "attachment"]);

/** The conversation as plain text, one piece a message, in order; pieces without anything to tell are left out. */
export function transcriptOf(messages: readonly ToldMessage[]): string[] {
  return messages.flatMap((message) => {
    const parts = message.role === "user" ? userParts(message) : message.content.flatMap(agentPart);
    return parts.length === 0 ? [] : [parts.join("\n")];
  });
}

/** The first pieces that fit into so many estimated tokens, and how many they are: at least one, cut in its middle if need be. */
export function takePieces(pieces: readonly string[], tokens: number): { text: string; taken: number } {
  const fitting: string[] = [];
  let used = 0;
  for (const piece of pieces) {
    used += estimateTokens(piece) + 1;
    if (used > tokens && fitting.length > 0) break;
    fitting.push(withinTokens(piece, tokens));
  }
  return { text: fitting.join("\n\n"), taken: fitting.length };
}

function userParts({ content, from = [] }: ToldMessage): string[] {
  return content.flatMap((block, at) => {
    if (isToolResult(block)) return [`[result] ${middleCut(outputOf(block.content), OUTPUT_BYTES)}`];
    const source = from[at] ?? "person";
    if (!SPOKEN.has(source)) return [];
    const words = isText(block) ? middleCut(block.text, TEXT_BYTES) : `(${block.type})`;
    return [`[${source}] ${words}`];
  });
}

function agentPart(block: Block): string[] {
  if (isText(block)) return block.text.trim() === "" ? [] : [`[agent] ${middleCut(block.text, TEXT_BYTES)}`];
  if (isToolUse(block))
    return [`[agent calls ${block.name}] ${middleCut(JSON.stringify(block.input) ?? "", INPUT_BYTES)}`];
  return [];
}

function outputOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as Block[]).map((part) => (isText(part) ? part.text : `(${part.type})`)).join("\n");
}

function withinTokens(text: string, tokens: number): string {
  const estimate = estimateTokens(text);
  if (estimate <= tokens) return text;
  return middleCut(text, Math.floor((countBytes(text) * Math.max(0, tokens - LEFT_OUT_TOKENS)) / estimate));
}

const LEFT_OUT_TOKENS = 24;

function middleCut(text: string, limit: number): string {
  const bytes = countBytes(text);
  if (bytes <= limit) return text;
  const head = cutBytes(text, Math.floor((limit * 2) / 3));
  const tail = endOf(text, Math.floor(limit / 3));
  return `${head}\n(… ${bytes - countBytes(head) - countBytes(tail)} bytes left out …)\n${tail}`;
}

function endOf(text: string, limit: number): string {
  let at = Math.max(0, text.length - limit);
  while (at < text.length && countBytes(text.slice(at)) > limit)
    at += Math.max(1, Math.ceil((text.length - at) / 8));
  // Not within a pair of surrogates.
  return /^[\udc00-\udfff]/u.test(text.slice(at, at + 1)) ? text.slice(at + 1) : text.slice(at);
}
