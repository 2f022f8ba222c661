export { createAgent } from "./create-agent.ts";
export type { Agent, AgentCost, AgentOptions, CompactOptions, RunOptions } from "./agent.ts";
export type { Part } from "./conversation.ts";
export type { AgentEvent, CompactionEvent, TurnEnd, TurnFailure } from "./events.ts";
export type { AgentHistory } from "./history.ts";
export type { SentMessage } from "./sent-message.ts";
