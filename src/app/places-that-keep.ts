import { join } from "node:path";
import type { PurgePlan } from "../memory/index.ts";
import type { Storage, StoragePath } from "../storage/index.ts";
import type { Daybook } from "./daybook.ts";
import { entriesOf } from "./entries-of.ts";

/** A place that a purge leaves as it is although it may tell of what went. */
export interface KeptPlace {
  /** Absolute, or what it is. */
  place: string;
  why: string;
}

/** Where what a session brought may still be told: logs that were shown it, copies of the session, git. */
export async function placesThatKeep(
  daybook: Daybook,
  { session, plan }: { session: string; plan: PurgePlan },
): Promise<KeptPlace[]> {
  const { storage, home, project, folders } = daybook;
  const kept: KeptPlace[] = [];
  // Another project may have a copy of it, or have been told of it.
  const othersNeedles = [session, ...needlesFor(plan, "home/")];
  const ownNeedles = [session, ...needlesFor(plan, "")];
  const projects = entriesOf(join(home, "projects"));
  for (const id of projects) {
    const isOwn = join(home, "projects", id) === project.folder;
    const needles = isOwn ? ownNeedles : othersNeedles;
    const logs = await logsWith(storage, { id, needles });
    if (logs.length > 0) kept.push({ place: join(home, "projects", id), why: logsSentence(logs, isOwn) });
    const history: StoragePath = `home/projects/${id}/history.jsonl`;
    if (!isOwn && (await holdsAny(storage, history, placesOf(plan, "home/")))) {
      kept.push({ place: storage.locate(history), why: "A memory of it was moved to that project." });
    } else if (!isOwn && (await holdsAny(storage, history, [JSON.stringify(session)]))) {
      kept.push({
        place: storage.locate(history),
        why: "It tells of changes that were made in the session.",
      });
    }
  }
  const shared = plan.paths.filter((path) => path.startsWith("shared/"));
  if (shared.length > 0 && folders.shared !== null) {
    kept.push({
      place: folders.shared,
      why: "Git keeps what was committed, here and wherever it was pushed: renew what is secret.",
    });
  }
  return kept;
}

const NAMED = 3;

function logsSentence(logs: readonly string[], isOwn: boolean): string {
  const named = logs.slice(0, NAMED).join(", ");
  const more = logs.length > NAMED ? ` and ${logs.length - NAMED} more` : "";
  const how = isOwn ? " `daybook rm --session ID --purge` removes one." : "";
  const were = logs.length === 1 ? "This session was" : "These sessions were";
  return `${were} shown it, or copied from it: ${named}${more}.${how}`;
}

/** What stands in a log that was shown one of the memories: its line of the index, or its recall. */
function needlesFor({ paths }: PurgePlan, root: string): string[] {
  return paths
    .filter((path) => path.startsWith(root))
    .flatMap((path) => {
      const file = path.slice(path.lastIndexOf("/") + 1);
      const scope = path.startsWith("home/") ? "user" : "project";
      return [`](${file})`, `recall:${scope}/${file.slice(0, -".md".length)}@`];
    });
}

function placesOf({ paths }: PurgePlan, root: string): string[] {
  return paths.filter((path) => path.startsWith(root)).map((path) => JSON.stringify(path));
}

async function logsWith(
  storage: Storage,
  { id, needles }: { id: string; needles: readonly string[] },
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ["sessions", "trash"] as const) {
    const path: StoragePath = `home/projects/${id}/${folder}`;
    for (const name of (await storage.names(path)).filter((each) => each.endsWith(".jsonl"))) {
      if (await holdsAny(storage, `${path}/${name}`, needles)) found.push(name.slice(0, -".jsonl".length));
    }
  }
  return found;
}

/** Whether a file holds one of these texts, in bounded memory. One that cannot be read may. */
async function holdsAny(storage: Storage, path: StoragePath, needles: readonly string[]): Promise<boolean> {
  if (needles.length === 0) return false;
  const wanted = needles.map((needle) => Buffer.from(needle));
  const overlap = Math.max(...wanted.map(({ length }) => length)) - 1;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of storage.stream(path)) {
      const bytes = Buffer.concat([rest, chunk]);
      if (wanted.some((needle) => bytes.includes(needle))) return true;
      rest = bytes.subarray(Math.max(0, bytes.length - overlap));
    }
    return false;
  } catch {
    return true;
  }
}
