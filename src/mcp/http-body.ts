import type { IncomingMessage } from "node:http";
import { parseJson, type ParsedJson } from "./json-text.ts";

/** A request's body as JSON, or how it is refused. */
export type ReadBody = { ok: true; value: unknown } | { ok: false; status: number; problem: string };

/**
 * Reads JSON of at most so many bytes of UTF-8. What is longer is passed over to its end without being kept: a client
 * that is still sending would not hear why it is refused.
 */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limitBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > limitBytes) {
    const problem = `The request has ${bytes} bytes; the limit is ${limitBytes}. Keep one fact to a memory.`;
    return { ok: false, status: 413, problem };
  }
  const parsed = parseBytes(Buffer.concat(chunks));
  return parsed.ok ? parsed : { ok: false, status: 400, problem: `The request's body is ${parsed.problem}.` };
}

function parseBytes(bytes: Buffer): ParsedJson {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { ok: false, problem: "not UTF-8 text" };
  }
}
