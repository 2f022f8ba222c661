import { join } from "node:path";

import { messageOf } from "../../errors/index.ts";
import { readTrust } from "../../project/index.ts";
import { journalOfScope, lookAtJournal } from "../../storage/index.ts";
import type { FileOperations, InspectOptions, LockLook } from "../../storage/index.ts";
import { formatCount } from "../../text/index.ts";
import type { Scope } from "../types.ts";
import { holderOf, scopesIn } from "./check-disk.ts";
import type { Doctoring } from "./context.ts";
import { isPurgeFile, parsePurgePlan } from "../forgetting/purge-file.ts";
import { finding, unreadableState, type Finding } from "./finding.ts";

/** What stands around memory: locks, histories, daybook's own files, the shared folder, the settings. */

/** The histories: steps that nobody completed, lines that cannot be read. */
export async function checkHistories(
  inspect: InspectOptions,
  locks: readonly LockLook[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const scope of scopesIn(inspect.folders)) {
    try {
      const journal = await lookAtJournal(inspect, scope);
      if (journal === null) continue;
      const { file, unreadable, isUnfinished } = journal;
      const holder = holderOf(inspect.folders, locks, scope);
      if (isUnfinished && holder?.state !== "alive") found.push(unfinished(scope, { file, holder }));
      const [first] = unreadable;
      if (first !== undefined) found.push(brokenLines(scope, { file, first, count: unreadable.length }));
    } catch (error) {
      found.push(unreadableState(scope, journalOfScope(inspect.folders, scope), messageOf(error)));
    }
  }
  return found;
}

function unfinished(scope: Scope, { file, holder }: { file: string; holder: LockLook | null }): Finding {
  return finding("unfinished-step", {
    scope,
    file,
    message: "The last change was not completed: its process was killed, or is at work still.",
    ...(holder === null
      ? { auto: "`daybook doctor --fix` completes it, as the next save would." }
      : {
          remedy: `Once ${holder.file} is settled, \`daybook doctor --fix\` completes it, as the next save would.`,
        }),
  });
}

function brokenLines(
  scope: Scope,
  { file, first, count }: { file: string; first: number; count: number },
): Finding {
  return finding("broken-history", {
    scope,
    file,
    line: first,
    message: `${formatCount(count)} ${count === 1 ? "line" : "lines"} of the history cannot be read; log and undo pass over ${count === 1 ? "it" : "them"}.`,
    remedy: "Nothing else depends on such a line: take it out by hand, or leave it.",
  });
}

/** Files that daybook keeps about a project: one that is no JSON is left alone, and something does not work. */
export async function checkOwnFiles({ folders, files }: InspectOptions): Promise<Finding[]> {
  if (folders.project === undefined) return [];
  const found: Finding[] = [];
  for (const [name, means] of [
    ["project.json", "trust and allowed commands of this project are not known"],
    ["session-marks.json", "it is not known which sessions are pinned"],
    ["trash/state.json", "old sessions stay where they are"],
  ] as const) {
    const file = join(folders.project, name);
    const problem = await problemOf(files, file);
    if (problem === null) continue;
    found.push(
      finding("broken-file", {
        scope: "project",
        file,
        message: `${problem}, so ${means}.`,
        remedy: "Mend it by hand, or move it away to begin anew.",
      }),
    );
  }
  return found;
}

/** Purges of sessions that were cut short: what they decided lies beside the history until it is done. */
export async function checkPurges({ folders, files }: InspectOptions): Promise<Finding[]> {
  const { project } = folders;
  if (project === undefined) return [];
  const names = await files.names(project).catch(() => []);
  const found: Finding[] = [];
  for (const { name } of names.filter((each) => isPurgeFile(each.name))) {
    const file = join(project, name);
    const session = await sessionOfPurge(files, file);
    found.push(
      finding("unfinished-purge", {
        scope: "project",
        file,
        message: "A purge of a session was cut short, so texts that should be gone may be there still.",
        remedy:
          session === null
            ? "The file is damaged. Purge the session again if you know which it was, and remove the file."
            : `\`daybook rm --session ${session} --purge\` finishes it.`,
      }),
    );
  }
  return found;
}

async function sessionOfPurge(files: FileOperations, file: string): Promise<string | null> {
  try {
    return parsePurgePlan(Buffer.from(await files.readFile(file)).toString("utf8"))?.session ?? null;
  } catch {
    return null;
  }
}

async function problemOf(files: FileOperations, file: string): Promise<string | null> {
  try {
    if (files.look(file) === undefined) return null;
    const value: unknown = JSON.parse(
      Buffer.from(await files.readFile(file))
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    );
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? null
      : "It holds no JSON object";
  } catch (error) {
    return error instanceof SyntaxError ? "It is no valid JSON" : `It cannot be read (${messageOf(error)})`;
  }
}

/** The shared folder as a whole, and the settings. */
export async function checkAround({ options, store, inspect }: Doctoring): Promise<Finding[]> {
  const { folders } = inspect;
  const found = ((await options.settingsProblems?.()) ?? []).map((problem) =>
    finding("settings", {
      scope: null,
      file: join(folders.home, "daybook.json"),
      message: problem,
      remedy: "Mend the file by hand; until then the defaults count.",
    }),
  );
  const problem = options.sharedProblem ?? null;
  if (problem !== null) {
    found.push(
      finding("shared-unusable", {
        scope: "project",
        file: problem.split(" ", 1)[0] ?? "",
        message: problem,
        remedy: "Until then this project's memories are the private ones alone.",
      }),
    );
  } else if (!store.storage.has("shared") && store.storage.has("project")) {
    const trust = await readTrust(store.storage).catch(() => null);
    if (trust !== null && trust.contents.length > 0) {
      found.push(
        finding("shared-missing", {
          scope: "project",
          file: folders.project ?? folders.home,
          message:
            "Memories that this project shared were trusted here, and .agent/memory is not there any more.",
          remedy: "Another branch may have it; `daybook init` makes it anew.",
        }),
      );
    }
  }
  return found;
}
