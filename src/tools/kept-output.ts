import { randomUUID } from "node:crypto";
import { lstat, mkdir, open, readdir, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { inMegabytes } from "./text-file.ts";

/** Takes the output of one command: little in memory, the rest in a private file. */
export interface KeptOutput {
  /** Resolves when the piece is taken; a command that prints faster waits. */
  add(chunk: Uint8Array): Promise<void>;
  /** What the model sees: all of it, or beginning and end with a line that says where the rest is. */
  finish(): Promise<string>;
}

// UTF-16 units of output that a model is shown.
const OUTPUT_CHARACTERS = 30_000;

const HEAD_CHARACTERS = 20_000;
const TAIL_CHARACTERS = OUTPUT_CHARACTERS - HEAD_CHARACTERS;
// Four bytes at most for a character that is shown.
const HEAD_BYTES = 4 * OUTPUT_CHARACTERS;
const TAIL_BYTES = 4 * TAIL_CHARACTERS;
const WHOLE_LINE_WITHIN = 2_000;
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
// Of all output that is kept, but for the newest.
const KEPT_BYTES = 200 * 1024 * 1024;

/** Keeps output; `folder` is made when it is needed, and without one the rest is dropped. */
export function createKeptOutput(folder: string | undefined): KeptOutput {
  const head: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let bytes = 0;
  let adding = Promise.resolve();
  let file: { handle: FileHandle; path: string } | null | undefined;

  async function spill(chunk: Uint8Array): Promise<void> {
    if (file === undefined) {
      file = folder === undefined ? null : await openOutputFile(folder);
      await writeOrGiveUp(Buffer.concat(head));
    }
    await writeOrGiveUp(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
  }

  async function take(chunk: Uint8Array): Promise<void> {
    const room = Math.max(0, HEAD_BYTES - bytes);
    bytes += chunk.length;
    const kept = chunk.subarray(0, room);
    if (kept.length > 0) head.push(Buffer.from(kept));
    if (bytes > HEAD_BYTES) await spill(chunk.subarray(kept.length));
  }

  // A full disk must not end the command: what is shown is still right.
  async function writeOrGiveUp(part: Uint8Array): Promise<void> {
    if (file === undefined || file === null) return;
    try {
      await file.handle.appendFile(part);
    } catch {
      await file.handle.close().catch(() => undefined);
      file = null;
    }
  }

  return {
    // One piece after the other: two streams of one command end in one file.
    add: (chunk) => (adding = adding.then(() => take(chunk))),
    async finish() {
      await adding;
      const whole = Buffer.concat(head);
      const text = decode(whole);
      if (bytes <= HEAD_BYTES && text.length <= OUTPUT_CHARACTERS) return text.trimEnd();
      if (file === undefined) await spill(new Uint8Array());
      const path = file?.path ?? null;
      await file?.handle.close();
      if (folder !== undefined && path !== null) await sweep(folder, path);
      const end = decode(bytes <= HEAD_BYTES ? whole : Buffer.concat([whole, tail]).subarray(-TAIL_BYTES));
      return [headOf(text), describeRest({ bytes, path }), tailOf(end)].join("\n").trimEnd();
    },
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

// Whole lines where that costs little.
function headOf(text: string): string {
  const cut = text.slice(0, HEAD_CHARACTERS).replace(/[\uD800-\uDBFF]$/u, "");
  const lineEnd = cut.lastIndexOf("\n");
  return lineEnd > cut.length - WHOLE_LINE_WITHIN ? cut.slice(0, lineEnd) : cut;
}

function tailOf(text: string): string {
  const cut = text.slice(-TAIL_CHARACTERS).replace(/^[\uDC00-\uDFFF]/u, "");
  const lineEnd = cut.trimEnd().indexOf("\n");
  return lineEnd >= 0 && lineEnd < WHOLE_LINE_WITHIN ? cut.slice(lineEnd + 1) : cut;
}

function describeRest({ bytes, path }: { bytes: number; path: string | null }): string {
  const size = bytes < 1024 * 1024 ? `${bytes} bytes` : inMegabytes(bytes);
  const where = path === null ? "the rest was not kept" : `all of it is in ${path}, Read shows parts of it`;
  return `(… left out: the output has ${size}, cut at ${OUTPUT_CHARACTERS} characters; ${where} …)`;
}

async function openOutputFile(folder: string): Promise<{ handle: FileHandle; path: string } | null> {
  const path = join(folder, `${randomUUID()}.txt`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(path, "wx", 0o600);
    await sweep(folder, path);
    return { handle, path };
  } catch {
    return null;
  }
}

// What is old, and the oldest of what is too much; `newest` stays. By the file system's own clock.
async function sweep(folder: string, newest: string): Promise<void> {
  const files = await datedFiles(folder).catch(() => []);
  const own = files.find(({ path }) => path === newest);
  if (own === undefined) return;
  let bytes = own.size;
  for (const { path, time, size } of files.toSorted((left, right) => right.time - left.time)) {
    if (path === newest) continue;
    bytes += size;
    if (bytes > KEPT_BYTES || own.time - time > KEPT_DAYS * DAY_MS) await unlink(path).catch(() => undefined);
  }
}

async function datedFiles(folder: string): Promise<{ path: string; time: number; size: number }[]> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const found = await Promise.all(
    paths.map(async (path) => ({ path, facts: await lstat(path).catch(() => null) })),
  );
  return found.flatMap(({ path, facts }) =>
    facts?.isFile() === true ? [{ path, time: facts.mtimeMs, size: facts.size }] : [],
  );
}
