import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SecretGate } from "../guard/index.ts";
import { createMemoryStore, type MemoryStore } from "../memory/index.ts";
import { createFileStorage } from "../storage/index.ts";
import type { InboxOptions } from "./inbox-options.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import type { NewProposal, ProposedMemory } from "./proposal.ts";

/** An inbox over a real temporary folder. */
export interface OpenedInbox {
  inbox: Inbox;
  store: MemoryStore;
  options: InboxOptions;
  /** Another store over the same folders, as another process has it. */
  again(): MemoryStore;
  /** Names of the files that wait. */
  files(folder?: string): Promise<string[]>;
  read(path: string): Promise<string>;
  put(path: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens an inbox beside a store; the gate finds the word `hunter2`. */
export async function openInbox(): Promise<OpenedInbox> {
  const root = await mkdtemp(join(tmpdir(), "daybook-inbox-"));
  let minutes = 0;
  let ids = 0;
  const now = (): Date => new Date(Date.parse("2031-03-10T09:00:00Z") + (minutes += 1) * 60_000);
  const storage = createFileStorage({
    folders: { home: join(root, "home"), project: join(root, "project") },
    now,
    newId: () => `op-${(ids += 1)}`,
  });
  const storeOptions = { storage, gate, now };
  const store = createMemoryStore(storeOptions);
  const options = { ...storeOptions, store };
  return {
    inbox: createInbox(options),
    store,
    options,
    again: () => createMemoryStore(storeOptions),
    files: async (folder = "project/inbox") => {
      const names = await readdir(join(root, folder)).catch(() => []);
      return names.filter((name) => name.endsWith(".md")).toSorted();
    },
    read: (path) => readFile(join(root, path), "utf8"),
    put: async (path, text) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

const gate: SecretGate = {
  check: async (text) =>
    text
      .split("\n")
      .flatMap((line, at) => (line.includes("hunter2") ? [{ kind: "password", line: at + 1 }] : [])),
};

export const pnpm: ProposedMemory = {
  type: "feedback",
  scope: "user",
  name: "Use pnpm",
  description: "which package manager to use",
  body: "Use pnpm, not npm.\n\n**Why:** lockfiles.\n",
};

/** A proposal of a new memory, from words that were said. */
export function proposed(given: Partial<NewProposal> = {}): NewProposal {
  return {
    op: "create",
    memory: pnpm,
    targets: [],
    reason: "no-quote",
    rationale: "It was decided in this turn.",
    evidence: { session: "20310310-090000-00ab", n: 7, quote: "from now on pnpm" },
    ...given,
  };
}
