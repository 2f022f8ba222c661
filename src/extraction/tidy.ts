import { spentOnNotes, type EventLog } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Memory, MemoryStore } from "../memory/index.ts";
import { sideQuery, type Model, type Usage } from "../models/index.ts";
import { readOrNull } from "./inbox-difference.ts";
import { areSameVersions } from "./inbox-likeness.ts";
import type { Inbox } from "./inbox.ts";
import type { NearDuplicates } from "./near-duplicates.ts";
import type { NewProposal, Proposal, ProposedMemory } from "./proposal.ts";
import { mergeQuestion, readMergeAnswer } from "./tidy-question.ts";

/** What came of one group. */
export type TidyOutcome =
  | { outcome: "proposed" | "waiting"; proposal: string }
  /** The model finds that they are about different things. */
  | { outcome: "differ" }
  /** They were changed while the model wrote, twice, or are gone. */
  | { outcome: "changed" }
  | { outcome: "rejected" | "secret" | "full" | "too-long" }
  | { outcome: "unusable"; problem: string }
  /** The model's server refused or failed: nothing more is asked. */
  | { outcome: "failed"; problem: string }
  /** The day's tokens are spent: nothing more is asked. */
  | { outcome: "day-budget" };

export interface TidiedGroup {
  /** As they were found. */
  memories: readonly Memory[];
  result: TidyOutcome;
}

/** What proposing merges needs. */
export interface TidyDoors {
  model: Model;
  inbox: Pick<Inbox, "list" | "propose">;
  store: Pick<MemoryStore, "read">;
  events: Pick<EventLog, "record" | "since">;
  limits: Limits;
  now: () => Date;
  signal?: AbortSignal;
  /** Called before each group is asked about, and once at the end. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Has a model write one memory for each group and puts it into the inbox, never into memory. Sources that change while
 * the model writes are read and asked about once more; after that the group is left for another day.
 */
export async function proposeMerges(
  groups: readonly NearDuplicates<Memory>[],
  doors: TidyDoors,
): Promise<TidiedGroup[]> {
  const tidied: TidiedGroup[] = [];
  const { proposals } = await doors.inbox.list();
  let ended: TidyOutcome | undefined;
  for (const { memories } of groups) {
    doors.onProgress?.(tidied.length, groups.length);
    const result = ended ?? (await proposeMerge(memories, { doors, proposals }));
    if (result.outcome === "failed" || result.outcome === "day-budget") ended = result;
    tidied.push({ memories, result });
  }
  doors.onProgress?.(groups.length, groups.length);
  return tidied;
}

async function proposeMerge(
  found: readonly Memory[],
  { doors, proposals }: { doors: TidyDoors; proposals: readonly Proposal[] },
): Promise<TidyOutcome> {
  let memories = found;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const waiting = proposals.find(
      (each) => each.op === "merge" && areSameVersions(each, { targets: memories }),
    );
    if (waiting !== undefined) return { outcome: "waiting", proposal: waiting.id };
    const merged = await askForMerge(memories, doors);
    if ("outcome" in merged) return merged;
    const now = await readAgain(memories, doors.store);
    if (now === null) return { outcome: "changed" };
    if (areSameVersions({ targets: now }, { targets: memories })) return propose(merged, { memories, doors });
    memories = now;
  }
  return { outcome: "changed" };
}

async function askForMerge(
  memories: readonly Memory[],
  { model, events, limits, now, signal }: TidyDoors,
): Promise<ProposedMemory | TidyOutcome> {
  const question = mergeQuestion(memories);
  if (question === null) return { outcome: "too-long" };
  if ((await spentOnNotes(events, now())) >= limits.extractionDayTokens) return { outcome: "day-budget" };
  const answer = await sideQuery(model, question, {
    timeoutMs: limits.extractionMs,
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.usage !== undefined) await recordCost(answer.usage, { model, events });
  if (!answer.ok) return { outcome: "failed", problem: answer.message };
  const read = readMergeAnswer(answer.text, { memories, limits });
  if (read.kind === "merged") return read.memory;
  return read.kind === "differ" ? { outcome: "differ" } : { outcome: "unusable", problem: read.problem };
}

async function recordCost(
  usage: Usage,
  { model, events }: Pick<TidyDoors, "model" | "events">,
): Promise<void> {
  const { id, local } = model.info;
  await events.record({
    kind: "cost",
    purpose: "tidy",
    model: id,
    ...(local ? { local: true } : {}),
    tokens: { ...usage },
  });
}

/** The same memories as they are now; null when one is gone. */
async function readAgain(
  memories: readonly Memory[],
  store: Pick<MemoryStore, "read">,
): Promise<Memory[] | null> {
  const now = await Promise.all(memories.map(({ id }) => readOrNull(store, id)));
  return now.some((memory) => memory === null) ? null : now.filter((memory) => memory !== null);
}

async function propose(
  memory: ProposedMemory,
  { memories, doors }: { memories: readonly Memory[]; doors: TidyDoors },
): Promise<TidyOutcome> {
  const kept =
    memories.find(({ name }) => name === memory.name) ?? memories.find(({ source }) => source === "user");
  const ordered = kept === undefined ? memories : [kept, ...memories.filter(({ id }) => id !== kept.id)];
  const proposal: NewProposal = {
    op: "merge",
    memory,
    targets: ordered.map(({ id, version }) => ({ id, version })),
    reason: "near-duplicates",
    evidence: { quote: "" },
  };
  const result = await doors.inbox.propose(proposal);
  if (result.outcome === "added") return { outcome: "proposed", proposal: result.id };
  // Nothing of it was done before: that is asked only of the items of a turn.
  return result.outcome === "waiting" || result.outcome === "done"
    ? { outcome: "waiting", proposal: result.id }
    : result;
}
