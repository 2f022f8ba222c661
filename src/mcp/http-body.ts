import type { IncomingMessage } from "node:http";

/** A request's body as JSON, or how it is refused. */
export type ReadBody = { ok: true; value: unknown } | { ok: false; status: number; problem: string };

/** Reads JSON of at most so many bytes of UTF-8. Bytes beyond are never kept. */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  const tooLong: ReadBody = {
    ok: false,
    status: 413,
    problem: `The request is longer than ${limitBytes} bytes. Keep one fact to a memory.`,
  };
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) return tooLong;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) return tooLong;
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const what = error instanceof SyntaxError ? "valid JSON" : "UTF-8 text";
    return { ok: false, status: 400, problem: `The request's body is not ${what}.` };
  }
}
