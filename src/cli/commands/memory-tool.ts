import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import { createSecretGate } from "../../guard/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { nodeFiles } from "../../storage/index.ts";
import { answerLines, createFolderRoot, createStoreRoot } from "../../tools/index.ts";
import type { MemoryRoot } from "../../tools/index.ts";
import { done, type CommandContext } from "../command.ts";
import { writePieces } from "../terminal/write-pieces.ts";

export interface MemoryToolGiven {
  /** The folder that stands for `/memories`; without it a view of daybook's memories does. */
  root?: string;
}

/** `daybook memory-tool`: carries out commands of Anthropic's memory tool until standard input ends. */
export async function memoryTool(context: CommandContext, { root }: MemoryToolGiven): Promise<number> {
  const { stdin, stdout } = context.host;
  const behind = root === undefined ? await storeRoot(context) : await folderRoot(context, root);
  await writePieces(stdout, answerLines(behind, stdin));
  return done;
}

async function storeRoot(context: CommandContext): Promise<MemoryRoot> {
  return createStoreRoot({ store: (await context.open()).storeOptions });
}

async function folderRoot({ host }: CommandContext, root: string): Promise<MemoryRoot> {
  if (root.trim() === "") {
    throw new DaybookError("usage", "--root needs a folder, for example --root ./memories.");
  }
  const folder = resolve(host.cwd(), root);
  try {
    await nodeFiles.makeFolder(folder);
  } catch (cause) {
    throw unusable(root, WHY[systemCodeOf(cause) ?? ""] ?? "the folder cannot be made", cause);
  }
  if (!(await stat(folder)).isDirectory()) throw unusable(root, IS_A_FILE);
  return createFolderRoot({ folder, gate: createSecretGate(), lockWaitMs: defaultLimits.lockWaitMs });
}

const IS_A_FILE = "it is a file, not a folder";

const WHY: Readonly<Record<string, string>> = {
  EEXIST: IS_A_FILE,
  ENOTDIR: "a part of its path is a file, not a folder",
  EACCES: "permission was denied",
  EPERM: "the operation is not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "no space is left on the disk",
  ELOOP: "its links form a circle",
  ENAMETOOLONG: "its path is too long",
};

function unusable(root: string, why: string, cause?: unknown): DaybookError {
  return new DaybookError(
    "io",
    `--root ${root} cannot be used: ${why}. Name a folder that is there, or that can be made.`,
    { cause },
  );
}
