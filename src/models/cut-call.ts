import { type Block, isToolUse, type StopReason, type UnusableCall } from "./model.ts";

const CUT_REASON =
  "This call was cut off because the answer reached its output limit, so it did not run. Send it again, shorter or in parts.";

/** The unusable calls and the one that was cut: only the last block can be, and it may look whole when it is not. */
export function withCutCall({
  blocks,
  unusable,
  stop,
}: {
  blocks: readonly Block[];
  unusable: UnusableCall[];
  stop: StopReason;
}): UnusableCall[] {
  const last = blocks.at(-1);
  const wasCut = stop === "max_tokens" || stop === "context_exceeded" || stop === "refusal";
  if (!wasCut || last === undefined || !isToolUse(last)) return unusable;
  return [...unusable.filter((call) => call.id !== last.id), { id: last.id, reason: CUT_REASON }];
}
