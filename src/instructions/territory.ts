import { isAbsolute, relative, sep } from "node:path";
import { cutCharacters, escapeUnseen } from "../text/index.ts";

/** The folder whose files an instruction file may include, and how its paths are shown. */
export interface Territory {
  /** Real path. */
  root: string;
  /** For sentences: `the project`, `daybook's home`. */
  called: string;
  /** Stands before every shown path of it: empty for the project, `~/.agent/` for the home. */
  prefix: string;
}

/** A file that is found by its name. */
export interface TopFile {
  path: string;
  territory: Territory;
  mayLeaveByLink?: boolean;
  /** The person's own: no file of a repository takes it into its section, where it could be cut away. */
  isOwn?: boolean;
}

const SHOWN_CHARACTERS = 200;

/** Whether an absolute path is the folder itself or lies in it, by its letters. `proj-private` does not lie in `proj`. */
export function liesIn(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The names between the root and a path in it. */
export function namesBelow(root: string, path: string): string[] {
  return relative(root, path).split(sep);
}

/** A path as people read it: from the root on, with `/`, nothing unseen in it. */
export function showPath({ root, prefix }: Territory, path: string): string {
  const below = relative(root, path);
  if (isAbsolute(below)) return showWritten(path);
  return showWritten(prefix + below.split(sep).join("/"));
}

/** What someone wrote, as it can stand in a sentence and in a comment. */
export function showWritten(written: string): string {
  const shown = cutCharacters(escapeUnseen(written), SHOWN_CHARACTERS);
  return shown.replace(/<!--/gu, "&lt;!--").replace(/-->/gu, "--&gt;");
}
