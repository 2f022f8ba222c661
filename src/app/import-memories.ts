import { realpath } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import { DaybookError } from "../errors/index.ts";
import {
  createForeignIntake,
  notesTitle,
  readForeign,
  readForeignIndex,
  type ForeignFile,
  type Taken,
} from "../memory/index.ts";
import { indexName, renderFrontmatter } from "../text/index.ts";
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
  const intake = await createForeignIntake(book.storeOptions);
  // The last first: new lines are put in front of an index, so its order stays.
  for (const [done, file] of files.toReversed().entries()) {
    onProgress?.(done, files.length);
    const foreign = await readForeign(file, book.settings.limits);
    if (foreign.ok) note(report, file.name, await intake.take(foreign.memory, { preview }));
    else report.skipped.push({ file: file.name, reason: foreign.reason });
  }
  for (const list of [report.imported, report.already]) list.reverse();
  return report;
}

function note(report: ImportReport, file: string, taken: Taken): void {
  switch (taken.outcome) {
    case "imported":
      report.imported.push({ file, id: taken.id, path: taken.path });
      return;
    case "already":
      report.already.push({ file, id: taken.id, isChanged: taken.isChanged });
      return;
    case "skipped":
      report.skipped.push({ file, reason: taken.reason });
  }
}

/** Its memories in the order of its index; what the index itself holds beside is one more. */
function filesOf({ index, files }: ForeignFolder): ForeignFile[] {
  const { entries, notes } = readForeignIndex(index?.text ?? "");
  const hooks = new Map(entries.toReversed().map(({ file, hook }) => [file, hook]));
  const places = new Map([...hooks.keys()].toReversed().map((file, at) => [file, at]));
  const placeOf = ({ name }: { name: string }): number => places.get(name) ?? places.size;
  const ordered = files
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((file) => ({ ...file, hook: hooks.get(file.name) ?? "" }));
  return notes === "" ? ordered : [...ordered, notesFile(notes, index?.modified)];
}

function notesFile(notes: string, modified = new Date()): ForeignFile {
  const header = [
    { key: "name", value: notesTitle(indexName) },
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
    else folders.push(read);
  }
  if (folders.length > 0) return { folders, looked: found.looked };
  const near =
    found.near.length === 0
      ? ""
      : ` It has projects named ${found.near.join(", ")}: run this in their folder.`;
  throw nothingIn("Claude Code has no memories of this project", found.looked, near);
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
    const isEmpty = read !== null && read.files.length === 0 && read.index === null;
    looked.push({
      folder: place,
      problem: read === null ? "there is none" : isEmpty ? "it holds no Markdown memories" : null,
    });
    if (read !== null && !isEmpty) return { folders: [read], looked };
    if (basename(place) === "memory") break;
  }
  throw nothingIn("There are no memories to import", looked, "");
}

function nothingIn(what: string, looked: readonly LookedAt[], hint: string): DaybookError {
  const places = looked.map(({ folder, problem }) => `${folder} (${problem ?? "empty"})`).join(", ");
  return new DaybookError("not-found", `${what}. Looked in ${places}.${hint}`, { data: { looked } });
}
