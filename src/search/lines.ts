/** Numbered texts that may come from a file: then they stay bytes until they are asked for. */
import { Buffer } from "node:buffer";

export class Lines {
  readonly #own = new Map<number, string>();
  readonly #bytes: Uint8Array | undefined;
  /** Where each begins in the bytes, and behind the last where it ends. */
  readonly #starts: Uint32Array;

  constructor(stored?: { starts: Uint32Array; bytes: Uint8Array }) {
    this.#bytes = stored?.bytes;
    this.#starts = stored?.starts ?? new Uint32Array(0);
  }

  /** Empty where none was set. */
  at(number: number): string {
    const own = this.#own.get(number);
    if (own !== undefined || this.#bytes === undefined) return own ?? "";
    const from = this.#starts[number] ?? 0;
    const to = this.#starts[number + 1] ?? from;
    return to === from
      ? ""
      : Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + from, to - from).toString("utf8");
  }

  set(number: number, text: string): void {
    if (text === "" && this.#bytes === undefined) this.#own.delete(number);
    else this.#own.set(number, text);
  }
}

/** The first `count` texts: where each begins, and all of them. */
export function linesToBytes(lines: Lines, count: number): [starts: Uint8Array, bytes: Uint8Array] {
  const starts = new Uint32Array(count + 1);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let number = 0; number < count; number += 1) {
    const part = Buffer.from(lines.at(number), "utf8");
    parts.push(part);
    length += part.byteLength;
    starts[number + 1] = length;
  }
  return [new Uint8Array(starts.buffer), Buffer.concat(parts)];
}

export function linesFromBytes(starts: Uint8Array, bytes: Uint8Array): Lines {
  return new Lines({
    starts: new Uint32Array(starts.buffer, starts.byteOffset, starts.byteLength >>> 2),
    bytes,
  });
}
