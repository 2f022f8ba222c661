import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { DaybookError } from "../errors/index.ts";
import {
  notesTitle,
  readForeign,
  readForeignIndex,
  takeForeign,
  type ForeignFile,
  type ForeignMemory,
  type Taken,
} from "../memory/index.ts";
import { cutCharacters, indexName, isMemoryFile, oneLine, renderFrontmatter } from "../text/index.ts";
import type { Book } from "./book.ts";
import { findClaudeMemories, type LookedAt } from "./claude-memories.ts";
import { readForeignFolder, type ForeignFolder } from "./foreign-files.ts";

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
    report.skipped.push(...folder.skipped);
    files.push(...filesOf(folder));
  }
  const memories: ForeignMemory[] = [];
  for (const file of files) {
    const foreign = await readForeign(file, book.settings.limits);
    if (foreign.ok) memories.push(foreign.memory);
    else report.skipped.push({ file: file.name, reason: foreign.reason });
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
        file: taken.isUnspeakable === true ? `${file.slice(0, 4)}….md` : file,
        reason: taken.reason,
      });
  }
}

/** Its memories in the order of its index; what the index itself holds beside is one more. */
function filesOf({ folder, index, files }: ForeignFolder): ForeignFile[] {
  const { entries, notes } = readForeignIndex(index?.text ?? "");
  const hooks = new Map(entries.toReversed().map(({ file, hook }) => [file, hook]));
  const places = new Map([...hooks.keys()].toReversed().map((file, at) => [file, at]));
  const placeOf = ({ name }: { name: string }): number => places.get(name) ?? places.size;
  const ordered = files
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((file) => ({ ...file, hook: hooks.get(file.name) ?? "" }));
  if (notes === "") return ordered;
  const [own, byFolder] = [notesTitle(indexName), notesTitle(indexName, labelOf(folder))].map((name) =>
    notesFile(name, notes, index?.modified),
  );
  return own === undefined || byFolder === undefined
    ? ordered
    : [...ordered, { ...own, otherwise: byFolder }];
}

/** By what a person knows a folder: its own name and that of the one around it. */
function labelOf(folder: string): string {
  return cutCharacters(oneLine(`${basename(dirname(folder))}/${basename(folder)}`), 60);
}

function notesFile(name: string, notes: string, modified = new Date()): ForeignFile {
  const header = [
    { key: "name", value: name },
    { key: "description", value: "what another agent had noted in its MEMORY.md and in no file of its own" },
    { key: "type", value: "project" },
  ];
  return { name: indexName, text: renderFrontmatter(header, notes), modified };
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
