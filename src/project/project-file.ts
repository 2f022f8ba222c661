import { join } from "node:path";
import { DaybookError } from "../errors/index.ts";
import { nodeFiles } from "../storage/index.ts";
import type { FileOperations, StoragePath, Transaction } from "../storage/index.ts";
import { isRecord } from "../text/index.ts";
import { readTextIfAny } from "./disk.ts";
import type { Git } from "./git.ts";
import { parseGitConfig } from "./git-config.ts";
import { placeOf } from "./place.ts";
import type { ProjectFile, ProjectIdentity, TrustFile } from "./types.ts";

/** Where `project.json` lies for the storage of an open project. */
export const projectFilePath: StoragePath = "project/project.json";

export type ParsedProjectFile = { ok: true; file: ProjectFile } | { ok: false; problem: string };

/**
 * Reads `project.json`. A known field of the wrong form makes the file unreadable as a whole: it is
 * then left alone rather than half understood and written back.
 */
export function parseProjectFile(text: string): ParsedProjectFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, problem: "it is not valid JSON" };
  }
  if (!isRecord(value)) return { ok: false, problem: "it does not hold a JSON object" };
  const wrong = Object.entries(fieldForms).find(([name, isRight]) => !isRight(value[name]));
  if (wrong !== undefined) return { ok: false, problem: `its field "${wrong[0]}" has an unknown form` };
  return { ok: true, file: value as unknown as ProjectFile };
}

/** The text of `project.json`; fields that were read and are not known are written again. */
export function renderProjectFile(file: ProjectFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What is known of a project when its file is first written: place, first commit, remotes. */
export async function projectFileFor(options: {
  identity: ProjectIdentity;
  git: Git;
  now: Date;
  files?: FileOperations;
}): Promise<ProjectFile> {
  const { identity, git, now, files = nodeFiles } = options;
  const [place, firstCommit, remotes] = await Promise.all([
    placeOf(files, identity),
    git.firstCommit(identity),
    remotesOf(files, identity),
  ]);
  return {
    id: identity.id,
    key: identity.key,
    ...(place === null ? {} : { place }),
    firstCommit,
    remotes,
    created: now.toISOString(),
  };
}

/**
 * Changes `project.json` in the transaction; `collect` gives the file when there is none.
 * Fails with `unreadable` when the file cannot be understood: it is never overwritten.
 */
export async function changeProjectFile(
  tx: Transaction,
  collect: () => Promise<ProjectFile>,
  change: (file: ProjectFile) => ProjectFile,
): Promise<void> {
  const stored = await tx.read(projectFilePath);
  const parsed = stored.found ? parseProjectFile(stored.text) : { ok: true as const, file: await collect() };
  if (!parsed.ok) {
    throw new DaybookError(
      "unreadable",
      `project.json of this project was left as it is: ${parsed.problem}. Mend or remove it, then try again.`,
    );
  }
  const changed = change(parsed.file);
  if (changed !== parsed.file) tx.write(projectFilePath, renderProjectFile(changed));
}

/**
 * Writes `project.json` with the first write to the project; what is there stays, readable or not.
 * Costs one small read when the file exists. `collect` runs only when it is missing.
 */
export async function ensureProjectFile(tx: Transaction, collect: () => Promise<ProjectFile>): Promise<void> {
  if ((await tx.read(projectFilePath)).found) return;
  tx.write(projectFilePath, renderProjectFile(await collect()));
}

/**
 * `ensureProjectFile` for a process that lives long. A project file that this process has seen and that is
 * gone was taken along by another process, which recognised the project in its new place: writing on here
 * would leave a memory where nobody looks. Fails with `conflict`.
 */
export function createProjectKeeper(options: {
  /** Whether the file was there when the project was opened. */
  isKnown: boolean;
  collect: () => Promise<ProjectFile>;
}): (tx: Transaction) => Promise<void> {
  let { isKnown } = options;
  return async (tx) => {
    const isThere = (await tx.read(projectFilePath)).found;
    if (isThere) isKnown = true;
    else if (isKnown) throw movedAway();
    else await ensureProjectFile(tx, options.collect);
  };
}

function movedAway(): DaybookError {
  return new DaybookError(
    "conflict",
    "This project was moved while daybook ran, and its memory went with it. Nothing was saved; start daybook again in the new place.",
  );
}

async function remotesOf(files: FileOperations, { gitDirectory }: ProjectIdentity): Promise<string[]> {
  if (gitDirectory === null) return [];
  const settings = parseGitConfig((await readTextIfAny(files, join(gitDirectory, "config"))) ?? "");
  return settings
    .filter(({ section, subsection, key }) => section === "remote" && subsection !== null && key === "url")
    .map(({ value }) => withoutCredentials(value));
}

/** `https://user:token@host/x` carries a secret that must not be written anywhere else. */
function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1").replace(/[?#].*$/, "");
}

type FieldForm = (value: unknown) => boolean;

const isText: FieldForm = (value) => typeof value === "string";
const isTextOrNull: FieldForm = (value) => value === null || isText(value);
const isTexts: FieldForm = (value) => Array.isArray(value) && value.every(isText);
const isPlace: FieldForm = (value) =>
  isRecord(value) && isText(value["device"]) && isText(value["inode"]) && isTextOrNull(value["birth"]);

const fieldForms: Readonly<Record<keyof ProjectFile, FieldForm>> = {
  id: isText,
  key: isText,
  place: optional(isPlace),
  firstCommit: optional(isTextOrNull),
  remotes: optional(isTexts),
  previous: optional(isTexts),
  trust: optional(isTrustFile),
  allowedCommands: optional(isTexts),
  created: optional(isText),
};

function optional(form: FieldForm): FieldForm {
  return (value) => value === undefined || form(value);
}

function isTrustFile(value: unknown): value is TrustFile {
  if (!isRecord(value) || !isTexts(value["contents"]) || !isTexts(value["lines"])) return false;
  return value["always"] === undefined || typeof value["always"] === "boolean";
}
