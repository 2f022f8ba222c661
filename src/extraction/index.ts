export { createExtraction } from "./create-extraction.ts";
export type { Extraction, ExtractionNews, FollowedSession, SessionToFollow } from "./extraction.ts";
export { createInbox } from "./inbox.ts";
export type { Inbox } from "./inbox.ts";
export type { Accepted } from "./inbox-accept.ts";
export type { Difference } from "./inbox-difference.ts";
export { damagedProposals } from "./inbox-folder.ts";
export type { InboxOptions } from "./inbox-options.ts";
export { reasonText } from "./inbox-reasons.ts";
export type { NearDuplicates } from "./near-duplicates.ts";
export type { JudgedItem, Operation, TurnText } from "./operation.ts";
export type {
  Evidence,
  NewProposal,
  Proposal,
  ProposalBox,
  ProposedMemory,
  ProposeOutcome,
} from "./proposal.ts";
export { createTurnReader } from "./read-turn.ts";
export { standingWish } from "./standing-wish.ts";
export { proposalsAbout, proposalsOfSessions, removeProposals } from "./forget-proposals.ts";
export type { SessionProposal } from "./forget-proposals.ts";
export { proposeMerges } from "./tidy.ts";
export type { TidiedGroup, TidyDoors, TidyOutcome } from "./tidy.ts";
export { lookForGroups } from "./tidy-groups.ts";
export type { TidyLook } from "./tidy-groups.ts";
