import { join } from "node:path";
import { DaybookError, messageOf } from "../errors/index.ts";
import { proposalsAbout, removeProposals } from "../extraction/index.ts";
import {
  bodiesKeptIn,
  historyPurge,
  isPurgeFile,
  joinPlans,
  parsePurgePlan,
  planPurge,
  purgeFileOf,
  unnameSession,
} from "../memory/index.ts";
import type { ForgettingPlan, PurgePlan } from "../memory/index.ts";
import { forgetAccepted } from "../project/index.ts";
import { forgetMarks, removeSession, sessionNotes, wordsOfPerson } from "../sessions/index.ts";
import { nodeFiles, replaceWhole } from "../storage/index.ts";
import type { StoragePath } from "../storage/index.ts";
import { counted, type CleanedPlace } from "./cleaned-place.ts";
import type { Daybook } from "./daybook.ts";
import { placesThatKeep } from "./places-that-keep.ts";
import type { KeptPlace } from "./places-that-keep.ts";
import { removeCaches } from "./remove-caches.ts";

/**
 * Taking a session out of all that lies in the home, for good. Each step can be done again, and what is to be done is
 * found anew from what is left; only which records of the histories go is written down first, since those of one
 * history tell what goes from the other.
 */

/** What a purge did. */
export interface Purged {
  cleaned: CleanedPlace[];
  /** Where it may be told still, and why that was left. */
  notCleaned: KeptPlace[];
}

/** Whether a line that was typed is one of a session's. */
export type IsTyped = (text: string) => boolean;

/**
 * What the person typed in a session: its prompts by its log, and what they kept with `#` by the history, since the
 * memories may be gone for long. Both go only after the lines.
 */
export async function typedIn(
  { storage, store }: Daybook,
  { session, memories }: { session: string; memories: ForgettingPlan },
): Promise<IsTyped> {
  const words = await wordsOfPerson(storage, session);
  const bodies = await bodiesKeptIn(storage, session);
  for (const { id } of memories.removed) {
    const memory = await store.read(id).catch(() => null);
    if (memory?.source === "user") bodies.add(memory.body.trim());
  }
  return (text) => {
    const typed = text.trim();
    return words.has(typed) || (typed.startsWith("#") && bodies.has(typed.slice(1).trim()));
  };
}

/** The purges that were cut short in this project. */
export async function interruptedPurges({ project }: Pick<Daybook, "project">): Promise<PurgePlan[]> {
  const plans: PurgePlan[] = [];
  const names = await nodeFiles.names(project.folder).catch(() => []);
  for (const { name } of names.filter((each) => each.kind === "file" && isPurgeFile(each.name))) {
    const plan = await readPlan(join(project.folder, name));
    if (plan !== null) plans.push(plan);
  }
  return plans;
}

async function readPlan(file: string): Promise<PurgePlan | null> {
  try {
    if (nodeFiles.look(file)?.isFile() !== true) return null;
    return parsePurgePlan(Buffer.from(await nodeFiles.readFile(file)).toString("utf8"));
  } catch {
    return null;
  }
}

/** Cleans every place, the log last, so that a purge that is cut short finds the session again. */
export async function purgeSession(
  daybook: Daybook,
  { session, isTyped }: { session: string; isTyped: IsTyped },
): Promise<Purged> {
  const { storage, storeOptions, project } = daybook;
  const purged: Purged = { cleaned: [], notCleaned: [] };
  const clean = (path: StoragePath, what: string): void =>
    void purged.cleaned.push({ place: storage.locate(path), what });
  if (await purgeLines(daybook, { session, isTyped, clean })) {
    const place = storage.locate("project/prompts.jsonl");
    purged.notCleaned.push({ place, why: "Which commands were typed in the session is not told there." });
  }
  try {
    for (const path of await forgetMarks(storage, session))
      clean(path, "its title, pin and place in the trash");
  } catch (error) {
    if (!DaybookError.isInstance(error)) throw error;
    purged.notCleaned.push({ place: storage.locate("project/session-marks.json"), why: messageOf(error) });
  }
  const unnamed = await unnameSession(storeOptions, session);
  for (const path of unnamed.paths) clean(path, "the session's name in its header");
  for (const { path, why } of unnamed.left) purged.notCleaned.push({ place: storage.locate(path), why });
  const planFile = join(project.folder, purgeFileOf(session));
  const found = await planPurge(storage, { session, isPurgedFile });
  const proposals = await removeProposals(storage, await proposalsAbout(storage, found.ids));
  for (const path of proposals) clean(path, "a proposal that quotes a memory of it");
  // Once more, as the proposals are in the history now.
  const now = await planPurge(storage, { session, isPurgedFile });
  const earlier = await readPlan(planFile);
  const plan = joinPlans(earlier?.session === session ? earlier : now, now);
  await replaceWhole(nodeFiles, { path: planFile, text: JSON.stringify(plan) });
  for (const scope of ["project", "user"] as const) {
    const changed = await storage.purgeHistory(scope, historyPurge(plan));
    const path = scope === "user" ? "home/history.jsonl" : "project/history.jsonl";
    if (changed > 0) clean(path, counted(changed, "record"));
  }
  const shared = plan.paths.filter((path) => path.startsWith("shared/"));
  const accepted = await forgetAccepted(project.folder, shared.map(nameOf));
  const hasUserMemories = plan.paths.some((path) => path.startsWith("home/"));
  for (const place of [...accepted, ...(await removeCaches(daybook, { everywhere: hasUserMemories }))]) {
    purged.cleaned.push({ place, what: "derived; it is made anew" });
  }
  for (const path of await removeSession(storage, session)) clean(path, "the session's log");
  purged.notCleaned.push(...(await placesThatKeep(daybook, { session, plan })));
  await nodeFiles.unlink(planFile);
  await nodeFiles.syncFolder(project.folder);
  return purged;
}

/** What an undo never needs: proposals, and notes on sessions, which hold their titles. */
function isPurgedFile(path: StoragePath): boolean {
  return path.startsWith("project/inbox/") || sessionNotes.includes(path);
}

/** Lines of prompts and events; true where typed commands stay, of whatever session. */
async function purgeLines(
  { storage }: Daybook,
  {
    session,
    isTyped,
    clean,
  }: { session: string; isTyped: IsTyped; clean: (path: StoragePath, what: string) => void },
): Promise<boolean> {
  let areCommandsLeft = false;
  const typed = await storage.blankLines("project/prompts.jsonl", (line) => {
    const text = typedOf(line);
    const isGone = isTyped(text);
    areCommandsLeft ||= !isGone && /^\s*[/!]/.test(text);
    return isGone;
  });
  if (typed > 0) clean("project/prompts.jsonl", counted(typed, "typed line"));
  for (const path of ["project/events.jsonl", "project/events.jsonl.old"] as const) {
    const events = await storage.blankLines(path, (line) =>
      line.includes(`"session":${JSON.stringify(session)}`),
    );
    if (events > 0) clean(path, counted(events, "event"));
  }
  return areCommandsLeft;
}

function typedOf(line: string): string {
  try {
    const { text } = Object(JSON.parse(line)) as { text?: unknown };
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

function nameOf(path: StoragePath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
