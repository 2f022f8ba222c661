import { isText, isToolResult, type Block, type ToolResultBlock } from "../models/index.ts";
import { countBytes, estimateTokens } from "../text/index.ts";

/** What of memory this conversation holds already, and how many bytes recall has put into it. */
export interface ShownMemories {
  /** Bytes of recalled blocks so far. */
  readonly bytes: number;
  /** Whether a block of the usual size may still go in. */
  readonly hasRoom: boolean;
  fits(text: string): boolean;
  has(id: string, version: string): boolean;
  /** A memory that a tool read or saved: seen, though not by recall. */
  see(id: string, version: string): void;
  /** A block that goes into the conversation. */
  add(id: string, version: string, text: string): void;
}

/** What recalled blocks may fill in all. */
export interface RecallRoom {
  bytes: number;
  tokens?: number;
}

// A block takes a few hundred bytes before its first word of body.
const SMALLEST_BLOCK: Required<RecallRoom> = { bytes: 400, tokens: 100 };

/** A message of the conversation as far as it tells what was shown. */
export interface SentMessage {
  content: readonly Block[];
  /** One entry a block; of results, `tool` and then one entry for each note at the end of that result's content. */
  from?: readonly string[];
  /** `scope/slug@version` of memories that its calls saved or read. */
  memories?: readonly string[];
}

/** The tag of a recalled block. */
export function recallTag(id: string, version: string): `recall:${string}` {
  return `recall:${id}@${version}`;
}

const TAG = /^recall:((?:user|project)\/.+)@([^@]+)$/s;

/** The memory that a tag names, or null. Slugs may hold an `@`; versions do not. */
export function parseRecallTag(tag: string): { id: string; version: string } | null {
  const [, id, version] = TAG.exec(tag) ?? [];
  return id === undefined || version === undefined ? null : { id, version };
}

/** What a conversation has been shown: blocks of recall that it still holds, and memories that its tools read or saved. */
export function shownIn(
  messages: readonly SentMessage[],
  { bytes: mostBytes, tokens: mostTokens = Number.POSITIVE_INFINITY }: RecallRoom,
): ShownMemories {
  const tags = new Set<string>();
  let bytes = 0;
  let tokens = 0;
  const see = (id: string, version: string): void => {
    tags.add(recallTag(id, version));
  };
  const shown: ShownMemories = {
    get bytes() {
      return bytes;
    },
    get hasRoom() {
      return bytes + SMALLEST_BLOCK.bytes <= mostBytes && tokens + SMALLEST_BLOCK.tokens <= mostTokens;
    },
    fits: (text) => bytes + countBytes(text) <= mostBytes && tokens + estimateTokens(text) <= mostTokens,
    has: (id, version) => tags.has(recallTag(id, version)),
    see,
    add(id, version, text) {
      see(id, version);
      bytes += countBytes(text);
      tokens += estimateTokens(text);
    },
  };
  for (const message of messages) {
    for (const { from, text } of recalledIn(message)) {
      const memory = parseRecallTag(from);
      if (memory !== null) shown.add(memory.id, memory.version, text);
    }
    for (const tag of message.memories ?? []) {
      const memory = parseRecallTag(`recall:${tag}`);
      if (memory !== null) see(memory.id, memory.version);
    }
  }
  return shown;
}

/** The recalled texts of a message: by `from`, never by what a text looks like. */
function recalledIn({ content, from = [] }: SentMessage): { from: string; text: string }[] {
  const results = content.filter(isToolResult);
  const texts = results.length === 0 ? content : notesOf(results, from);
  const sources = results.length === 0 ? from : from.filter((source) => source !== "tool");
  return sources.flatMap((source, position) => {
    const block = texts[position];
    if (!source.startsWith("recall:") || block === undefined) return [];
    return [{ from: source, text: isText(block) ? block.text : "" }];
  });
}

/** The notes at the ends of results, in order: as many of each as `from` names behind its `tool`. */
function notesOf(results: readonly ToolResultBlock[], from: readonly string[]): Block[] {
  const counts = results.map(() => 0);
  let result = -1;
  for (const source of from) {
    if (source === "tool") result += 1;
    else counts[result] = (counts[result] ?? 0) + 1;
  }
  return results.flatMap(({ content }, position) => {
    const count = counts[position] ?? 0;
    return typeof content === "string" || count === 0 ? [] : content.slice(-count);
  });
}
