import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { SecretGate } from "../../guard/index.ts";
import { trustContents } from "../../project/index.ts";
import { createFileStorage, type Storage } from "../../storage/index.ts";
import { createMemoryStore, type MemoryStoreOptions } from "../store.ts";
import type { MemoryStore } from "../types.ts";

/** A store over a real temporary folder, with what tests look at. */
export interface FolderStore {
  store: MemoryStore;
  storage: Storage;
  options: MemoryStoreOptions;
  /** Memory files of all folders by path (`home/memory/a.md`), as they lie on disk. */
  snapshot(): Promise<Record<string, string>>;
  /** Writes a file as a person would. */
  put(path: string, content: string | Uint8Array): Promise<void>;
  /** Another store over the same folders, as another process has it. */
  again(): MemoryStore;
  close(): Promise<void>;
}

export interface FolderStoreOptions {
  files?: Record<string, string | Uint8Array>;
  /** Opens `.agent`; `trusted` as after `daybook init`. */
  shared?: "trusted" | "untrusted";
  gate?: SecretGate;
}

/** Opens a store with a person's and a project's folder. The clock stands at one minute a call. */
export async function openFolderStore({
  files = {},
  shared,
  gate,
}: FolderStoreOptions = {}): Promise<FolderStore> {
  const root = await mkdtemp(join(tmpdir(), "daybook-memory-"));
  const put = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) await put(path, content);
  if (shared === "trusted") await put("project/project.json", trustedProject());
  const now = clock();
  let id = 0;
  const storage = createFileStorage({
    folders: {
      home: join(root, "home"),
      project: join(root, "project"),
      ...(shared && { shared: join(root, "shared") }),
    },
    now,
    newId: () => `op-${(id += 1)}`,
  });
  const options: MemoryStoreOptions = { storage, gate: gate ?? { check: async () => [] }, now };
  return {
    store: createMemoryStore(options),
    storage,
    options,
    put,
    snapshot: () => snapshotOf(root),
    again: () => createMemoryStore(options),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

function clock(): () => Date {
  let minutes = 0;
  return () => new Date(Date.UTC(2031, 0, 1) + 60_000 * (minutes += 1));
}

function trustedProject(): string {
  const trust = trustContents(null, []);
  return JSON.stringify({ id: "p", key: "/p", created: "2031-01-01T00:00:00.000Z", trust });
}

async function snapshotOf(root: string): Promise<Record<string, string>> {
  const snapshot: Record<string, string> = {};
  for (const folder of ["home/memory", "project/memory", "shared/memory"]) {
    const names = await readdir(join(root, folder)).catch(() => []);
    for (const name of names.toSorted()) {
      snapshot[`${folder}/${name}`] = await readFile(join(root, folder, name), "utf8");
    }
  }
  return snapshot;
}
