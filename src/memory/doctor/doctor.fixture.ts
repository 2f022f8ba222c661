import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { createSecretGate } from "../../guard/index.ts";
import { trustContents } from "../../project/index.ts";
import { createFileStorage, nodeFiles, withLocks } from "../../storage/index.ts";
import type { FileOperations, Storage } from "../../storage/index.ts";
import { createMemoryStore } from "../store.ts";
import type { MemoryStore } from "../types.ts";
import type { DoctorOptions } from "./context.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { mend, type Mended } from "./mend.ts";

/** A home on a real disk that a doctor looks at. */
export interface Ward {
  root: string;
  home: string;
  project: string;
  store: MemoryStore;
  storage: Storage;
  options: DoctorOptions;
  /** Writes a private file, as daybook would have. */
  put(path: string, content: string | Uint8Array): Promise<void>;
  text(path: string): Promise<string>;
  /** All files below the root, with mode and content. */
  snapshot(): Promise<Record<string, string>>;
  /** All names below the root. */
  names(): Promise<string[]>;
  /** Puts the lock of user scope into the hands of a process that is no more. */
  plantDeadLock(): Promise<void>;
  findings(): Promise<Finding[]>;
  fix(): Promise<Mended>;
  close(): Promise<void>;
}

/** Opens an empty home with a project, in a folder of that name; `shared` makes `.agent`, trusted or not. */
export async function openWard({
  shared,
  files = nodeFiles,
  below = "",
}: { shared?: "trusted" | "untrusted"; files?: FileOperations; below?: string } = {}): Promise<Ward> {
  const top = await mkdtemp(join(tmpdir(), "daybook-doctor-"));
  const root = join(top, below);
  const home = join(root, "home");
  const project = join(home, "projects", "web-0123456789ab");
  const folders = { home, project, ...(shared && { shared: join(root, "work", ".agent") }) };
  const put = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(root, path), content, { mode: 0o600 });
  };
  await mkdir(project, { recursive: true, mode: 0o700 });
  if (shared !== undefined) await mkdir(join(root, "work", ".agent", "memory"), { recursive: true });
  if (shared === "trusted") {
    const trust = trustContents(null, []);
    const file = { id: "web-0123456789ab", key: "/p", created: "2031-01-01T00:00:00.000Z", trust };
    await put("home/projects/web-0123456789ab/project.json", JSON.stringify(file));
  }
  let id = 0;
  const storage = createFileStorage({ folders, now, newId: () => `op-${(id += 1)}`, lockWaitMs: 200, files });
  const store = { storage, gate: createSecretGate(), now };
  const options: DoctorOptions = { store, folders, files };
  return {
    root,
    home,
    project,
    storage,
    options,
    put,
    store: createMemoryStore(store),
    text: (path) => readFile(join(root, path), "utf8"),
    snapshot: () => snapshotOf(root),
    names: async () => (await readdir(root, { recursive: true })).toSorted(),
    async plantDeadLock() {
      const file = join(home, "locks", "user.lock");
      await rm(file, { force: true });
      const own = await withLocks({ directory: join(home, "locks"), waitMs: 0, names: ["user"] }, () =>
        readFile(file, "utf8"),
      );
      const gone = { ...(JSON.parse(own) as object), pid: 4_194_399, started: "1" };
      await put("home/locks/user.lock", JSON.stringify(gone));
    },
    findings: async () => (await examine(options)).findings,
    fix: async () => mend(options, await examine(options)),
    async close() {
      await chmod(root, 0o700);
      await rm(top, { recursive: true, force: true });
    },
  };
}

async function snapshotOf(root: string): Promise<Record<string, string>> {
  const snapshot: Record<string, string> = {};
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    const content = entry.isFile() ? (await readFile(path)).toString("latin1") : "";
    snapshot[path.slice(root.length + 1)] = `${(mode & 0o777).toString(8)} ${content}`;
  }
  return snapshot;
}

const now = (): Date => new Date();

/** A memory file as daybook writes it. */
export function memoryText(
  name: string,
  more: { type?: string; body?: string; description?: string } = {},
): string {
  const { type = "user", body = "Body.", description = `when ${name} matters` } = more;
  return `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n\n${body}\n`;
}
