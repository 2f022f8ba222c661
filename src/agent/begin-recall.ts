import type { ContextBlock } from "../context/index.ts";
import { isText, type Block } from "../models/index.ts";
import { estimateTokens } from "../text/index.ts";
import type { Part } from "./conversation.ts";
import type { RecallConversation, TurnRecall } from "./turn-recall.ts";

/** What a turn begins with, as far as recall needs it. */
export interface RecallBeginning extends Omit<RecallConversation, "tokens"> {
  prompt: readonly Block[];
  /** What the session began with. */
  context: readonly ContextBlock[];
  /** Tokens. */
  window: number;
  /** Share of the window that memory and instructions have together. */
  share: number;
}

/** The memories that matter to a prompt, by the words of the person. */
export function beginRecall(
  recall: TurnRecall,
  { prompt, context, window, share, ...conversation }: RecallBeginning,
): Promise<Part[]> {
  const words = prompt
    .filter(isText)
    .map(({ text }) => text)
    .join("\n");
  return recall.begin(words, { ...conversation, tokens: recallRoom({ context, window, share }) });
}

/** Tokens that recalled memories may fill: what indexes and instruction files leave of their share of the window. */
export function recallRoom({
  context,
  window,
  share,
}: Pick<RecallBeginning, "context" | "window" | "share">): number {
  const taken = context
    .filter(({ source }) => source.startsWith("index:") || source === "instructions")
    .reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return Math.max(0, Math.floor(window * share) - taken);
}
