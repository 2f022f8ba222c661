import type { Limits } from "../limits/index.ts";
import { estimateTokens, systemReminder } from "../text/index.ts";
import type { ContextBlock, ContextFile, ContextSource, LoadedText } from "./source.ts";

/** What a session begins with. */
export interface AssembledContext {
  /** In the order of the sources. */
  blocks: ContextBlock[];
  /** Sentences for the person: cuts, held memories, unreadable files. */
  notices: string[];
}

/** The sources, and how much room they have. */
export interface AssembleOptions {
  sources: readonly ContextSource[];
  limits: Pick<Limits, "contextShare">;
  /** Tokens of the model's window. */
  window: number;
}

interface Loaded {
  source: ContextSource;
  loaded: LoadedText;
}

/**
 * Loads every source that is not of a turn and gives their texts as they are sent. The same inputs give
 * the same bytes. Those that can shrink take at most `contextShare` of the window together.
 */
export async function assembleContext({
  sources,
  limits,
  window,
}: AssembleOptions): Promise<AssembledContext> {
  const asked = sources.filter((source) => source.placement !== "turn");
  const answers = await Promise.all(asked.map(async (source) => ({ source, loaded: await source.load() })));
  const spoken = answers.filter((answer): answer is Loaded => answer.loaded !== null);
  const wants = spoken.map(({ loaded }) => (loaded.fit ? estimateTokens(loaded.text) : 0));
  const allowances = shareBudget(wants, Math.floor(window * limits.contextShare));
  const blocks: ContextBlock[] = [];
  const notices: string[] = [];
  for (const [index, { source, loaded }] of spoken.entries()) {
    const allowance = allowances[index] ?? 0;
    const fitted = loaded.fit && (wants[index] ?? 0) > allowance ? loaded.fit(allowance) : null;
    notices.push(...(loaded.notices ?? []), ...(fitted ? [fitted.notice] : []));
    blocks.push(toBlock(source, fitted === null ? loaded : { files: loaded.files, ...fitted }));
  }
  return { blocks, notices };
}

/** What of a context is about memory: a sub-agent without memory goes without these. */
export function isMemorySource(source: { name: string }): boolean {
  return source.name === "memory-guide" || source.name.startsWith("index:");
}

function toBlock(
  { name, placement }: ContextSource,
  { text, files }: { text: string; files?: readonly ContextFile[] | undefined },
): ContextBlock {
  const sent = placement === "system" ? text : systemReminder(text);
  return { placement, source: name, text: sent, ...(files === undefined ? {} : { files }) };
}

/** Splits a budget so that small wants are met in full and the large ones share the rest evenly. */
export function shareBudget(wants: readonly number[], budget: number): number[] {
  const allowances = wants.map(() => 0);
  const order = wants
    .map((_, index) => index)
    .toSorted((left, right) => (wants[left] ?? 0) - (wants[right] ?? 0));
  let rest = budget;
  for (const [position, index] of order.entries()) {
    const evenShare = Math.floor(rest / (order.length - position));
    const allowance = Math.min(wants[index] ?? 0, evenShare);
    allowances[index] = allowance;
    rest -= allowance;
  }
  return allowances;
}
