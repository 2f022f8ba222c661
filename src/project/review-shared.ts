import { DaybookError } from "../errors/index.ts";
import type { Entry, ReadResult, Storage, StoragePath, Transaction } from "../storage/index.ts";
import { indexName, isMemoryFile } from "../text/index.ts";
import { lastAccepted } from "./accepted-texts.ts";
import { changeProjectFile, parseProjectFile, projectFilePath } from "./project-file.ts";
import { isKnownName, isTrustedFile, isTrustedLine, trustContents, trustLines } from "./trust.ts";
import type { HeldMemory, ProjectFile, TrustFile } from "./types.ts";

/** The folder of shared memories, as storage names it. */
const sharedMemoryPath: StoragePath = "shared/memory";

/** A held memory with what a person must read before trusting it. */
export interface HeldReview extends HeldMemory {
  /** The whole text of a file; of the index the held lines. */
  text: string;
  /** Of a changed file the text that was accepted before, where it is still known. */
  before: string | null;
  /** False for a file that is not text or cannot be read: it stays held. */
  readable: boolean;
}

/** Trust as `project.json` holds it; null without any: nothing that came with a clone is then used. */
export async function readTrust(reader: Pick<Transaction, "read">): Promise<TrustFile | null> {
  const stored = await reader.read(projectFilePath);
  if (!stored.found) return null;
  const parsed = parseProjectFile(stored.text);
  return parsed.ok ? (parsed.file.trust ?? null) : null;
}

/**
 * Writes trust into `project.json` in the transaction; `collect` gives the file when there is none.
 * Fails with `unreadable` when the file cannot be understood: it is never overwritten.
 */
export async function writeTrust(
  tx: Transaction,
  { trust, collect }: { trust: TrustFile; collect: () => Promise<ProjectFile> },
): Promise<void> {
  await changeProjectFile(tx, collect, (file) => ({ ...file, trust }));
}

/** What was accepted before is looked for in `folder`, the project's private one. */
export interface Reviewing {
  trust: TrustFile | null;
  folder: string;
}

/** Everything of the shared memory that is held, with its text. Empty without a shared folder. */
export async function reviewShared(storage: Storage, reviewing: Reviewing): Promise<HeldReview[]> {
  if (!storage.has("shared")) return [];
  const held: HeldReview[] = [];
  for (const entry of await storage.list(sharedMemoryPath)) {
    if (!isMemoryFile(entry.name) && entry.name !== indexName) continue;
    const review = await reviewEntry(storage, reviewing, entry);
    if (review !== null) held.push(review);
  }
  return held;
}

async function reviewEntry(
  storage: Storage,
  { trust, folder }: Reviewing,
  { name, path }: Entry,
): Promise<HeldReview | null> {
  const read = await readOne(storage, path);
  if (read === "unreadable") return { name, state: "new", text: "", before: null, readable: false };
  if (!read.found) return null;
  const { text, faithful: readable } = read;
  if (name === indexName) {
    const lines = text.split("\n").filter((line) => !isTrustedLine(trust, line));
    const state = (trust?.lines.length ?? 0) > 0 ? "changed" : "new";
    return lines.length === 0 ? null : { name, state, text: lines.join("\n"), before: null, readable };
  }
  if (readable && isTrustedFile(trust, name, text)) return null;
  if (!isKnownName(trust, name)) return { name, state: "new", text, before: null, readable };
  const before = readable ? await lastAccepted(storage, { folder, name, trust }) : null;
  return { name, state: "changed", text, before, readable };
}

/** One file that cannot be read must not keep a person from judging the others. */
async function readOne(storage: Storage, path: StoragePath): Promise<ReadResult | "unreadable"> {
  try {
    return await storage.read(path);
  } catch (error) {
    if (DaybookError.isInstance(error)) return "unreadable";
    throw error;
  }
}

/**
 * Accepts what was shown, exactly as it was shown: a file that changed meanwhile stays held. With an
 * empty list it only marks the project as one whose shared memory is used. `always` accepts whatever
 * comes with later pulls.
 */
export async function acceptShared(
  storage: Storage,
  options: { shown: readonly HeldReview[]; always?: boolean; collect: () => Promise<ProjectFile> },
): Promise<void> {
  const { always, collect } = options;
  const shown = options.shown.filter(({ readable }) => readable);
  await storage.change(["project"], async (tx) => {
    const before = await readTrust(tx);
    const files = shown.filter(({ name }) => name !== indexName);
    const lines = shown.filter(({ name }) => name === indexName).flatMap(({ text }) => text.split("\n"));
    const trust = trustLines(trustContents(before, files), lines);
    await writeTrust(tx, { trust: always === undefined ? trust : { ...trust, always }, collect });
  });
}
