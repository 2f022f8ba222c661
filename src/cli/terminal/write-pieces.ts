import { once } from "node:events";
import type { OutputStream } from "../../app/index.ts";

/** Writes each piece as it comes and waits while the reader is slow: a long text must not pile up in memory. */
export async function writePieces(stdout: OutputStream, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (!stdout.write(piece)) await once(stdout as NodeJS.WritableStream, "drain");
  }
}
