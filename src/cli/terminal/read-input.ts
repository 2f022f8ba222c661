import { DaybookError } from "../../errors/index.ts";
import type { InputStream } from "../../app/index.ts";

/**
 * All of standard input as text. Fails with `invalid` for bytes that are not UTF-8, and with the sentence
 * `tooLong` for more than `limitBytes`, without reading on.
 */
export async function readInput(
  stream: InputStream,
  limitBytes: number,
  tooLong = `Standard input is longer than ${limitBytes} bytes, the most a body may have.`,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    bytes += buffer.length;
    if (bytes > limitBytes) {
      throw new DaybookError("invalid", tooLong);
    }
    chunks.push(buffer);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new DaybookError("invalid", "Standard input is not UTF-8 text. Convert it, then try again.", {
      cause,
    });
  }
}
