import { isText, isToolResult, type Block } from "../models/index.ts";
import type { LoggedRecord } from "../sessions/index.ts";

/** UTF-16 units of one text, and of all outputs of tools together: enough for what an answer repeats. */
const ONE_TEXT = 200_000;
const ALL_OUTPUTS = 600_000;

/**
 * What daybook and tools put into a conversation, by `from`: system blocks, instruction files, recalled memories,
 * notes, attachments, summaries, outputs. Of very many outputs the newest.
 */
export function injectedTexts(records: readonly LoggedRecord[]): string[] {
  const texts = new Set<string>();
  const outputs: string[] = [];
  for (const record of records) {
    if (record.type === "context") {
      for (const text of record.system) texts.add(cut(text));
      texts.add(cut(JSON.stringify(record.tools)));
    } else if (record.type === "user" || record.type === "compaction") {
      for (const text of besideThePerson(record)) texts.add(cut(text));
    } else if (record.type === "tool_result") outputs.push(...record.content.flatMap(textsOf).map(cut));
  }
  let room = ALL_OUTPUTS;
  const newest = outputs.toReversed().filter((text) => (room -= text.length) >= 0);
  return [...texts, ...newest].filter((text) => text.trim() !== "");
}

function besideThePerson({ content = [], from = [] }: { content?: Block[]; from?: string[] }): string[] {
  return content.flatMap((block, at) => (from[at] === "person" ? [] : textsOf(block)));
}

function textsOf(block: Block): string[] {
  if (isText(block)) return [block.text];
  if (!isToolResult(block)) return [];
  if (typeof block.content === "string") return [block.content];
  return Array.isArray(block.content) ? block.content.filter(isText).map(({ text }) => text) : [];
}

function cut(text: string): string {
  return text.length > ONE_TEXT ? text.slice(0, ONE_TEXT) : text;
}
