import type { Transaction } from "../storage/index.ts";
import { changeProjectFile, parseProjectFile, projectFilePath } from "./project-file.ts";
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
  await changeProjectFile(tx, collect, (file) => {
    const known = file.allowedCommands ?? [];
    return known.includes(command) ? file : { ...file, allowedCommands: [...known, command] };
  });
}
