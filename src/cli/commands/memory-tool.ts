import { once } from "node:events";
import { mkdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { DaybookError, messageOf } from "../../errors/index.ts";
import { createSecretGate } from "../../guard/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { answerLines, createFolderRoot, createStoreRoot } from "../../tools/index.ts";
import type { MemoryRoot } from "../../tools/index.ts";
import { done, type CommandContext } from "../command.ts";

export interface MemoryToolGiven {
  /** The folder that stands for `/memories`; without it a view of daybook's memories does. */
  root?: string;
}

/** `daybook memory-tool`: carries out commands of Anthropic's memory tool until standard input ends. */
export async function memoryTool(context: CommandContext, { root }: MemoryToolGiven): Promise<number> {
  const { stdin, stdout } = context.host;
  const behind = root === undefined ? await storeRoot(context) : await folderRoot(context, root);
  for await (const line of answerLines(behind, stdin)) {
    if (!stdout.write(line)) await once(stdout, "drain");
  }
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
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await stat(folder)).isDirectory()) throw new Error("it is no folder");
  } catch (cause) {
    throw new DaybookError("io", `--root ${root} cannot be used: ${messageOf(cause)}.`, { cause });
  }
  return createFolderRoot({ folder, gate: createSecretGate(), lockWaitMs: defaultLimits.lockWaitMs });
}
