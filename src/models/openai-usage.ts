import type { Usage } from "./model.ts";
import { recordOf } from "./openai-raw.ts";

/** The counts of a chunk, wherever the server puts them; undefined when it counted nothing. */
export function usageOf(chunk: Record<string, unknown>, choice?: Record<string, unknown>): Usage | undefined {
  const candidates = [chunk["usage"], choice?.["usage"], recordOf(chunk["x_groq"])?.["usage"]];
  return candidates.map(readUsage).find((usage) => usage !== undefined);
}

function readUsage(value: unknown): Usage | undefined {
  const usage = recordOf(value);
  if (usage === undefined) return undefined;
  const details = recordOf(usage["prompt_tokens_details"]);
  const prompt = firstCount(usage["prompt_tokens"], usage["input_tokens"]);
  const output = firstCount(usage["completion_tokens"], usage["output_tokens"]);
  // All zeros is how a server says that it did not count.
  if (prompt + output === 0) return undefined;
  // DeepSeek names them differently. Both are part of the prompt's tokens.
  const cacheRead = Math.min(
    firstCount(details?.["cached_tokens"], usage["prompt_cache_hit_tokens"]),
    prompt,
  );
  const cacheWrite = Math.min(firstCount(details?.["cache_write_tokens"]), prompt - cacheRead);
  return { input: prompt - cacheRead - cacheWrite, output, cacheRead, cacheWrite };
}

function firstCount(...values: unknown[]): number {
  const count = values.find((value) => typeof value === "number" && Number.isFinite(value) && value >= 0);
  return typeof count === "number" ? count : 0;
}
