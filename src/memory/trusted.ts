import { DaybookError } from "../errors/index.ts";
import {
  isTrustedFile,
  isTrustedLine,
  parseProjectFile,
  projectFilePath,
  renderProjectFile,
  trustContents,
} from "../project/index.ts";
import type { ProjectFile, TrustFile } from "../project/index.ts";
import type { Storage, Transaction } from "../storage/index.ts";

import type { MemoryFolder } from "./folders.ts";

/**
 * What came with a clone is inert until a person has trusted it, file by file and line by line. What
 * daybook writes itself is trusted in the same change.
 */

/** The project's trust, or null where nothing shared was ever trusted here. */
export async function readTrust(
  reader: Pick<Storage, "read">,
  storage: Pick<Storage, "has">,
): Promise<TrustFile | null> {
  if (!storage.has("shared") || !storage.has("project")) return null;
  return (await readProjectFile(reader))?.trust ?? null;
}

async function readProjectFile(reader: Pick<Storage, "read">): Promise<ProjectFile | null> {
  const result = await reader.read(projectFilePath);
  const parsed = result.found ? parseProjectFile(result.text) : null;
  return parsed?.ok ? parsed.file : null;
}

/** Whether a file of a folder may be shown. */
export function mayShow(
  trust: TrustFile | null,
  folder: MemoryFolder,
  file: { name: string; text: string },
): boolean {
  if (!folder.isShared) return true;
  return trust !== null && (trust.always === true || isTrustedFile(trust, file.name, file.text));
}

/** Whether a line of a folder's index may be shown. */
export function mayShowLine(trust: TrustFile | null, folder: MemoryFolder, line: string): boolean {
  if (!folder.isShared || line.trim() === "") return true;
  return trust !== null && (trust.always === true || isTrustedLine(trust, line));
}

/** Trusts what this change writes to the shared folder. */
export async function trustOwn(tx: Transaction, files: { name: string; text: string }[]): Promise<void> {
  const project = await readProjectFile(tx);
  if (!project?.trust)
    throw new DaybookError("untrusted", "This project's shared memory is not trusted; run `daybook trust`.");
  const trust = trustContents(project.trust, files);
  tx.write(projectFilePath, renderProjectFile({ ...project, trust }));
}
