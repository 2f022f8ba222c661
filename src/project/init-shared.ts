import { join } from "node:path";
import { DaybookError } from "../errors/index.ts";
import { nodeFiles, replaceWhole, toStorageError } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { lookAt, realPathIfAny } from "./disk.ts";
import type { Git } from "./git.ts";
import { attributesLine, sharedFolder, sharedFolderName } from "./shared-folder.ts";
import type { ProjectIdentity } from "./types.ts";

export interface InitResult {
  /** Absolute path of `.agent`. */
  folder: string;
  /** What was made or completed, relative to the work tree; empty when all was there. */
  made: string[];
  /** True when `.agent/memory` is new: then nothing in it came from anyone else, and it may be trusted. */
  isNew: boolean;
  /** Whether git ignores `.agent/memory`; null when git cannot say. */
  ignored: boolean | null;
}

const ignoreLine = "/AGENT.md";
// Less the umask, as for any other file of a work tree: others may have to read it.
const repositoryModes = { folder: 0o777, file: 0o666 };

/**
 * Makes the shared part of a project in the current work tree. Idempotent: files that exist keep their
 * text and only get the line they lack. Fails with `invalid` where there can be no shared part,
 * `unsafe-path` when `.agent` is a link.
 */
export async function initShared(options: {
  identity: ProjectIdentity;
  home: string;
  git: Git;
  files?: FileOperations;
}): Promise<InitResult> {
  const { identity, home, git, files = nodeFiles } = options;
  const folder = join(identity.root, sharedFolderName);
  await assertPossible(files, { identity, home, folder });
  const isNew = (await lookAt(files, join(folder, "memory"))) === null;
  try {
    await files.makeFolder(join(folder, "memory"), repositoryModes.folder);
    const made = [
      ...(isNew ? [`${sharedFolderName}/memory/`] : []),
      ...(await ensureLine(files, { folder, name: ".gitignore", line: ignoreLine })),
      ...(await ensureLine(files, { folder, name: ".gitattributes", line: attributesLine })),
    ];
    const ignored = await git.isIgnored(identity, `${sharedFolderName}/memory/MEMORY.md`);
    return { folder, made, isNew, ignored };
  } catch (error) {
    throw toStorageError(error, `make ${folder}`);
  }
}

async function assertPossible(
  files: FileOperations,
  { identity, home, folder }: { identity: ProjectIdentity; home: string; folder: string },
): Promise<void> {
  if (identity.kind === "bare") {
    throw new DaybookError(
      "invalid",
      `${identity.root} is a bare repository: run this in a work tree of it.`,
    );
  }
  const realHome = await realPathIfAny(files, home);
  if (folder === home || folder === realHome) {
    throw new DaybookError(
      "invalid",
      `${folder} is daybook's own home, so it cannot be shared. Run this in the folder of a project.`,
    );
  }
  for (const path of [
    folder,
    join(folder, "memory"),
    join(folder, ".gitignore"),
    join(folder, ".gitattributes"),
  ]) {
    const kind = (await lookAt(files, path))?.kind;
    if (kind === "link") {
      throw new DaybookError("unsafe-path", `${path} is a link. Replace it with a real one, then try again.`);
    }
    const isFolder = path === folder || path === join(folder, "memory");
    if (kind !== undefined && kind !== (isFolder ? "folder" : "file")) {
      throw new DaybookError(
        "invalid",
        `${path} is in the way: a ${isFolder ? "folder" : "file"} is needed there.`,
      );
    }
  }
  const { problem } = await sharedFolder({ identity, home, files });
  if (problem !== null) throw new DaybookError("invalid", problem);
}

/** The file with this line in it; gives its name when it had to be made or completed. */
async function ensureLine(
  files: FileOperations,
  { folder, name, line }: { folder: string; name: string; line: string },
): Promise<string[]> {
  const path = join(folder, name);
  const made = [`${sharedFolderName}/${name}`];
  const stat = await lookAt(files, path);
  if (stat === null) {
    await replaceWhole(files, { path, text: `${line}\n`, mode: repositoryModes.file });
    return made;
  }
  const bytes = await files.readFile(path);
  const text = new TextDecoder().decode(bytes);
  if (text.split(/\r?\n/).some((found) => found.trim() === line)) return [];
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  // Added at the end, so that bytes which are no text stay what they are.
  const addition = `${text === "" || text.endsWith("\n") ? "" : lineEnd}${line}${lineEnd}`;
  await replaceWhole(files, { path, text: Buffer.concat([bytes, Buffer.from(addition)]), mode: stat.mode });
  return made;
}
