import { saysTooLong } from "./context-limit.ts";
import type { Failure } from "./failure.ts";

/** What of a request a server has shown it does not take. Learned once, kept for the model's life. */
export interface Dialect {
  /** The model's name at the server. */
  name: string;
  /** `stream_options.include_usage`: counts of tokens at the end of the stream. */
  asksForUsage: boolean;
  limitField: "max_tokens" | "max_completion_tokens";
  /** Reasoning and unknown fields of the model's own answers are sent back. */
  returnsFields: boolean;
  sendsImages: boolean;
}

/** The next dialect to try after a refusal, or undefined when the refusal has another reason. */
export function adaptedDialect(
  dialect: Dialect,
  refusal: { failed: Failure; words: string; otherName: string | undefined },
): Dialect | undefined {
  const { failed, words, otherName } = refusal;
  if (failed.failure === "unknown-model" && otherName !== undefined && otherName !== dialect.name)
    return { ...dialect, name: otherName };
  const isAboutRequest = failed.failure === "bad-request" || failed.failure === "server";
  if (!isAboutRequest || failed.status === undefined || saysTooLong(words)) return undefined;
  // Servers that cannot see answer an image with 500.
  if (dialect.sendsImages && /image|vision|multi-?modal|mmproj/i.test(words))
    return { ...dialect, sendsImages: false };
  if (failed.status >= 500) return undefined;
  if (dialect.asksForUsage && /stream_options|include_usage/i.test(words))
    return { ...dialect, asksForUsage: false };
  if (dialect.limitField === "max_tokens" && /max_completion_tokens/.test(words))
    return { ...dialect, limitField: "max_completion_tokens" };
  if (dialect.limitField === "max_completion_tokens" && /max_(completion_)?tokens/.test(words))
    return { ...dialect, limitField: "max_tokens" };
  if (dialect.returnsFields && REFUSES_FIELDS.test(words)) return { ...dialect, returnsFields: false };
  return undefined;
}

const REFUSES_FIELDS =
  /reasoning(_content|_details)?\b.*(unsupported|not supported|not permitted|not allowed|unknown|unrecognized|unexpected)|(unsupported|not permitted|not allowed|unknown|unrecognized|unexpected|additional|extra)\b.*(reasoning|field|propert|input|parameter|argument)|property '.*' is unsupported/i;
