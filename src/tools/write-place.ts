/**
 * What a written file would be: an ordinary one, or one that acts on people and programs: memories,
 * instructions for agents, what git and editors run. Names are compared without regard to case and to how
 * accents are composed, as file systems may do; taking one too many for special only means a question.
 */
import { basename, join, relative, sep } from "node:path";
import type { WritePlace } from "./permissions.ts";
import { isInsideFolder, realFolder, type Located, type WorkArea } from "./work-area.ts";

const instructionFiles = new Set(["agent.md", "agents.md", "claude.md"]);
const guardedNames = new Set([
  ".git",
  ".husky",
  ".vscode",
  ".idea",
  ".claude",
  ".cursor",
  ".devcontainer",
  ".envrc",
  ".mcp.json",
]);

/** The place that decides about writing there. Looks at the path as it was given and at where it leads. */
export async function writePlaceOf(
  located: Extract<Located, { found: true }>,
  area: WorkArea,
): Promise<WritePlace> {
  const paths = [located.path, located.wanted].map(fold);
  const home = fold(await realFolder(area.home));
  const memoryFolders = [...area.memoryFolders, join(area.home, "memory")];
  const closed = (await Promise.all(memoryFolders.map(realFolder))).concat(memoryFolders).map(fold);
  if (paths.some((path) => closed.some((folder) => isInsideFolder(path, folder)) || isMemory(path, home))) {
    return "memory";
  }
  if (isInsideFolder(paths[0] ?? "", home)) return "home";
  if (paths.some((path) => instructionFiles.has(basename(path)))) return "instructions";
  if (located.place !== "project") return "outside";
  const root = fold(await realFolder(area.projectRoot));
  return paths.some((path) => isGuarded(path, root)) ? "guarded" : "project";
}

function isMemory(path: string, home: string): boolean {
  const parts = path.split(sep);
  if (parts.some((part, index) => part === ".agent" && parts[index + 1] === "memory")) return true;
  if (!isInsideFolder(path, home)) return false;
  const [top, , folder] = relative(home, path).split(sep);
  return top === "projects" && folder === "memory";
}

// What lies above the project says nothing: a work tree may stand inside a `.git` or `.claude` folder.
function isGuarded(path: string, root: string): boolean {
  return (
    isInsideFolder(path, root) &&
    relative(root, path)
      .split(sep)
      .some((name) => guardedNames.has(name))
  );
}

function fold(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
