import { DaybookError } from "../errors/index.ts";
import type { Storage } from "../storage/index.ts";
import type { TrustFile } from "../project/index.ts";

import { slugOf, type MemoryFolder, type Reader } from "./folders.ts";
import { parseMemory } from "./format.ts";
import { attempt } from "./readable.ts";
import { mayShow } from "./trusted.ts";
import type { Memory } from "./types.ts";

/** A memory file as it was opened. */
export interface OpenedMemory {
  memory: Memory;
  folder: MemoryFolder;
  /** File name in the folder. */
  name: string;
  /** The whole text of the file. */
  text: string;
  /** False where the bytes are not UTF-8: the text is for showing only. */
  isText: boolean;
  /** Why it must not be rewritten, or null. */
  damage: string | null;
  /** Shared, and not trusted as it is now. */
  isHeld: boolean;
}

export interface MemoryPlace {
  folder: MemoryFolder;
  /** File name in the folder. */
  name: string;
}

/** What opening a memory needs. */
export interface OpeningContext {
  storage: Storage;
  reader: Pick<Reader, "read">;
  trust: TrustFile | null;
}

/** Opens one memory file; null when it is gone. */
export async function openMemory(
  { storage, reader, trust }: OpeningContext,
  { folder, name }: MemoryPlace,
): Promise<OpenedMemory | null> {
  const identity = identityOf(storage, { folder, name });
  const result = await reader.read(identity.path);
  if (!result.found) return null;
  const { text, faithful } = result;
  const { header, body, problems, damage } = await parseMemory(text, identity.slug);
  const memory: Memory = {
    ...identity,
    ...header,
    body,
    version: result.version,
    problems: faithful ? problems : [...problems, "not UTF-8 text"],
  };
  const isHeld = !mayShow(trust, folder, { name, text });
  return {
    memory,
    folder,
    name,
    text,
    isText: faithful,
    damage: faithful ? damage : "it is not UTF-8 text",
    isHeld,
  };
}

/** What a memory's place alone says of it. */
function identityOf(
  storage: OpeningContext["storage"],
  { folder, name }: MemoryPlace,
): Pick<Memory, "id" | "slug" | "scope" | "path" | "file"> {
  const path = `${folder.path}/${name}` as const;
  const slug = slugOf(name);
  return { id: `${folder.scope}/${slug}`, slug, scope: folder.scope, path, file: storage.locate(path) };
}

/** How many files are read at once. */
const AT_ONCE = 32;

/** Opens many, in order, leaving out those that are gone. One that cannot be read is there as damaged. */
export async function openAll(
  context: OpeningContext,
  places: readonly MemoryPlace[],
): Promise<OpenedMemory[]> {
  const opened: OpenedMemory[] = [];
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const batch = places.slice(at, at + AT_ONCE).map((place) => openAnyhow(context, place));
    for (const memory of await Promise.all(batch)) if (memory) opened.push(memory);
  }
  return opened;
}

/** Opens one, null when it is gone. One that cannot be read is there as damaged, with an empty version. */
export async function openAnyhow(context: OpeningContext, place: MemoryPlace): Promise<OpenedMemory | null> {
  const result = await attempt(() => openMemory(context, place));
  return result.ok ? result.value : unopened(context, place, result.error.message);
}

/** A file that is there and could not be read: all that is known is its name. */
function unopened(
  { storage, trust }: OpeningContext,
  { folder, name }: MemoryPlace,
  problem: string,
): OpenedMemory {
  const identity = identityOf(storage, { folder, name });
  const memory: Memory = {
    ...identity,
    name: identity.slug,
    description: "",
    type: "unknown",
    modified: null,
    source: null,
    session: null,
    body: "",
    version: "",
    problems: [problem],
  };
  // Content that nobody could see cannot have been trusted.
  const isHeld = folder.isShared && trust?.always !== true;
  return { memory, folder, name, text: "", isText: false, damage: problem.replace(/\.$/, ""), isHeld };
}

/** Fails where a memory is held or its file could not be made out: neither is ever overwritten. */
export function assertWritable({ memory, damage, isHeld }: OpenedMemory): void {
  assertTrusted({ memory, isHeld });
  if (damage === null) return;
  throw new DaybookError(
    "unreadable",
    `${memory.file} could not be read as a memory (${damage}), so it is left as it is. Mend the file by hand, or delete it with \`daybook rm ${memory.id}\`.`,
    { data: { path: memory.file, problem: damage } },
  );
}

/** Fails where a memory is held. */
export function assertTrusted({ memory, isHeld }: Pick<OpenedMemory, "memory" | "isHeld">): void {
  if (!isHeld) return;
  throw new DaybookError(
    "untrusted",
    `${memory.id} came with the repository and nobody here has trusted it yet. \`daybook trust\` shows it and asks.`,
    { data: { id: memory.id } },
  );
}
