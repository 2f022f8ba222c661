import { readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { isInside } from "./folder-place.ts";
import type { ListedEntry } from "./memory-root.ts";

const LEVELS = 2;

/** What is in a real folder, two levels deep. Links that lead out of `root` or nowhere, pipes and the like are left out. */
export function listFolder(root: string, folder: string): ListedEntry[] {
  return [...entriesOf({ root: realpathSync.native(root), folder, prefix: "", level: 1 })];
}

function* entriesOf(at: {
  root: string;
  folder: string;
  prefix: string;
  level: number;
}): Generator<ListedEntry> {
  const names = readdirSync(at.folder).filter((name) => !name.startsWith(".") && name !== "node_modules");
  for (const name of names.toSorted()) {
    const found = lookAt(at.root, join(at.folder, name));
    if (found === null) continue;
    const path = at.prefix + name;
    const isFolder = found.stats.isDirectory();
    yield { path, bytes: found.stats.size, isFolder };
    if (!isFolder || at.level === LEVELS) continue;
    yield* belowOf({ ...at, folder: found.real, prefix: `${path}/`, level: at.level + 1 });
  }
}

/** A folder that may not be read is listed all the same, as one that shows nothing. */
function belowOf(at: Parameters<typeof entriesOf>[0]): ListedEntry[] {
  try {
    return [...entriesOf(at)];
  } catch {
    return [];
  }
}

function lookAt(root: string, path: string): { real: string; stats: Stats } | null {
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real);
    return isInside(root, real) && (stats.isFile() || stats.isDirectory()) ? { real, stats } : null;
  } catch {
    return null;
  }
}
