/** A line, or why it cannot be one. */
export type ReadLine = { ok: true; text: string } | { ok: false; problem: string };

/** Makes lines of bytes as they come. */
export interface LineReader {
  add(chunk: Uint8Array): ReadLine[];
  /** What stands behind the last line end. */
  end(): ReadLine[];
}

const lineEnd = 0x0a;

/** Lines of UTF-8. One over the limit is told as soon as it is known, and the rest of it is passed over unkept. */
export function createLineReader(limitBytes: number): LineReader {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let isPassing = false;

  function keep(part: Uint8Array): ReadLine[] {
    if (isPassing || part.length === 0) return [];
    bytes += part.length;
    if (bytes > limitBytes) {
      isPassing = true;
      parts = [];
      return [
        { ok: false, problem: `This line is longer than ${limitBytes} bytes; nothing of it was read.` },
      ];
    }
    parts.push(part);
    return [];
  }

  function finish(): ReadLine[] {
    const line = isPassing ? [] : [decode(parts)];
    [parts, bytes, isPassing] = [[], 0, false];
    return line;
  }

  return {
    add(chunk) {
      const lines: ReadLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, from)) {
        lines.push(...keep(chunk.subarray(from, at)), ...finish());
        from = at + 1;
      }
      return [...lines, ...keep(chunk.subarray(from))];
    },
    end: () => (bytes === 0 ? [] : finish()),
  };
}

function decode(parts: readonly Uint8Array[]): ReadLine {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)) };
  } catch {
    return { ok: false, problem: "This line is not UTF-8 text." };
  }
}
