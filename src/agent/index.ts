export { createAgent } from "./create-agent.ts";
export type { Agent, AgentOptions, CompactOptions, RunOptions } from "./create-agent.ts";
export type { Part, SentMessage } from "./conversation.ts";
export type { AgentEvent, CompactionEvent, TurnEnd, TurnFailure } from "./events.ts";
export type { AgentHistory } from "./history.ts";
