import type { InputStream } from "../../app/index.ts";

/** A prompt with a pasted log is well below; what is longer is not read on. */
const mostBytes = 8 * 1024 * 1024;

/**
 * The JSON that another program writes to standard input; undefined for none, for what is no JSON, and when it does not
 * come in time. Programs often leave their end open, so a whole object is enough. Never fails.
 */
export async function readJsonInput(stream: InputStream, waitMs: number): Promise<unknown> {
  if (stream.isTTY === true) return undefined;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (value: unknown): void => {
      clearTimeout(timer);
      stream.removeListener("data", take);
      // Else an input that is never closed would keep the process.
      stream.pause();
      (stream as { destroy?: () => void }).destroy?.();
      resolve(value);
    };
    const take = (chunk: Buffer | string): void => {
      const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      chunks.push(buffer);
      bytes += buffer.length;
      if (bytes > mostBytes) return finish(undefined);
      if (!endsObject(buffer)) return undefined;
      const value = parsed(chunks);
      return value === undefined ? undefined : finish(value);
    };
    const timer = setTimeout(() => finish(undefined), waitMs);
    stream.on("data", take);
    stream.on("end", () => finish(parsed(chunks)));
    stream.on("error", () => finish(undefined));
  });
}

function endsObject(buffer: Buffer): boolean {
  return /\}\s*$/.test(buffer.subarray(-64).toString("latin1"));
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
