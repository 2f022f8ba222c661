import type { InputStream } from "../../app/index.ts";

/** A prompt with a pasted log is well below; what is longer is not read on. */
const mostBytes = 8 * 1024 * 1024;

/**
 * The JSON that another program writes to standard input; undefined for none, for what is no JSON, and when it does not
 * come in time. Programs often leave their end open, so a whole object is enough. Never fails.
 */
export async function readJsonInput(stream: InputStream, waitMs: number): Promise<unknown> {
  if (stream.isTTY === true) return undefined;
  const timer = setTimeout(() => end(stream), waitMs);
  const value = await readJson(partsOf(stream)).catch(() => undefined);
  clearTimeout(timer);
  end(stream);
  return value;
}

/** Else an input that is never closed would be waited for, and keep the process. */
function end(stream: InputStream): void {
  (stream as { destroy?: () => void }).destroy?.();
}

async function readJson(parts: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of parts) {
    chunks.push(part);
    bytes += part.length;
    if (bytes > mostBytes) return undefined;
    const value = endsObject(part) ? parsed(chunks) : undefined;
    if (value !== undefined) return value;
  }
  return parsed(chunks);
}

async function* partsOf(stream: InputStream): AsyncGenerator<Buffer> {
  for await (const part of stream) yield Buffer.isBuffer(part) ? part : Buffer.from(part);
}

function endsObject(part: Buffer): boolean {
  return /\}\s*$/.test(part.subarray(-64).toString("latin1"));
}

function parsed(chunks: readonly Buffer[]): unknown {
  try {
    return JSON.parse(
      Buffer.concat(chunks)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    ) as unknown;
  } catch {
    return undefined;
  }
}
