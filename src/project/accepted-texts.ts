import { createHash } from "node:crypto";
import { join } from "node:path";
import { nodeFiles, replaceWhole } from "../storage/index.ts";
import type { FileOperations, JournalChange, Storage, StoragePath } from "../storage/index.ts";
import { indexName } from "../text/index.ts";
import { readTextIfAny } from "./disk.ts";
import { trustedAt } from "./trust.ts";
import type { SharedText } from "./trust.ts";
import type { TrustFile } from "./types.ts";

/**
 * Texts that a person accepted, kept so that a later change can be shown as one. Nothing rests on them: they
 * may be deleted at any time, and what is found counts only if its fingerprint is trusted.
 */

/**
 * Keeps the texts as the last that were accepted under their names; `folder` is the project's private one.
 * A disk that refuses is passed over: the acceptance itself is kept elsewhere.
 */
export async function keepAccepted(
  folder: string,
  texts: readonly SharedText[],
  files: FileOperations = nodeFiles,
): Promise<void> {
  for (const { name, text } of texts) {
    if (name === indexName) continue;
    await replaceWhole(files, { path: pathOf(folder, name), text }).catch(() => undefined);
  }
}

/** Removes what was kept under these names; gives the paths that are gone. */
export async function forgetAccepted(
  folder: string,
  names: readonly string[],
  files: FileOperations = nodeFiles,
): Promise<string[]> {
  const paths = names.map((name) => pathOf(folder, name)).filter((path) => files.look(path) !== undefined);
  for (const path of paths) await files.unlink(path);
  return paths;
}

/** The text that was last accepted under this name, or last written here; null when it is not known any more. */
export async function lastAccepted(
  storage: Storage,
  { folder, name, trust }: { folder: string; name: string; trust: TrustFile | null },
  files: FileOperations = nodeFiles,
): Promise<string | null> {
  const texts = [await readTextIfAny(files, pathOf(folder, name)), ...(await writtenHere(storage, name))];
  const known = texts.flatMap((text) =>
    text === null ? [] : { text, at: trustedAt(trust, { name, text }) },
  );
  const [last] = known.filter(({ at }) => at >= 0).toSorted((left, right) => right.at - left.at);
  return last?.text ?? null;
}

// Names come from a repository: a hash of one is safe as a file name, whatever it holds.
function pathOf(folder: string, name: string): string {
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return join(folder, "cache", "accepted", `${hash}.md`);
}

/** What this machine wrote is trusted as written, and the history tells it, step by step from its first text. */
async function writtenHere(storage: Storage, name: string): Promise<(string | null)[]> {
  const path: StoragePath = `shared/memory/${name}`;
  const changes: JournalChange[] = [];
  for await (const record of storage.history("project")) {
    changes.unshift(...record.changes.filter((change) => change.path === path).toReversed());
  }
  let text: string | null = null;
  return changes.map((change) => {
    text = change.after === null ? null : spliced(change.before === null ? "" : text, change);
    return text;
  });
}

/** The text after a change; null when the one before is not known, as after an edit by hand. */
function spliced(text: string | null, { splice }: JournalChange): string | null {
  if (text === null) return null;
  const removed = splice.withheld ?? splice.removed.length;
  return text.slice(0, splice.at) + splice.inserted + text.slice(splice.at + removed);
}
