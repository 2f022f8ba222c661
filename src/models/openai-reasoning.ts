import { recordOf } from "./openai-raw.ts";

/** Fields in which servers send what a model thinks; several may hold the same words. */
const SOURCES = ["reasoning_content", "reasoning", "reasoning_details"] as const;

export type ReasoningSource = (typeof SOURCES)[number];

/** The thinking of a delta. The first field that holds some is read for the whole answer, so that nothing shows twice. */
export function reasoningOf(
  delta: Record<string, unknown>,
  known: ReasoningSource | undefined,
): { source: ReasoningSource | undefined; text: string } {
  const source = known ?? SOURCES.find((name) => wordsIn(delta[name]) !== "");
  return { source, text: source === undefined ? "" : wordsIn(delta[source]) };
}

/** A message's content is a text, or a list of parts. */
export function partsOf(content: unknown): { text: string; thinking: string } {
  if (typeof content === "string") return { text: content, thinking: "" };
  const parts = (Array.isArray(content) ? content : []).map(recordOf);
  const textOfKind = (isThinking: boolean): string =>
    parts
      .filter((part) => (part?.["type"] === "thinking") === isThinking)
      .map((part) => wordsIn(part))
      .join("");
  return { text: textOfKind(false), thinking: textOfKind(true) };
}

/** Words of a part lie a few levels down; nothing below is looked at. */
const MOST_LEVELS = 16;

function wordsIn(value: unknown, level = 0): string {
  if (typeof value === "string") return value;
  if (level === MOST_LEVELS) return "";
  if (Array.isArray(value)) return value.map((part) => wordsIn(part, level + 1)).join("");
  const record = recordOf(value);
  if (record === undefined) return "";
  const words = [record["text"], record["summary"], record["thinking"]].find((found) => found !== undefined);
  return typeof words === "string" || Array.isArray(words) ? wordsIn(words, level + 1) : "";
}
