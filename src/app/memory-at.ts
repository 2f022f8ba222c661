import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { isMemoryFile } from "../text/index.ts";
import type { DaybookFolders } from "./book.ts";

/** Id (`scope/slug`) of the memory whose file this is, by real path; null for any other file. */
export async function memoryAt(
  { user, project, shared }: Pick<DaybookFolders, "user" | "project" | "shared">,
  path: string,
): Promise<string | null> {
  const name = basename(path);
  if (!isMemoryFile(name)) return null;
  const places = [
    { scope: "user", folder: user },
    { scope: "project", folder: project },
    ...(shared === null ? [] : [{ scope: "project", folder: shared }]),
  ];
  for (const { scope, folder } of places) {
    const real = await realpath(folder).catch(() => folder);
    if (dirname(path) === real) return `${scope}/${name.slice(0, -".md".length)}`;
  }
  return null;
}
