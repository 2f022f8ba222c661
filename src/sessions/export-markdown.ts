import { isText, isToolResult, isToolUse } from "../models/index.ts";
import type { Block } from "../models/index.ts";
import { escapeUnseen, oneLine } from "../text/index.ts";
import type { ListedSession } from "./list.ts";
import type { From, LoggedRecord } from "./record.ts";

/** The beginning of a session as a Markdown text. */
export function markdownHead(
  { id, title, created, lastActive, pinned }: ListedSession,
  cwd: string | null,
): string {
  const facts = [
    ["session", id],
    ["began", created],
    ["last message", lastActive ?? "none"],
    ...(cwd === null ? [] : [["folder", cwd]]),
    ...(pinned ? [["pinned", "yes"]] : []),
  ];
  const lines = facts.map(([name, value]) => `- ${name}: ${plain(value ?? "")}`);
  return `# ${plain(title ?? "A session without words")}\n\n${lines.join("\n")}\n`;
}

/** What one record says, as Markdown; empty for what is no part of the conversation. */
export function markdownOf(record: LoggedRecord): string {
  switch (record.type) {
    case "user":
      return section(
        "Person",
        record.ts,
        record.content.flatMap((block, at) => saidBlock(block, record.from[at])),
      );
    case "assistant":
      return section("Agent", record.ts, record.content.flatMap(answeredBlock));
    case "tool_result":
      return record.content.filter(isToolResult).map(resultBlock).join("");
    case "compaction":
      return section("Summary of what came before", record.ts, [body(record.summary)]);
    default:
      return "";
  }
}

function section(who: string, at: string | undefined, parts: readonly string[]): string {
  const kept = parts.filter((part) => part.trim() !== "");
  if (kept.length === 0) return "";
  return `\n## ${who}${at === undefined ? "" : ` (${plain(at)})`}\n\n${kept.join("\n\n")}\n`;
}

/** A person's words are quoted, so that headings and fences in them stay theirs. Memories and notes are left out. */
function saidBlock(block: Block, from: From | undefined): string[] {
  if (from === "attachment") return isText(block) ? [fenced(block.text)] : ["(an attachment)"];
  if (from !== "person") return [];
  return isText(block) ? [quoted(block.text)] : [`(${plain(block.type)})`];
}

function answeredBlock(block: Block): string[] {
  if (isText(block)) return [body(block.text)];
  if (!isToolUse(block)) return [];
  return [`**${plain(block.name)}**\n\n${fenced(JSON.stringify(block.input, null, 2) ?? "", "json")}`];
}

function resultBlock({ content, is_error: isError }: Block): string {
  const parts: unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const texts = parts.map((part) => {
    const { text, type } = (part ?? {}) as { text?: unknown; type?: unknown };
    return typeof text === "string" ? text : `(${String(type ?? "nothing")})`;
  });
  return `\n${isError === true ? "Failed" : "Result"}:\n\n${fenced(texts.join("\n"))}\n`;
}

function quoted(text: string): string {
  return body(text)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** A fence longer than any in the text, so that nothing in it can end it. */
function fenced(text: string, language = ""): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${body(text)}\n${fence}`;
}

function body(text: string): string {
  return escapeUnseen(text, { keepLines: true }).trimEnd();
}

function plain(text: string): string {
  return escapeUnseen(oneLine(text)).trim();
}
