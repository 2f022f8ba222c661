import type { Limits } from "../limits/index.ts";

/** Tokens of a request above which a conversation is compacted: what leaves room for an answer, or a share of a small window. */
export function compactionThreshold(
  window: number,
  limits: Pick<Limits, "compactionReserveTokens" | "compactionShare">,
): number {
  return Math.floor(Math.max(window - limits.compactionReserveTokens, window * limits.compactionShare));
}
