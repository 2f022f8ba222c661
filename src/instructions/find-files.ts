import { dirname, join } from "node:path";
import type { InstructionDisk } from "./disk.ts";
import { liesIn, type Territory, type TopFile } from "./territory.ts";

/** Absolute folders; none need exist. */
export interface InstructionFolders {
  cwd: string;
  /** Real path of the project's work tree or folder. */
  projectRoot: string;
  /** daybook's home. */
  home: string;
  /** The person's home folder, for showing paths; empty where this machine knows none. */
  userHome: string;
}

const names = ["AGENT.md", "AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md"] as const;

/** Whether a file of this name is there to be read by agents. File systems may not tell case. */
export function isInstructionName(name: string): boolean {
  return ["agent.md", "agents.md", "claude.md"].includes(name.toLowerCase());
}

/**
 * Where instruction files may lie, the most general first: the folders from the project's root down to
 * `cwd`, then the project's `.agent`, then the home. A `.agent` that is the home itself is no project's.
 */
export function instructionPlaces(folders: InstructionFolders, disk: InstructionDisk): TopFile[] {
  const project: Territory = { root: folders.projectRoot, called: "the project", prefix: "" };
  const homeRoot = realOr(disk, folders.home);
  // The same folder, but nothing that a repository uses up is missing here.
  const own: Territory = { ...project };
  const home: Territory = { root: homeRoot, called: "daybook's home", prefix: homePrefix(folders) };
  const shared = walk(project.root, realOr(disk, folders.cwd)).flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  const personal = join(project.root, ".agent", "AGENT.md");
  const persons = join(homeRoot, "AGENT.md");
  const personsReal = realOr(disk, persons);
  const places: TopFile[] = [
    ...shared.map((path) => ({ path, territory: project })),
    { path: personal, territory: own, isOwn: true },
  ];
  return [
    ...places.filter(({ path }) => realOr(disk, path) !== personsReal),
    { path: persons, territory: home, mayLeaveByLink: true, isOwn: true },
  ];
}

/** The folders from the root down to `folder`; the root alone where `folder` lies elsewhere. */
function walk(root: string, folder: string): string[] {
  const folders: string[] = [];
  if (!liesIn(root, folder)) return [root];
  for (let each = folder; each !== root; each = dirname(each)) folders.unshift(each);
  return [root, ...folders];
}

function homePrefix({ home, userHome }: InstructionFolders): string {
  const isBelow = userHome !== "" && home !== userHome && liesIn(userHome, home);
  const shown = isBelow ? `~${home.slice(userHome.length)}` : home;
  return `${shown.replace(/\\/gu, "/")}/`;
}

function realOr(disk: InstructionDisk, path: string): string {
  try {
    return disk.realPath(path);
  } catch {
    return path;
  }
}
