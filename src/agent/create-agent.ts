import { AgentLoop } from "./agent-loop.ts";
import type { Agent, AgentOptions } from "./agent.ts";

/** A new conversation, or one that goes on. Nothing is read before the first prompt or the first look at its context. */
export function createAgent(options: AgentOptions): Agent {
  const loop = new AgentLoop(options);
  // A plain object: its methods may be taken out of it and passed on.
  return {
    get model() {
      return loop.model;
    },
    get window() {
      return loop.window;
    },
    run: (prompt, wish) => loop.run(prompt, wish),
    compact: (wish) => loop.compact(wish),
    useModel: (model) => loop.useModel(model),
    messages: () => loop.messages(),
    context: () => loop.context(),
    lastUsage: () => loop.lastUsage(),
  };
}
