const LINE_END = 10;

/** A line longer than this is not kept in memory: no message is so long, but a broken disk may make one. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Bytes that are decoded together: a longer text would be given pages of its own, which costs more than it saves. */
const DECODED = 64 * 1024;

/** What is no UTF-8 becomes this as text. */
const BROKEN = "\ufffd";

/** One line of a file, without its `\n`. */
export interface RawLine {
  /** Text where it is known to be whole, else bytes, valid only for now; null for a line that is too long. */
  content: string | Buffer | null;
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
    else if (piece.length > 0) pieces.push(Buffer.from(piece));
  }

  function give(isOpen: boolean): void {
    const content = length > longest ? null : Buffer.concat(pieces, length);
    pieces = [];
    length = 0;
    onLine({ content, isOpen });
  }

  /** Whole lines, each with its end. Decoding many together costs less than one by one. */
  function giveAll(lines: Buffer): void {
    for (let start = 0, end = 0; start < lines.length; start = end) {
      end = lines.lastIndexOf(LINE_END, start + DECODED - 1) + 1;
      if (end <= start) end = lines.indexOf(LINE_END, start) + 1;
      giveSome(lines.subarray(start, end));
    }
  }

  function giveSome(lines: Buffer): void {
    const text = lines.length > longest ? BROKEN : lines.toString("utf8");
    if (text.includes(BROKEN)) return giveEach(lines);
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf("\n", start);
      onLine({ content: text.slice(start, end), isOpen: false });
    }
  }

  function giveEach(lines: Buffer): void {
    for (let start = 0, end = 0; start < lines.length; start = end + 1) {
      end = lines.indexOf(LINE_END, start);
      onLine({ content: end - start > longest ? null : lines.subarray(start, end), isOpen: false });
    }
  }

  return {
    push(chunk) {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      if (length > 0) {
        const end = buffer.indexOf(LINE_END);
        if (end === -1) return keep(buffer);
        keep(buffer.subarray(0, end));
        give(false);
        start = end + 1;
      }
      const end = buffer.lastIndexOf(LINE_END) + 1;
      if (end > start) giveAll(buffer.subarray(start, end));
      keep(buffer.subarray(Math.max(start, end)));
    },
    end() {
      if (length > 0) give(true);
    },
  };
}
