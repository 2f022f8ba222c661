import { open, readdir, realpath, stat } from "node:fs/promises";
import { extname, resolve, sep } from "node:path";
import type { Block } from "../../models/index.ts";
import { countBytes, cutBytes } from "../../text/index.ts";
import { fenced } from "./fenced.ts";
import { mentionsOf, type MentionName } from "./mentions.ts";

/** What the files named in a prompt add to it. */
export interface Attachments {
  blocks: Block[];
  /** What was attached, or why not: lines for the person. */
  notes: string[];
}

export interface AttachmentOptions {
  /** Where relative paths start. */
  cwd: string;
  /** Files outside of it are not attached. */
  projectRoot: string;
  /** The model can look at images. */
  images: boolean;
}

const TEXT_BYTES = 65_536;
/** What the providers take, once it is in base64. */
const IMAGE_BYTES = 3_750_000;
const FOLDER_ENTRIES = 200;

/**
 * Reads what `@path` and `@"path with blanks"` in a prompt name. A word that names nothing here
 * (`@Injectable`, an address) is only a word.
 */
export async function readAttachments(prompt: string, options: AttachmentOptions): Promise<Attachments> {
  const result: Attachments = { blocks: [], notes: [] };
  const seen = new Set<string>();
  let readTo = 0;
  for (const { at, names } of mentionsOf(prompt)) {
    // An @ within a name that was found is part of it.
    const place = at < readTo ? null : await findPlace(names, options.cwd);
    if (place === null) continue;
    readTo = place.end;
    if (seen.has(place.real)) continue;
    seen.add(place.real);
    const read = await readAttachment(place, options);
    if (read.block !== undefined) result.blocks.push(read.block);
    result.notes.push(read.note);
  }
  return result;
}

/** A path as it was written, and where it leads. */
interface Place {
  name: string;
  real: string;
}

interface FoundPlace extends Place {
  /** Where the prompt goes on. */
  end: number;
}

interface ReadAttachment {
  block?: Block;
  note: string;
}

async function readAttachment({ name, real }: Place, options: AttachmentOptions): Promise<ReadAttachment> {
  const root = await realpath(options.projectRoot).catch(() => options.projectRoot);
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    return { note: `${name} was not attached: it lies outside the project ${root}` };
  }
  const found = await stat(real);
  if (found.isDirectory()) return attachFolder(name, real);
  if (!found.isFile()) return { note: `${name} was not attached: it is no regular file` };
  const type = imageType(real);
  if (type !== undefined) return attachImage({ name, real, type, bytes: found.size }, options);
  return attachText({ name, real, bytes: found.size });
}

async function findPlace(names: readonly MentionName[], cwd: string): Promise<FoundPlace | null> {
  for (const { path, end } of names) {
    if (path.includes("\0")) continue;
    const real = await realpath(resolve(cwd, path)).catch(() => null);
    if (real !== null) return { name: path, real, end };
  }
  return null;
}

async function attachFolder(name: string, real: string): Promise<ReadAttachment> {
  const entries = await readdir(real, { withFileTypes: true });
  const names = entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .toSorted()
    .slice(0, FOLDER_ENTRIES);
  const more = entries.length > names.length ? `\n… and ${entries.length - names.length} more` : "";
  return {
    block: textBlock(`Folder ${name}:\n${fenced(names.join("\n") + more)}`),
    note: `attached the list of ${name} (${entries.length} entries)`,
  };
}

async function attachText({ name, real, bytes }: Named): Promise<ReadAttachment> {
  const head = await readHead(real, TEXT_BYTES + 4);
  const text = textOf(head, bytes > head.length);
  if (text === null) return { note: `${name} was not attached: it is not text` };
  const kept = cutBytes(text, TEXT_BYTES);
  const isCut = bytes > countBytes(kept);
  const cut = isCut ? `\nCut here: ${countBytes(kept)} of ${bytes} bytes are shown.` : "";
  return {
    block: textBlock(`File ${name}:\n${fenced(kept)}${cut}`),
    note: `attached ${name} (${isCut ? `the first ${countBytes(kept)} of ` : ""}${bytes} bytes)`,
  };
}

interface Named extends Place {
  bytes: number;
}

async function attachImage(
  { name, real, bytes, type }: Named & { type: string },
  { images }: AttachmentOptions,
): Promise<ReadAttachment> {
  if (!images) return { note: `${name} was not attached: this model takes no images` };
  if (bytes > IMAGE_BYTES) {
    return { note: `${name} was not attached: ${bytes} bytes are more than the ${IMAGE_BYTES} of an image` };
  }
  const data = (await readHead(real, IMAGE_BYTES)).toString("base64");
  return {
    block: { type: "image", source: { type: "base64", media_type: type, data } },
    note: `attached ${name} (image, ${bytes} bytes)`,
  };
}

const imageTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

function imageType(path: string): string | undefined {
  return imageTypes[extname(path).toLowerCase()];
}

async function readHead(path: string, most: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(most);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, most - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === most) return buffer.subarray(0, length);
    }
  } finally {
    await file.close();
  }
}

// Null for bytes that are no UTF-8 text; the last character of a head may be torn.
function textOf(bytes: Buffer, isHead: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isHead });
  } catch {
    return null;
  }
}

function textBlock(text: string): Block {
  return { type: "text", text };
}
