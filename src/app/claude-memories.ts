import { open, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { claudeFolderName, isClaudeFolderOf } from "../memory/index.ts";
import { nearest } from "../text/index.ts";

/** A folder that was looked at for memories of Claude Code. */
export interface LookedAt {
  folder: string;
  /** Half a sentence: why nothing is taken from there; null where something is. */
  problem: string | null;
}

/** Where Claude Code's memories of a project are. */
export interface ClaudeMemories {
  folders: string[];
  looked: LookedAt[];
  /** Projects of it with similar names: for who looked from the wrong place. */
  near: string[];
}

/**
 * Finds them under `projects/` of its folder, for the paths by which the project may have been opened. The name of a
 * folder does not tell its path for sure, so the conversations beside it are asked where they took place.
 */
export async function findClaudeMemories(claude: string, paths: readonly string[]): Promise<ClaudeMemories> {
  const projects = join(claude, "projects");
  const names = await namesIn(projects);
  const memoryOf = (name: string): string => join(projects, name, "memory");
  const found: ClaudeMemories = { folders: [], looked: [], near: [] };
  for (const wanted of uniqueNames(paths)) {
    const matching = names.filter((name) => isClaudeFolderOf(wanted, name));
    if (matching.length === 0) {
      const folder = join(projects, wanted.isWhole ? wanted.name : `${wanted.name}*`, "memory");
      found.looked.push({ folder, problem: "there is none" });
    }
    for (const name of matching) {
      const folder = memoryOf(name);
      const problem = await problemWith(join(projects, name), {
        paths,
        isOnly: wanted.isWhole || matching.length === 1,
      });
      found.looked.push({ folder, problem });
      if (problem === null) found.folders.push(folder);
    }
  }
  const [first] = uniqueNames(paths);
  if (found.folders.length === 0 && first !== undefined) {
    const others = names.filter((name) => !found.looked.some(({ folder }) => folder === memoryOf(name)));
    found.near = nearest(first.name, others, 3);
  }
  return found;
}

function uniqueNames(paths: readonly string[]): ReturnType<typeof claudeFolderName>[] {
  const byName = new Map(paths.map((path) => claudeFolderName(path)).map((each) => [each.name, each]));
  return [...byName.values()];
}

async function problemWith(
  folder: string,
  { paths, isOnly }: { paths: readonly string[]; isOnly: boolean },
): Promise<string | null> {
  const places = await placesOfSessions(folder);
  if (places.length === 0) return isOnly ? null : "its name is cut, and nothing there says whose it is";
  const isHere = places.some((place) => paths.some((path) => place === path || place.startsWith(path + sep)));
  return isHere ? null : `it belongs to ${places[0]}`;
}

const sessionsAsked = 20;
const headBytes = 64 * 1024;

/** The working folders that the conversations in a folder name; few lines of few files say it. */
async function placesOfSessions(folder: string): Promise<string[]> {
  const logs = (await namesIn(folder)).filter((name) => name.endsWith(".jsonl")).slice(0, sessionsAsked);
  const places = new Set<string>();
  for (const name of logs) {
    const head = await headOf(join(folder, name));
    for (const [, written = ""] of head.matchAll(/"cwd":\s*"((?:[^"\\]|\\.)*)"/g)) {
      const place = decoded(written);
      if (place !== null) places.add(place);
    }
  }
  return [...places];
}

function decoded(written: string): string | null {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return null;
  }
}

async function headOf(path: string): Promise<string> {
  try {
    const handle = await open(path, "r");
    try {
      if (!(await handle.stat()).isFile()) return "";
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return "";
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch {
    return [];
  }
}
