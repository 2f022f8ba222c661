import type { Stats } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, resolve, sep } from "node:path";
import { DaybookError } from "../errors/index.ts";
import type { ProjectIdentity } from "../project/index.ts";
import type { Host } from "./host.ts";

/**
 * Where daybook keeps everything: `--home`, else `DAYBOOK_HOME`, else `~/.agent`. Absolute; need not exist.
 * Fails with `usage` for a blank `--home`, `invalid` when `~` is needed and nobody knows where it is.
 */
export function resolveHome(host: Host, flag?: string): string {
  if (flag !== undefined && flag.trim() === "") {
    throw new DaybookError("usage", "daybook's home is a blank. Name a folder, for example ~/.agent.");
  }
  const chosen = flag ?? homeOfEnvironment(host);
  if (chosen === undefined) return join(personsFolder(host), ".agent");
  // A shell expands `~` in an argument, but not in `--home=~/x` or in a settings file of an editor.
  return resolve(host.cwd(), startsAtPerson.test(chosen) ? expand(host, chosen) : chosen);
}

const startsAtPerson = /^~(?=$|[/\\])/;

function expand(host: Host, path: string): string {
  const folder = personsFolder(host);
  return path.replace(startsAtPerson, () => folder);
}

function personsFolder({ userHome }: Host): string {
  if (isAbsolute(userHome)) return userHome;
  throw new DaybookError(
    "invalid",
    "Your home folder is not known: HOME is not an absolute folder, and the system has none for this user. Set HOME, or name daybook's folder in DAYBOOK_HOME.",
  );
}

/**
 * A relative `DAYBOOK_HOME` means another folder in every folder, also one that came with a clone: its
 * settings would choose the model and the server. Fails with `invalid` where it lies in a project.
 */
export async function assertHomeIsPersons(
  host: Host,
  { home, flag, project }: { home: string; flag: string | undefined; project: ProjectIdentity },
): Promise<void> {
  const wish = homeOfEnvironment(host);
  if (flag !== undefined || wish === undefined || isAbsolute(wish) || startsAtPerson.test(wish)) return;
  const [real, person] = await Promise.all([realOf(home), realOf(host.userHome)]);
  if (project.root === person || !isOfProject(real, project)) return;
  throw new DaybookError(
    "invalid",
    `DAYBOOK_HOME is ${JSON.stringify(wish)}, which here is ${home}, a folder of this project. Make DAYBOOK_HOME an absolute folder.`,
  );
}

function isOfProject(folder: string, { kind, root }: ProjectIdentity): boolean {
  // A folder without git is a project wherever one stands; only its shared part is a project's.
  if (kind === "folder") return folder === join(root, ".agent");
  return folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Fails with `invalid` when the home is there but can hold nothing: a file, or a link that leads nowhere. */
export async function assertUsableHome(home: string): Promise<void> {
  const [there, target] = await Promise.all([lookAt(lstat, home), lookAt(stat, home)]);
  if (there === null || target?.isDirectory() === true) return;
  const what = target === null ? "a link to a place that does not exist" : "a file, not a folder";
  throw new DaybookError("invalid", `daybook's home ${home} is ${what}. Mend it, or choose another home.`);
}

// Other refusals (permissions, a file as parent) are told by whoever reads or writes there.
async function lookAt(look: (path: string) => Promise<Stats>, path: string): Promise<Stats | null> {
  return look(path).catch(() => null);
}

function homeOfEnvironment({ env }: Host): string | undefined {
  const value = env["DAYBOOK_HOME"];
  return value === undefined || value.trim() === "" ? undefined : value;
}
