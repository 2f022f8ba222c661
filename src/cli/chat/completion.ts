import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { displayWidth } from "../terminal/display-width.ts";
import { openMentions, type OpenMention } from "./mentions.ts";

/** What the end of a text may become. */
export interface Completion {
  /** Where what may be replaced begins. */
  from: number;
  candidates: readonly Candidate[];
}

export interface Candidate {
  /** What it becomes. */
  text: string;
  /** How it is shown in a list. */
  label: string;
  /** More may follow, as in a folder: no blank behind it. */
  isOpen: boolean;
}

/** What Tab does: text to put in place, or candidates to show when they have no more in common. */
export interface AppliedCompletion {
  insert: string | null;
  show: readonly string[];
}

/** Takes what all candidates have in common; a single one is finished with a blank. */
export function applyCompletion(typed: string, candidates: readonly Candidate[]): AppliedCompletion {
  const [first, ...others] = candidates;
  if (first === undefined) return { insert: null, show: [] };
  if (others.length === 0) {
    const finished = first.isOpen ? first.text : `${first.text} `;
    return { insert: finished === typed ? null : finished, show: [] };
  }
  const common = others.reduce((start, { text }) => commonStart(start, text), first.text);
  const isProgress = common !== typed && common.length >= typed.length;
  return { insert: isProgress ? common : null, show: candidates.map(({ label }) => label) };
}

function commonStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length);
}

export interface CompletionOptions {
  /** The whole line, when it may be a command. */
  command(before: string): Promise<readonly Candidate[]>;
  /** Where relative paths start. */
  cwd: string;
  userHome: string;
}

/** Completes commands, `@file` and paths. Folders that cannot be read have no entries. */
export async function completeText(
  before: string,
  { command, cwd, userHome }: CompletionOptions,
): Promise<Completion> {
  const commands = await command(before);
  if (commands.length > 0) return { from: 0, candidates: commands };
  for (const { at, path, isQuoted } of wordsAtEnd(before)) {
    const entries = await entriesAlong(path, { cwd, userHome });
    if (entries.length === 0) continue;
    const mark = before[at] === "@" ? "@" : "";
    return {
      from: at,
      candidates: entries.map(({ name, label, isFolder }) => ({
        text: `${mark}${quoteIfNeeded(name, { isFolder, wasQuoted: isQuoted })}`,
        label,
        isOpen: isFolder,
      })),
    };
  }
  return { from: before.length, candidates: [] };
}

/** What the end of the text may be the beginning of: `@path`, else a path. */
function wordsAtEnd(before: string): OpenMention[] {
  const mentions = openMentions(before);
  if (mentions.length > 0) return mentions;
  const found = /(?<=^!?|\s)(?:"([^"]*)|([^\s"]+))$/u.exec(before);
  const path = found?.[1] ?? found?.[2] ?? "";
  return found === null || path === "" ? [] : [{ at: found.index, path, isQuoted: found[1] !== undefined }];
}

interface PathEntry {
  /** The whole path as it would be typed. */
  name: string;
  label: string;
  isFolder: boolean;
}

const MOST_ENTRIES = 200;

async function entriesAlong(
  path: string,
  { cwd, userHome }: Pick<CompletionOptions, "cwd" | "userHome">,
): Promise<PathEntry[]> {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, slash + 1);
  const start = path.slice(slash + 1);
  const place = resolve(
    cwd,
    folder.replace(/^~(?=\/)/u, () => userHome),
  );
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const visible = entries.filter(
    ({ name }) => isTypable(name) && (start.startsWith(".") || !name.startsWith(".")),
  );
  const exact = visible.filter(({ name }) => name.startsWith(start));
  const fitting =
    exact.length > 0
      ? exact
      : visible.filter(({ name }) => name.toLowerCase().startsWith(start.toLowerCase()));
  const found = await Promise.all(
    fitting.slice(0, MOST_ENTRIES).map(async (entry) => {
      const isFolder =
        entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(join(place, entry.name))));
      const label = isFolder ? `${entry.name}/` : entry.name;
      return { name: folder + label, label, isFolder };
    }),
  );
  return found.toSorted((left, right) => (left.label < right.label ? -1 : 1));
}

async function leadsToFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

// A name with controls or a quote in it cannot be written in a line.
function isTypable(name: string): boolean {
  return !/[\p{Cc}"]/u.test(name) && displayWidth(name) > 0;
}

function quoteIfNeeded(
  name: string,
  { isFolder, wasQuoted }: { isFolder: boolean; wasQuoted: boolean },
): string {
  if (!wasQuoted && !/\s/u.test(name)) return name;
  return isFolder ? `"${name}` : `"${name}"`;
}
