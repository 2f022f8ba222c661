import type { Storage, StoragePath } from "../storage/index.ts";
import { fieldOf, isMemoryFile, readFrontmatter } from "../text/index.ts";
import { rejectedFolder, waitingFolder } from "./inbox-folder.ts";

/** A proposal that a session brought. */
export interface SessionProposal {
  /** Name of its file without `.md`. */
  id: string;
  path: StoragePath;
  isRejected: boolean;
  /** The session it rests on. */
  session: string;
}

/** All proposals that name a session, rejected ones too; of a file that cannot be made out its lines decide. */
export async function proposalsOfSessions(
  storage: Pick<Storage, "read" | "names">,
): Promise<SessionProposal[]> {
  const found: SessionProposal[] = [];
  for await (const { id, path, isRejected, text } of filesOf(storage)) {
    const session = await sessionIn(text);
    if (session !== null) found.push({ id, path, isRejected, session });
  }
  return found;
}

interface ProposalFile extends Pick<SessionProposal, "id" | "path" | "isRejected"> {
  text: string;
}

/** Every file of the inbox, whatever stands in it. */
async function* filesOf(storage: Pick<Storage, "read" | "names">): AsyncGenerator<ProposalFile, void> {
  for (const folder of [waitingFolder, rejectedFolder] as const) {
    for (const name of (await storage.names(folder)).filter(isMemoryFile)) {
      const path = `${folder}/${name}` as const;
      const read = await storage.read(path);
      if (!read.found) continue;
      yield {
        id: name.slice(0, -".md".length),
        path,
        isRejected: folder === rejectedFolder,
        text: read.text,
      };
    }
  }
}

async function sessionIn(text: string): Promise<string | null> {
  const written =
    fieldOf(await readFrontmatter(text), "session")?.value ?? /^session: *(\S+)\s*$/m.exec(text)?.[1];
  return written === undefined || written.trim() === "" ? null : written.trim();
}

/** The proposals, of any session, that are about one of these memories (`scope/slug`): they quote it. */
export async function proposalsAbout(
  storage: Pick<Storage, "read" | "names">,
  ids: readonly string[],
): Promise<StoragePath[]> {
  const found: StoragePath[] = [];
  for await (const { path, text } of filesOf(storage)) {
    if (ids.some((id) => text.includes(`: ${id}@`))) found.push(path);
  }
  return found;
}

/** Removes proposals for good: they do not come back with an undo, and the history does not keep them. Gives those that were there. */
export async function removeProposals(
  storage: Pick<Storage, "change">,
  paths: readonly StoragePath[],
): Promise<StoragePath[]> {
  if (paths.length === 0) return [];
  const { value } = await storage.change(["project"], async (tx) => {
    const removed: StoragePath[] = [];
    for (const path of paths) {
      if (!(await tx.read(path)).found) continue;
      // A person may have written a secret into it.
      tx.withhold(path);
      tx.remove(path);
      removed.push(path);
    }
    return removed;
  });
  return value;
}
