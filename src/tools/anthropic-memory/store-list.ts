import { lookAtCorpus, type LoadedIndexes, type MemoryStoreOptions, type Scope } from "../../memory/index.ts";
import { countBytes, indexName, isMemoryFile } from "../../text/index.ts";
import type { ListedEntry, LookedFolder } from "./memory-root.ts";

/** The memories of one scope as a folder, or both scopes as two folders. What is held is left out. */
export async function listScopes(
  storage: MemoryStoreOptions["storage"],
  { views }: LoadedIndexes,
  only?: Scope,
): Promise<LookedFolder> {
  const files = await filesByScope(storage);
  const folders = views.map(({ scope, text, total }) => {
    // The index is made of the memories; without any it says only that.
    const index = total > 0 ? [[indexName, countBytes(text)] as const] : [];
    return { scope, entries: entriesOf([...(files.get(scope) ?? []), ...index]) };
  });
  const shown = folders.filter(({ scope }) => scope === only);
  const [folder] = shown;
  if (folder !== undefined)
    return { kind: "folder", bytes: bytesOf(folder.entries), entries: folder.entries };
  const entries = folders
    .toSorted((left, right) => (left.scope < right.scope ? -1 : 1))
    .flatMap(({ scope, entries: own }) => [
      { path: scope, bytes: bytesOf(own), isFolder: true },
      ...own.map((entry) => ({ ...entry, path: `${scope}/${entry.path}` })),
    ]);
  return { kind: "folder", bytes: bytesOf(entries.filter((entry) => !entry.isFolder)), entries };
}

/** Names and bytes of the memories of each scope, a shared one instead of a private one of its name. */
async function filesByScope(
  storage: MemoryStoreOptions["storage"],
): Promise<Map<Scope, Map<string, number>>> {
  const corpus = await lookAtCorpus(storage);
  const found = new Map<Scope, Map<string, number>>();
  for (const folder of corpus.folders) {
    const files = found.get(folder.scope) ?? new Map<string, number>();
    found.set(folder.scope, files);
    for (const [at, name] of folder.stamps.names.entries()) {
      if (!isMemoryFile(name) || files.has(name)) continue;
      if (folder.isShared) {
        const opened = await corpus.open(folder, name);
        if (opened === null || !corpus.mayShow(folder, opened.mark)) continue;
      }
      files.set(name, folder.stamps.bytes[at] ?? 0);
    }
  }
  return found;
}

function entriesOf(files: Iterable<readonly [string, number]>): ListedEntry[] {
  return [...files]
    .map(([path, bytes]) => ({ path, bytes, isFolder: false }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

function bytesOf(entries: readonly ListedEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}
