import { isMissing, toStorageError } from "./faults.ts";
import type { FileOperations, OpenFile } from "./files.ts";

const NEWLINE = 10;
const BLANK = 32;

/**
 * Puts blanks over lines of a file. In place, since processes that add lines to it know of no lock: a file that was
 * replaced would lose what they add meanwhile. Gives how many lines went; a missing file has none.
 */
export async function blankFileLines(
  files: FileOperations,
  absolute: string,
  isGone: (line: string) => boolean,
): Promise<number> {
  let file: OpenFile;
  try {
    file = await files.open(absolute, "change");
  } catch (error) {
    if (isMissing(error)) return 0;
    throw toStorageError(error, `change ${absolute}`);
  }
  try {
    const places = linesToBlank(await readAll(file), isGone);
    for (const { start, end } of places) await file.overwrite(new Uint8Array(end - start).fill(BLANK), start);
    if (places.length > 0) await file.datasync();
    return places.length;
  } catch (error) {
    throw toStorageError(error, `change ${absolute}`);
  } finally {
    await file.close();
  }
}

/** Where the lines are that go, as bytes without their line ends. */
export function linesToBlank(
  bytes: Uint8Array,
  isGone: (line: string) => boolean,
): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
    if (line.trim() !== "" && isGone(line)) places.push({ start, end });
    start = end + 1;
  }
  return places;
}

async function readAll(file: OpenFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.size());
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
