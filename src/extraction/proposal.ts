import type { ExtractionReason } from "../events/index.ts";
import type { MemoryType, Once, Scope } from "../memory/index.ts";

/** What a proposal would write. */
export interface ProposedMemory {
  type: MemoryType;
  scope: Scope;
  name: string;
  description: string;
  body: string;
}

/** What a proposal rests on. */
export interface Evidence {
  /** Id of the session's log, and the record with the words; absent where no session is behind it. */
  session?: string;
  n?: number;
  /** The quoted words; empty when the model quoted none. */
  quote: string;
}

/** A change of memory that waits for the person's word. */
export interface NewProposal {
  op: "create" | "update" | "forget" | "merge";
  /** Null for a forget. */
  memory: ProposedMemory | null;
  /** `scope/slug` and version of the memories that it would change, remove or merge; none for a create. */
  targets: readonly { id: string; version: string }[];
  /** Why it is not simply done. */
  reason: ExtractionReason | "near-duplicates";
  /** What the model said for it. */
  rationale?: string;
  evidence: Evidence;
  /** What the item behind it is known by: it is not proposed again once it was kept or accepted. Not part of its file. */
  once?: Once;
}

/** As it lies in the inbox. */
export interface Proposal extends NewProposal {
  /** Name of its file without `.md`. */
  id: string;
  /** ISO time. */
  created: string;
  /** Absolute. */
  file: string;
}

export type ProposeOutcome =
  | { outcome: "added"; id: string }
  /** The same waits already. */
  | { outcome: "waiting"; id: string }
  /** It was kept, or the person accepted it, before: `scope/slug` of the memory. */
  | { outcome: "done"; id: string }
  /** The person rejected the same before. */
  | { outcome: "rejected" }
  | { outcome: "secret" }
  /** As many wait as the inbox holds. */
  | { outcome: "full" };

/**
 * The one door of extraction to the inbox. What says nearly the same as a proposal that waits, or that was rejected, is
 * not added again. Writes never hold a secret; fails with `invalid` for what is no proposal, and as `Storage.change` does.
 */
export interface ProposalBox {
  propose(proposal: NewProposal): Promise<ProposeOutcome>;
  /** Whether the person rejected what says nearly the same: it is not to be done either. */
  wasRejected(proposal: NewProposal): Promise<boolean>;
}
