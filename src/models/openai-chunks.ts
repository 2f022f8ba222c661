import { recordOf } from "./openai-raw.ts";

/** The server's word for the end of a stream. */
export const DONE = "[DONE]";

export type Chunk = Record<string, unknown> | typeof DONE;

/**
 * The chunks in the data of one event: one, or one a line where a server forgets the blank line between
 * events. What is no JSON at all (a heartbeat, a log line) is passed over; JSON that is broken is not, since
 * words of the answer would be missing. Throws a `SyntaxError` for it.
 */
export function chunksOf(data: string): Chunk[] {
  const whole = chunkOf(data);
  if (whole !== "broken") return whole === undefined ? [] : [whole];
  const lines = data.split(/\r?\n/);
  if (lines.length === 1) throw new SyntaxError("The event is not JSON.");
  return lines.flatMap(chunksOf);
}

function chunkOf(data: string): Chunk | "broken" | undefined {
  const text = data.trim();
  if (text.startsWith(DONE) && !text.includes("\n")) return DONE;
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return text.startsWith("{") || text.includes("\n") ? "broken" : undefined;
  }
}
