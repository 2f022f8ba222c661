const LINE_END = 10;

/** A line longer than this is not kept in memory: no message is so long, but a broken disk may make one. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** One line of a file, without its `\n`. */
export interface RawLine {
  /** Valid only until the next chunk is pushed; null for a line that is too long. */
  bytes: Buffer | null;
  /** It stands at the end of the file and nothing ends it. */
  isOpen: boolean;
}

/** Cuts chunks of bytes at `\n` and nowhere else; holds no more than one line. */
export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Gives the line that nothing ended, if there is one. */
  end(): void;
}

/** Calls `onLine` for each line, in order. */
export function createLineSplitter(
  onLine: (line: RawLine) => void,
  longest: number = LONGEST_LINE,
): LineSplitter {
  // What came of the line so far; of a line that is too long only its length is kept.
  let pieces: Buffer[] = [];
  let length = 0;

  function keep(piece: Buffer): void {
    length += piece.length;
    if (length > longest) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  }

  function give(isOpen: boolean): void {
    const [first] = pieces;
    const bytes =
      pieces.length === 1 && first !== undefined
        ? first
        : length > longest
          ? null
          : Buffer.concat(pieces, length);
    pieces = [];
    length = 0;
    onLine({ bytes, isOpen });
  }

  return {
    push(chunk) {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      for (let end = buffer.indexOf(LINE_END); end !== -1; end = buffer.indexOf(LINE_END, start)) {
        keep(buffer.subarray(start, end));
        give(false);
        start = end + 1;
      }
      keep(buffer.subarray(start));
    },
    end() {
      if (length > 0) give(true);
    },
  };
}
