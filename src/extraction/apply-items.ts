import { DaybookError } from "../errors/index.ts";
import type { ExtractionOutcome, ExtractionReason } from "../events/index.ts";
import {
  parseReference,
  scopeOfType,
  type Memory,
  type MemoryStore,
  type Once,
  type Scope,
} from "../memory/index.ts";
import type { NotedMemory } from "./extraction.ts";
import type { JudgedItem, Operation } from "./operation.ts";
import type { NewProposal, ProposalBox } from "./proposal.ts";

/** Where the items are from: what keys and evidence are made of. */
export interface ItemsOrigin {
  session: string;
  /** Number of the record with the person's words. */
  begin: number;
  /** Number of the last record that was read. */
  upto: number;
  /** When the items were recorded. */
  recorded: Date;
}

export interface ApplyingDoors {
  store: Pick<MemoryStore, "save" | "remove" | "read">;
  inbox: ProposalBox;
}

/** What became of all items. */
export interface AppliedItems {
  /** One an item. */
  outcomes: ExtractionOutcome[];
  noted: NotedMemory[];
  proposed: number;
  secrets: number;
  /** The inbox holds no more: something that should wait for the person was left out. */
  isInboxFull: boolean;
  /** A disk or a lock refused: applying again may do more. */
  isComplete: boolean;
}

type Applied = ExtractionOutcome & { noted?: NotedMemory; isNew?: boolean; isUnfinished?: boolean };

/** Makes the changes, each at most once however often it is applied. What cannot be done says why; never fails. */
export async function applyItems(
  items: readonly JudgedItem[],
  doors: ApplyingDoors,
  origin: ItemsOrigin,
): Promise<AppliedItems> {
  const applied: AppliedItems = {
    outcomes: [],
    noted: [],
    proposed: 0,
    secrets: 0,
    isInboxFull: false,
    isComplete: true,
  };
  for (const [index, item] of items.entries()) {
    const {
      noted,
      isNew = false,
      isUnfinished = false,
      ...outcome
    } = await applyItem(item, { ...doors, origin, index });
    applied.outcomes.push(outcome);
    if (noted !== undefined) applied.noted.push(noted);
    if (isNew) applied.proposed += 1;
    if (outcome.reason === "secret") applied.secrets += 1;
    if (outcome.reason === "inbox-full") applied.isInboxFull = true;
    if (isUnfinished) applied.isComplete = false;
  }
  return applied;
}

interface Applying extends ApplyingDoors {
  origin: ItemsOrigin;
  index: number;
}

async function applyItem(item: JudgedItem, at: Applying): Promise<Applied> {
  if (item.to === "nowhere") return { op: item.op, to: "nowhere", reason: item.reason };
  const { op } = item.operation;
  try {
    if (item.to === "inbox") return await propose(item, at);
    if (await at.inbox.wasRejected(proposalOf({ reason: "review", ...item }, at.origin)))
      return { op, to: "nowhere", reason: "rejected" };
    return await keep(item, at);
  } catch (error) {
    return { op, to: "nowhere", reason: reasonOf(error), isUnfinished: passes(error) };
  }
}

type Directed = Exclude<JudgedItem, { to: "nowhere" }>;

async function keep(item: Extract<JudgedItem, { to: "memory" }>, at: Applying): Promise<Applied> {
  try {
    return item.operation.op === "forget" ? await forget(item, at) : await save(item, at);
  } catch (error) {
    const now = changedTarget(error);
    // Somebody has been there since it was judged: their word goes before a guess.
    if (now === null) throw error;
    return propose({ ...item, to: "inbox", ...now, reason: "changed-target" }, at);
  }
}

async function save(item: Extract<JudgedItem, { to: "memory" }>, at: Applying): Promise<Applied> {
  const { operation, target, version, reason } = item;
  const { type, name, description, body, scope } = operation;
  const place =
    target === undefined
      ? { isNew: true as const, ...(scope === undefined ? {} : { scope }) }
      : { ...placeOf(target), ...(version === undefined ? {} : { version }) };
  const { id, already } = await at.store.save({
    ...place,
    type,
    name,
    description,
    body,
    source: "extracted",
    session: at.origin.session,
    once: onceOf(at),
  });
  const op = target === undefined ? "create" : "update";
  return {
    op: operation.op,
    to: "memory",
    id,
    ...(reason === undefined ? {} : { reason }),
    ...(already && !(await stillSays(id, operation, at)) ? {} : { noted: { op, type, name, id } }),
  };
}

/** Whether what was made before still stands: it may have been taken back or changed since. */
async function stillSays(id: string, { name, body }: Operation, { store }: Applying): Promise<boolean> {
  const memory = await readIfThere(store, id);
  return memory !== null && memory.name === name && memory.body.trim() === body.trim();
}

async function readIfThere(store: Pick<MemoryStore, "read">, id: string): Promise<Memory | null> {
  try {
    return await store.read(id);
  } catch (error) {
    if (DaybookError.isInstance(error)) return null;
    throw error;
  }
}

/** Its scope is said beside it, so that no type moves it. */
function placeOf(target: string): { slug: string; scope?: Scope } {
  const { slug, scope } = parseReference(target);
  return { slug, ...(scope === null ? {} : { scope }) };
}

async function forget(item: Extract<JudgedItem, { to: "memory" }>, at: Applying): Promise<Applied> {
  const { operation, target = "", version } = item;
  const by = {
    source: "extracted" as const,
    session: at.origin.session,
    once: onceOf(at),
    ...(version === undefined ? {} : { version }),
  };
  const { id, name, already } = await at.store.remove(target, by);
  const isBack = already && (await readIfThere(at.store, id)) !== null;
  const noted = { op: "forget", type: operation.type, name, id } as const;
  return { op: "forget", to: "memory", id, ...(isBack ? {} : { noted }) };
}

async function propose(item: Directed & { reason?: ExtractionReason }, at: Applying): Promise<Applied> {
  const { operation, reason = "review" } = item;
  const proposal = { ...proposalOf({ ...item, reason }, at.origin), once: onceOf(at) };
  const result = await at.inbox.propose(proposal);
  const { op } = operation;
  switch (result.outcome) {
    case "added":
      return { op, to: "inbox", id: result.id, reason, isNew: true };
    case "waiting":
      return { op, to: "inbox", id: result.id, reason };
    case "done":
      return { op, to: "memory", id: result.id };
    case "rejected":
    case "secret":
      return { op, to: "nowhere", reason: result.outcome };
    case "full":
      return { op, to: "nowhere", reason: "inbox-full" };
  }
}

function proposalOf(
  { operation, target, version = "", reason }: Directed & { reason: ExtractionReason },
  { session, begin }: ItemsOrigin,
): NewProposal {
  const { op, type, name, description, body, quote, reason: rationale } = operation;
  const scope = (target === undefined ? operation.scope : parseReference(target).scope) ?? scopeOfType(type);
  return {
    // What names nothing that is there can only be new, and what stands in its way is what it would change.
    op: op === "forget" ? op : target === undefined ? "create" : "update",
    memory: op === "forget" ? null : { type, scope, name, description, body },
    targets: target === undefined ? [] : [{ id: target, version }],
    reason,
    ...(rationale === undefined ? {} : { rationale }),
    evidence: { session, n: begin, quote },
  };
}

function onceOf({ origin: { session, upto, recorded }, index }: Applying): Once {
  return { key: `${session}/${upto}/${index}`, since: recorded };
}

/** The memory that stands in the way, as it is now; null where it is something else. */
function changedTarget(error: unknown): Pick<Directed, "target" | "version"> | null {
  if (!DaybookError.isInstance(error) || error.code !== "conflict") return null;
  const { id, version } = error.data;
  return typeof id === "string" && typeof version === "string" ? { target: id, version } : null;
}

/** Whether it may be otherwise the next time. */
function passes(error: unknown): boolean {
  return DaybookError.isInstance(error) && ["locked", "no-space", "io"].includes(error.code);
}

function reasonOf(error: unknown): ExtractionReason {
  switch (DaybookError.isInstance(error) ? error.code : "internal") {
    case "secret":
      return "secret";
    case "invalid":
      return "invalid";
    case "not-found":
    case "conflict":
    case "ambiguous":
      return "missing-target";
    default:
      return "failed";
  }
}
