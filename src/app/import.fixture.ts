/** A person's machine with one repository, and the folders of other agents beside it. */
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openBook, type Book } from "./book.ts";
import type { Host } from "./host.ts";
import { importMemories, type ImportReport } from "./import-memories.ts";

export interface ImportPlace {
  /** The person's home folder. */
  person: string;
  /** Of the repository, opened anew. */
  book(): Promise<Book>;
  /** Imports a folder of the home. */
  bring(folder: string, preview?: boolean): Promise<ImportReport>;
  /** Writes a file of the home. */
  write(path: string, text: string): Promise<void>;
}

const now = (): Date => new Date("2026-11-30T10:00:00Z");

export async function makeImportPlace(): Promise<ImportPlace> {
  const person = await realpath(await mkdtemp(join(tmpdir(), "daybook-import-")));
  await mkdir(join(person, "shop", ".git"), { recursive: true });
  const host = { env: {}, platform: "linux", userHome: person, now, cwd: () => join(person, "shop") };
  const book = (): Promise<Book> => openBook(host as unknown as Host);
  return {
    person,
    book,
    bring: async (folder, preview = false) =>
      importMemories(await book(), { from: join(person, folder), preview }),
    async write(path, text) {
      await mkdir(dirname(join(person, path)), { recursive: true });
      await writeFile(join(person, path), text);
    },
  };
}
