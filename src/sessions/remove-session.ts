import { DaybookError } from "../errors/index.ts";
import type { Storage, StoragePath } from "../storage/index.ts";
import { sessionIdsIn, trashFolder, trashPath } from "./list-name.ts";
import { changeMark } from "./pin-marks.ts";
import { isSessionId } from "./session-id.ts";
import { sessionFolder, sessionPath } from "./session-path.ts";
import { changeTrashState } from "./trash-state.ts";

/** Ids of the sessions whose logs are there. */
export async function sessionsOnDisk(storage: Storage): Promise<{ kept: string[]; trashed: string[] }> {
  return {
    kept: await sessionIdsIn(storage, sessionFolder),
    trashed: await sessionIdsIn(storage, trashFolder),
  };
}

/** Ids of the sessions whose logs lie with a project of the home, which need not be the one that is open. */
export async function sessionsOfProject(storage: Storage, projectId: string): Promise<string[]> {
  const folders = ["sessions", "trash"].map((name): StoragePath => `home/projects/${projectId}/${name}`);
  return (await Promise.all(folders.map((folder) => sessionIdsIn(storage, folder)))).flat();
}

/** Who writes the log of a session now, for people; null for nobody. */
export async function writerOf(storage: Storage, id: string): Promise<string | null> {
  if (!isSessionId(id) || (await storage.size(sessionPath(id))) === null) return null;
  const opened = await storage.openLog(sessionPath(id));
  if (opened.busy) return opened.holder;
  await opened.log.close();
  return null;
}

/**
 * Deletes the log of a session for good, in the trash too, and what is noted of it beside. Gives the paths that are
 * gone. Fails with `locked` where a process writes it, `unreadable` where the notes beside cannot be changed.
 */
export async function removeSession(storage: Storage, id: string): Promise<StoragePath[]> {
  if (!isSessionId(id)) return [];
  const removed: StoragePath[] = [];
  for (const path of [sessionPath(id), trashPath(id)]) {
    const outcome = await storage.removeLog(path);
    if (outcome === "busy") {
      throw new DaybookError(
        "locked",
        `Another process has the session ${id} open; end it, and run this again.`,
      );
    }
    if (outcome === "done") removed.push(path);
  }
  return removed;
}

/**
 * Forgets title, pin and place in the trash of a session, and gives the files that told of it. Fails with `unreadable`
 * where these cannot be read.
 */
export async function forgetMarks(storage: Storage, id: string): Promise<StoragePath[]> {
  if (!isSessionId(id)) return [];
  const { value } = await storage.change(["project"], async (tx) => {
    const before = await Promise.all(sessionNotes.map((path) => tx.read(path)));
    const door = { tx, locate: storage.locate };
    await changeMark(door, id, null);
    if ((await tx.read("project/trash/state.json")).found) {
      await changeTrashState(door, ({ sessions }) => void delete sessions[id]);
    }
    return sessionNotes.filter((_path, at) => {
      const read = before[at];
      return read?.found === true && read.text.includes(JSON.stringify(id));
    });
  });
  return value;
}

/** The files, beside the logs, in which a project notes what it was told of sessions. */
export const sessionNotes: readonly StoragePath[] = [
  "project/session-marks.json",
  "project/trash/state.json",
];

/** What the person said in a session, each prompt as it was typed, from its log wherever it lies. */
export async function wordsOfPerson(storage: Storage, id: string): Promise<Set<string>> {
  const words = new Set<string>();
  if (!isSessionId(id)) return words;
  for (const path of [sessionPath(id), trashPath(id)]) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of storage.stream(path)) chunks.push(chunk);
    for (const line of Buffer.concat(chunks).toString("utf8").split("\n")) {
      for (const text of wordsIn(line)) words.add(text.trim());
    }
  }
  words.delete("");
  return words;
}

interface UserLine {
  type?: unknown;
  from?: unknown;
  content?: unknown;
}

function wordsIn(line: string): string[] {
  if (!line.includes('"user"')) return [];
  try {
    const { type, from, content } = Object(JSON.parse(line)) as UserLine;
    if (type !== "user" || !Array.isArray(from) || !Array.isArray(content)) return [];
    return content.flatMap((block: { text?: unknown }, at) =>
      from[at] === "person" && typeof block.text === "string" ? [block.text] : [],
    );
  } catch {
    return [];
  }
}
