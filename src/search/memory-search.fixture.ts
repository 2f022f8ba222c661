/** Memories in a real temporary folder, and searches over them as different processes have them. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createFileStorage, type FileOperations, type Storage } from "../storage/index.ts";
import { createMemorySearch, type MemorySearch } from "./memory-search.ts";

export interface SearchFixture {
  /** Absolute path of the folder that holds `home`, `project`, `shared`. */
  root: string;
  storage: Storage;
  /** Storage paths read since the last call. */
  reads(): string[];
  /** Writes a file as a person would; a name without a folder is a memory of the person. */
  put(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Lets so many milliseconds pass, as far as daybook can tell. */
  wait(milliseconds: number): void;
  /** A search as a new process has it. */
  open(options?: { storage?: Partial<Storage>; files?: FileOperations; cache?: boolean }): MemorySearch;
  /** Slugs of the hits of a new process, after it has written what it writes. */
  slugs(question: string, options?: { cache?: boolean }): Promise<string[]>;
}

/** A home with a project of its own; `shared` opens `.agent` too. The test run removes what lies in its temporary folder. */
export async function openSearchFixture({
  shared = false,
}: { shared?: boolean } = {}): Promise<SearchFixture> {
  const root = await mkdtemp(join(tmpdir(), "daybook-search-"));
  await mkdir(join(root, "project"), { recursive: true });
  let ahead = 10_000;
  const now = (): Date => new Date(Date.now() + ahead);
  const files = createFileStorage({
    folders: {
      home: join(root, "home"),
      project: join(root, "project"),
      ...(shared && { shared: join(root, "shared") }),
    },
    now,
    newId: () => "op",
  });
  let read: string[] = [];
  const storage: Storage = { ...files, read: (path) => (read.push(path), files.read(path)) };
  const cacheFolders = [join(root, "project/cache"), join(root, "home/cache")];
  const placeOf = (name: string): string => join(root, name.includes("/") ? name : `home/memory/${name}.md`);
  const open: SearchFixture["open"] = ({ storage: other, files: operations, cache = true } = {}) =>
    createMemorySearch({
      storage: { ...storage, ...other },
      now,
      ...(cache && { cacheFolders }),
      ...(operations && { files: operations }),
    });
  return {
    root,
    storage,
    reads: () => read.splice(0).filter((path) => path.endsWith(".md")),
    async put(name, text) {
      await mkdir(dirname(placeOf(name)), { recursive: true });
      await writeFile(placeOf(name), text);
    },
    remove: (name) => rm(placeOf(name)),
    wait: (milliseconds) => void (ahead += milliseconds),
    open,
    async slugs(question, options = {}) {
      const search = open(options);
      const { hits } = await search.search(question, { limit: 20 });
      await search.idle();
      return hits.map(({ slug }) => slug);
    },
  };
}

/** A memory file. */
export function memoryText(name: string, { description = "", body = "", more = "" } = {}): string {
  return `---\nname: ${name}\ndescription: ${description}\ntype: project\n${more}---\n${body}\n`;
}
