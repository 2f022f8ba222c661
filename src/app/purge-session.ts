import { createHash } from "node:crypto";
import { join } from "node:path";
import { DaybookError, messageOf } from "../errors/index.ts";
import { proposalsAbout, removeProposals } from "../extraction/index.ts";
import { historyPurge, joinPlans, planPurge } from "../memory/index.ts";
import type { ForgettingPlan, PurgePlan } from "../memory/index.ts";
import { forgetAccepted } from "../project/index.ts";
import { forgetMarks, removeSession, sessionNotes, wordsOfPerson } from "../sessions/index.ts";
import { nodeFiles, replaceWhole } from "../storage/index.ts";
import type { StoragePath } from "../storage/index.ts";
import type { Daybook } from "./daybook.ts";
import { placesThatKeep } from "./places-that-keep.ts";
import type { KeptPlace } from "./places-that-keep.ts";
import { removeCaches } from "./remove-caches.ts";

/**
 * Taking a session out of all that lies in the home, for good. Each step can be done again, and what is to be done is
 * found anew from what is left; only which records of the histories go is written down first, since those of one
 * history tell what goes from the other.
 */

/** A place that was cleaned. */
export interface CleanedPlace {
  /** Absolute. */
  place: string;
  what: string;
}

/** What a purge did. */
export interface Purged {
  cleaned: CleanedPlace[];
  /** Where it may be told still, and why that was left. */
  notCleaned: KeptPlace[];
}

/** Whether a line that was typed is one of a session's. */
export type IsTyped = (text: string) => boolean;

/** What the person typed in a session: its prompts, and what they kept with `#`. Asked before anything is removed. */
export async function typedIn(
  { storage, store }: Daybook,
  { session, memories }: { session: string; memories: ForgettingPlan },
): Promise<IsTyped> {
  const words = await wordsOfPerson(storage, session);
  const bodies: string[] = [];
  for (const { id } of memories.removed) {
    const memory = await store.read(id).catch(() => null);
    if (memory !== null) bodies.push(`${memory.description}\n${memory.body}`);
  }
  return (text) => {
    const typed = text.trim();
    if (words.has(typed)) return true;
    const kept = typed.startsWith("#") ? typed.slice(1).trim() : "";
    return kept !== "" && bodies.some((body) => body.includes(kept));
  };
}

/** Of each session one file: two purges that were cut short must not lose what the other decided. */
function planFileOf(session: string): string {
  return `purge-${createHash("sha256").update(session).digest("hex").slice(0, 16)}.json`;
}

/** The purges that were cut short in this project. */
export async function interruptedPurges({ project }: Pick<Daybook, "project">): Promise<PurgePlan[]> {
  const plans: PurgePlan[] = [];
  const names = await nodeFiles.names(project.folder).catch(() => []);
  for (const { name } of names.filter((each) => /^purge-[0-9a-f]{16}\.json$/.test(each.name))) {
    const plan = await readPlan(join(project.folder, name));
    if (plan !== null) plans.push(plan);
  }
  return plans;
}

async function readPlan(file: string): Promise<PurgePlan | null> {
  try {
    return JSON.parse(Buffer.from(await nodeFiles.readFile(file)).toString("utf8")) as PurgePlan;
  } catch {
    return null;
  }
}

/** Cleans every place, the log last, so that a purge that is cut short finds the session again. */
export async function purgeSession(
  daybook: Daybook,
  { session, isTyped }: { session: string; isTyped: IsTyped },
): Promise<Purged> {
  const { storage, project } = daybook;
  const purged: Purged = { cleaned: [], notCleaned: [] };
  const clean = (path: StoragePath, what: string): void =>
    void purged.cleaned.push({ place: storage.locate(path), what });
  await purgeLines(daybook, { session, isTyped, clean });
  try {
    await forgetMarks(storage, session);
  } catch (error) {
    if (!DaybookError.isInstance(error)) throw error;
    purged.notCleaned.push({ place: storage.locate("project/session-marks.json"), why: messageOf(error) });
  }
  const planFile = join(project.folder, planFileOf(session));
  const found = await planPurge(storage, { session, isPurgedFile });
  const proposals = await proposalsAbout(storage, found.ids);
  await removeProposals(storage, proposals);
  for (const path of proposals) clean(path, "a proposal that quotes a memory of it");
  // Once more, as the proposals are in the history now.
  const now = await planPurge(storage, { session, isPurgedFile });
  const plan = joinPlans((await readPlan(planFile)) ?? now, now);
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

/** Files of one line each. */
async function purgeLines(
  { storage }: Daybook,
  {
    session,
    isTyped,
    clean,
  }: { session: string; isTyped: IsTyped; clean: (path: StoragePath, what: string) => void },
): Promise<void> {
  const typed = await storage.blankLines("project/prompts.jsonl", (line) => isTyped(typedOf(line)));
  if (typed > 0) clean("project/prompts.jsonl", counted(typed, "typed line"));
  for (const path of ["project/events.jsonl", "project/events.jsonl.old"] as const) {
    const events = await storage.blankLines(path, (line) =>
      line.includes(`"session":${JSON.stringify(session)}`),
    );
    if (events > 0) clean(path, counted(events, "event"));
  }
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

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
