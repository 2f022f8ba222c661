import { DaybookError } from "../errors/index.ts";
import type { Transaction } from "../storage/index.ts";
import { parseProjectFile, projectFilePath, renderProjectFile } from "./project-file.ts";
import type { ProjectFile } from "./types.ts";

/** Commands the person always allows in this project; none when `project.json` is missing or unreadable. */
export async function readAllowedCommands(reader: Pick<Transaction, "read">): Promise<readonly string[]> {
  const stored = await reader.read(projectFilePath);
  if (!stored.found) return [];
  const parsed = parseProjectFile(stored.text);
  return parsed.ok ? (parsed.file.allowedCommands ?? []) : [];
}

/**
 * Adds a command in the transaction, once; `collect` gives the file when there is none.
 * Fails with `unreadable` when the file cannot be understood: it is never overwritten.
 */
export async function allowCommand(
  tx: Transaction,
  { command, collect }: { command: string; collect: () => Promise<ProjectFile> },
): Promise<void> {
  const stored = await tx.read(projectFilePath);
  const parsed = stored.found ? parseProjectFile(stored.text) : { ok: true as const, file: await collect() };
  if (!parsed.ok) {
    throw new DaybookError(
      "unreadable",
      `project.json of this project was left as it is: ${parsed.problem}. Mend or remove it, then try again.`,
    );
  }
  const known = parsed.file.allowedCommands ?? [];
  if (known.includes(command)) return;
  tx.write(projectFilePath, renderProjectFile({ ...parsed.file, allowedCommands: [...known, command] }));
}
