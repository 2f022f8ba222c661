/** Reads the repository the tests run in. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSource, type SourceFile } from "./source-file.ts";

export const repositoryRoot = join(import.meta.dirname, "..", "..");

// Made by tools, or not ours.
const skippedFolders = new Set(["node_modules", "dist", "dist.next", ".git", "coverage"]);

/** Every file of the repository, from its root, with `/`. */
export function repositoryFiles(folder = ""): string[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : repositoryFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

export function repositoryText(path: string): string {
  return readFileSync(join(repositoryRoot, path), "utf8");
}

/** Every TypeScript file of the repository, read for the rules. */
export function repositorySources(files: readonly string[]): SourceFile[] {
  return files.filter((path) => path.endsWith(".ts")).map((path) => readSource(path, repositoryText(path)));
}
