export type { JudgedItem, Operation, TurnText } from "./operation.ts";
export type {
  Evidence,
  NewProposal,
  Proposal,
  ProposalBox,
  ProposedMemory,
  ProposeOutcome,
} from "./proposal.ts";
