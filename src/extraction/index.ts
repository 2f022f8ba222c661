export type { JudgedItem, Operation, TurnText } from "./operation.ts";
export type {
  Evidence,
  NewProposal,
  Proposal,
  ProposalBox,
  ProposedMemory,
  ProposeOutcome,
} from "./proposal.ts";
export { nearDuplicate, similarity } from "./similarity.ts";
export type { ComparedText } from "./similarity.ts";
