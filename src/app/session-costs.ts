import type { AgentCost } from "../agent/index.ts";
import type { EventLog, TokenCount } from "../events/index.ts";
import type { SessionLog } from "../sessions/index.ts";

/** Writes down what a conversation costs, beside it: nobody waits for that but the end. */
export interface SessionCosts {
  /** Never fails. */
  add(cost: AgentCost): void;
  /** Resolves when everything added so far is written, or was given up. */
  settle(): Promise<void>;
}

/** Costs of the conversation that goes into this log, as events of the project. */
export function sessionCosts(events: Pick<EventLog, "record">, log: Pick<SessionLog, "id">): SessionCosts {
  // One after the other, so that they stand in the order in which they came.
  let last = Promise.resolve();
  return {
    add({ purpose, model, usage }) {
      const tokens: TokenCount = { ...usage };
      // The id is asked for now: a new session has its final one since its first record.
      const session = log.id;
      const local = model.local ? { local: true as const } : {};
      last = last.then(() =>
        events.record({ kind: "cost", purpose, session, model: model.id, ...local, tokens }),
      );
    },
    settle: () => last,
  };
}
