import { AgentLoop } from "./agent-loop.ts";
import type { Agent, AgentOptions } from "./agent.ts";

/** A new conversation, or one that goes on. Nothing is read before the first prompt or the first look at its context. */
export function createAgent(options: AgentOptions): Agent {
  return new AgentLoop(options);
}
