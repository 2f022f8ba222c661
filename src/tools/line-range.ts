import type { FileHandle } from "node:fs/promises";

/** A stretch of lines of a file too large to be held. */
export interface LineRange {
  text: string;
  /** Lines that were found; fewer than asked for at the end of the file. */
  count: number;
  /** Lines before the stretch; fewer than asked for when the file is shorter. */
  passed: number;
  /** Whether the stretch reaches the end of the file. */
  atEnd: boolean;
  binary: boolean;
}

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/**
 * Reads `limit` lines from the 1-based line `offset`, holding at most `lineBytes` of each and `textBytes` of
 * all. Reads the file only as far as it must.
 */
export async function readLineRange(
  file: FileHandle,
  range: { offset: number; limit: number; lineBytes: number; textBytes: number },
  signal: AbortSignal,
): Promise<LineRange> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const lines: Buffer[] = [];
  let line: Buffer[] = [];
  let room = range.lineBytes;
  let bytes = 0;
  let number = 1;
  let isOpenLine = false;
  let binary = false;
  const isFull = (): boolean => lines.length >= range.limit || bytes >= range.textBytes;
  const endLine = (): void => {
    if (number >= range.offset) lines.push(Buffer.concat(line));
    number += 1;
    line = [];
    room = range.lineBytes;
    isOpenLine = false;
  };
  for (let position = 0; !isFull();) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    if (position === 0) binary = chunk.subarray(0, Math.min(bytesRead, 8_192)).includes(0);
    if (binary) break;
    position += bytesRead;
    for (let at = 0; at < bytesRead && !isFull();) {
      const found = chunk.subarray(0, bytesRead).indexOf(NEWLINE, at);
      const end = found < 0 ? bytesRead : found;
      if (number >= range.offset && room > 0) {
        const kept = Buffer.from(chunk.subarray(at, Math.min(end, at + room)));
        line.push(kept);
        room -= kept.length;
        bytes += kept.length;
      }
      isOpenLine = true;
      if (found >= 0) endLine();
      at = end + 1;
    }
  }
  const stoppedEarly = isFull();
  if (isOpenLine && !stoppedEarly) endLine();
  const text = lines.map((part) => new TextDecoder().decode(part)).join("\n");
  return {
    text,
    count: lines.length,
    passed: Math.min(range.offset, number) - 1,
    atEnd: !stoppedEarly,
    binary,
  };
}
