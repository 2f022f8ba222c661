import { DaybookError } from "../errors/index.ts";
import { mergeMemories, type Once } from "../memory/index.ts";
import { contentOf } from "./inbox-likeness.ts";
import type { InboxOptions } from "./inbox-options.ts";
import type { Proposal, ProposedMemory } from "./proposal.ts";

/** How a proposal is accepted. */
export interface AcceptWish {
  /**
   * The memories as the person has seen them, from the conflict that an earlier try gave: none for one that is gone and
   * is made anew.
   */
  onto?: Proposal["targets"];
}

/** What came of accepting a proposal. */
export type Accepted =
  | {
      outcome: "accepted";
      op: "create" | "update" | "forget" | "merge";
      /** `scope/slug` of the memory that was written or deleted. */
      id: string;
      /** Absolute. */
      path: string;
      /** Ids of memories that went into another. */
      merged: string[];
      notes: string[];
    }
  /** There was nothing left to do: the proposal, or the memory that it would delete, is gone already. */
  | { outcome: "gone"; reason: string }
  /** Memory is no longer what the proposal was made for. Nothing was done. */
  | {
      outcome: "conflict";
      reason: string;
      /** As its file says now: what a second try is about. */
      proposal: Proposal;
      /** What a second try may be given; null where the proposal can only be made anew. */
      onto: Proposal["targets"] | null;
    };

interface Accepting extends InboxOptions {
  wish: AcceptWish;
}

/**
 * Makes the change that a proposal stands for. What the person has confirmed counts as theirs (`source: user`), so that
 * no later extraction changes it by itself. A second run after a kill finds by its key that the change was made.
 */
export async function acceptProposal(proposal: Proposal, at: Accepting): Promise<Accepted> {
  const { op, memory } = proposal;
  const targets = at.wish.onto ?? proposal.targets;
  try {
    if (op === "merge" && memory !== null) return await merge(proposal, { memory, targets, at });
    if (memory === null) return await forget(proposal, { targets, at });
    return await save(proposal, { memory, targets, at });
  } catch (error) {
    const conflict = conflictOf(proposal, error);
    if (conflict === null) throw error;
    return conflict;
  }
}

interface Step {
  targets: Proposal["targets"];
  at: Accepting;
}

async function save(
  proposal: Proposal,
  { memory, targets, at }: Step & { memory: ProposedMemory },
): Promise<Accepted> {
  const { name, description, type, body, scope } = memory;
  const [target] = targets;
  // An id says where the memory is, the scope beside it where it belongs: a person may have changed that in the file.
  const place =
    target === undefined
      ? ({ scope, isNew: true } as const)
      : { slug: target.id, scope, version: target.version };
  const saved = await at.store.save({ name, description, type, body, ...place, ...byPerson(proposal) });
  const { id, path, notes } = saved;
  return { outcome: "accepted", op: target === undefined ? "create" : "update", id, path, merged: [], notes };
}

async function forget(proposal: Proposal, { targets, at }: Step): Promise<Accepted> {
  const [{ id, version } = { id: "", version: "" }] = targets;
  try {
    const removed = await at.store.remove(id, { version, ...byPerson(proposal) });
    return {
      outcome: "accepted",
      op: "forget",
      id: removed.id,
      path: removed.path,
      merged: [],
      notes: removed.notes,
    };
  } catch (error) {
    if (!isOfGoneMemory(error)) throw error;
    return { outcome: "gone", reason: `${id} was gone already.` };
  }
}

/** A conflict that names no version is about a line of the index whose file was deleted by hand. */
function isOfGoneMemory(error: unknown): boolean {
  if (!DaybookError.isInstance(error)) return false;
  return error.code === "not-found" || (error.code === "conflict" && error.data["version"] === undefined);
}

async function merge(
  proposal: Proposal,
  { memory, targets, at }: Step & { memory: ProposedMemory },
): Promise<Accepted> {
  const [kept = { id: "", version: "" }, ...gone] = targets;
  const { name, description, type, body } = memory;
  const merged = await mergeMemories(at, {
    kept,
    gone,
    name,
    description,
    type,
    body,
    ...byPerson(proposal),
  });
  const { id, path, notes } = merged;
  return { outcome: "accepted", op: "merge", id, path, merged: gone.map((each) => each.id), notes };
}

function byPerson(proposal: Proposal): { source: "user"; session?: string; once: Once } {
  const { session } = proposal.evidence;
  return {
    source: "user",
    ...(session === undefined ? {} : { session }),
    once: onceOf(proposal),
  };
}

/** What accepting this proposal, with these very words, is known by; words that were edited since are another change. */
export function onceOf(proposal: Proposal): Once {
  const { id, created } = proposal;
  const since = new Date(created);
  return {
    key: `inbox/${id}/${created}/${contentOf(proposal)}`,
    since: Number.isNaN(since.getTime()) ? new Date(0) : since,
    standing: true,
  };
}

function conflictOf(proposal: Proposal, error: unknown): Accepted | null {
  const { op, memory, targets } = proposal;
  if (!DaybookError.isInstance(error)) return null;
  const isGone = error.code === "not-found";
  if (error.code !== "conflict" && !isGone) return null;
  if (op === "merge") {
    const which = typeof error.data["id"] === "string" ? error.data["id"] : "one of its memories";
    return {
      outcome: "conflict",
      proposal,
      onto: null,
      reason: `${which} was ${isGone ? "deleted" : "changed"} since this merge was proposed, so it would lose something. Reject it; \`daybook tidy\` with a model proposes it anew.`,
    };
  }
  const { id, version } = error.data;
  if (typeof id === "string" && typeof version === "string") {
    const isTaken = targets.length === 0;
    const reason = isTaken
      ? `There is ${id} already, under the name "${memory?.name ?? ""}".`
      : `${id} was changed since this was proposed.`;
    return { outcome: "conflict", proposal, onto: [{ id, version }], reason };
  }
  return {
    outcome: "conflict",
    proposal,
    onto: [],
    reason: `${targets[0]?.id ?? "The memory"} was deleted since this was proposed. Accepting it makes the memory anew.`,
  };
}
