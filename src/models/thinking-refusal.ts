import type { ModelFailure } from "./model.ts";

// Tolerant: places in the message vary, and proxies re-wrap the words.
const REFUSED = [
  /bound to a different conversation/,
  /invalid `?signature`?.{0,20}thinking/,
  /thinking.{0,80}(cannot be modified|must remain as they were|signature: field required)/,
  /expected `?(thinking|redacted_thinking)`?.{0,80}but found/,
].map((pattern) => new RegExp(pattern, "is"));

/**
 * Whether a provider refused a request because of the thinking in it. The same request never succeeds;
 * without the thinking it does.
 */
export function refusesThinking({ failure, message }: { failure: ModelFailure; message: string }): boolean {
  return failure === "bad-request" && REFUSED.some((pattern) => pattern.test(message));
}
