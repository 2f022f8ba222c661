export { createAgent } from "./create-agent.ts";
export type { Agent, AgentOptions, RunOptions } from "./create-agent.ts";
export type { AgentEvent, Append, From, SessionRecord, TurnEnd, TurnFailure } from "./events.ts";
