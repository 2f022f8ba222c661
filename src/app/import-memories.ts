import { realpath } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import { DaybookError } from "../errors/index.ts";
import {
  readForeign,
  takeForeign,
  type ForeignFile,
  type ForeignMemory,
  type Taken,
} from "../memory/index.ts";
import { indexName, isMemoryFile } from "../text/index.ts";
import type { Book } from "./book.ts";
import { findClaudeMemories, type LookedAt } from "./claude-memories.ts";
import { readForeignFolder, type ForeignFolder } from "./foreign-files.ts";
import { listForeign } from "./foreign-list.ts";

/** Which memories of another agent are wanted. */
export interface ImportWish {
  /** `claude-code`, or a folder. */
  from: string;
  /** Only say what would come. */
  preview: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** What came of it. Files are named as in their folder. */
export interface ImportReport {
  /** Where was looked. */
  looked: LookedAt[];
  /** In the order of the other agent's index. */
  imported: { file: string; id: string; path: string }[];
  already: { file: string; id: string; isChanged: boolean }[];
  skipped: { file: string; reason: string }[];
}

/**
 * Copies memories of another agent into this store, each as one change that can be undone. Its files are only read.
 * Fails with `not-found` where nothing is in the places where they would be; the sentence names them.
 */
export async function importMemories(
  book: Book,
  { from, preview, onProgress }: ImportWish,
): Promise<ImportReport> {
  const { folders, looked } =
    from === "claude-code" ? await claudeFolders(book) : await namedFolder(book, from);
  const report: ImportReport = { looked, imported: [], already: [], skipped: [] };
  const files: ForeignFile[] = [];
  for (const folder of folders) {
    const list = listForeign(folder);
    files.push(...list.files);
    for (const { file, reason } of list.skipped) {
      report.skipped.push({ file: await sayable(book, file), reason });
    }
  }
  const memories: ForeignMemory[] = [];
  for (const file of files) {
    const foreign = await readForeign(file, book.settings.limits);
    if (foreign.ok) memories.push(foreign.memory);
    else report.skipped.push({ file: await sayable(book, file.name), reason: foreign.reason });
  }
  const taken = await takeForeign(book.storeOptions, memories, {
    preview,
    ...(onProgress !== undefined && { onProgress }),
  });
  for (const [at, { file }] of memories.entries()) note(report, file, taken[at]);
  return report;
}

function note(report: ImportReport, file: string, taken: Taken | undefined): void {
  switch (taken?.outcome) {
    case "imported":
      report.imported.push({ file, id: taken.id, path: taken.path });
      return;
    case "already":
      report.already.push({ file, id: taken.id, isChanged: taken.isChanged });
      return;
    case "skipped":
      report.skipped.push({
        file: taken.isUnspeakable === true ? unspeakable(file) : file,
        reason: taken.reason,
      });
  }
}

/** The name of a file that no look at what is in it has judged yet. */
async function sayable({ storeOptions }: Book, file: string): Promise<string> {
  const [secret] = await storeOptions.gate.check(file);
  return secret === undefined ? file : unspeakable(file);
}

function unspeakable(file: string): string {
  return `${file.slice(0, 4)}…${file.endsWith(".md") ? ".md" : ""}`;
}

interface Found {
  folders: ForeignFolder[];
  looked: LookedAt[];
}

async function claudeFolders({ host, cwd, project }: Book): Promise<Found> {
  const moved = host.env["CLAUDE_CONFIG_DIR"] ?? "";
  const claude = isAbsolute(moved) ? moved : join(host.userHome, ".claude");
  const { root, key } = project.identity;
  const real = await realpath(cwd).catch(() => cwd);
  const found = await findClaudeMemories(claude, [...new Set([root, key, cwd, real])]);
  const folders: ForeignFolder[] = [];
  for (const folder of found.folders) {
    const read = await readForeignFolder(folder);
    if (read === null) tell(found.looked, folder, "there is none");
    else if (isEmpty(read)) tell(found.looked, folder, emptyFolder);
    else folders.push(read);
  }
  if (folders.length > 0) return { folders, looked: found.looked };
  const near =
    found.near.length === 0
      ? ""
      : ` It has projects named ${found.near.join(", ")}: run this in their folder.`;
  throw nothingIn("Claude Code has no memories of this project", found.looked, near);
}

const emptyFolder = "it holds no Markdown memories";

/** Nothing in it is a memory, readable or not. */
function isEmpty({ files, index, skipped }: ForeignFolder): boolean {
  return (
    files.length === 0 &&
    index === null &&
    !skipped.some(({ file }) => file === indexName || isMemoryFile(file))
  );
}

function tell(looked: LookedAt[], folder: string, problem: string): void {
  for (const place of looked) if (place.folder === folder) place.problem = problem;
}

async function namedFolder({ host, cwd }: Book, from: string): Promise<Found> {
  if (from.trim() === "") {
    throw new DaybookError(
      "usage",
      "import needs --from claude-code, or --from a folder of Markdown memories.",
    );
  }
  const expanded = from.replace(/^~(?=$|[/\\])/, () => host.userHome);
  const folder = isAbsolute(expanded) ? expanded : resolve(cwd, expanded);
  const looked: LookedAt[] = [];
  // Who names the folder around it means the memories in it.
  for (const place of [folder, join(folder, "memory")]) {
    const read = await readForeignFolder(place);
    const isNone = read === null || isEmpty(read);
    looked.push({
      folder: place,
      problem: read === null ? "there is none" : isNone ? emptyFolder : null,
    });
    if (!isNone) return { folders: [read], looked };
    if (basename(place) === "memory") break;
  }
  throw nothingIn("There are no memories to import", looked, "");
}

function nothingIn(what: string, looked: readonly LookedAt[], hint: string): DaybookError {
  const places = looked.map(({ folder, problem }) => `${folder} (${problem ?? "empty"})`).join(", ");
  return new DaybookError("not-found", `${what}. Looked in ${places}.${hint}`, { data: { looked } });
}
