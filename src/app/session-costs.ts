import type { AgentCost } from "../agent/index.ts";
import { expenseOf, localDay } from "../events/index.ts";
import type { EventLog, Expense, TokenCount } from "../events/index.ts";
import type { SessionLog } from "../sessions/index.ts";

/** Writes down what a conversation costs, beside it: nobody waits for that but the end. */
export interface SessionCosts {
  /** Never fails. */
  add(cost: AgentCost): void;
  /** Resolves when everything added so far is written, or was given up. */
  settle(): Promise<void>;
  /** All that is written: of this conversation, and of today in the whole project. */
  spent(): Promise<{ session: Expense[]; today: Expense[] }>;
}

/** Costs of the conversation that goes into this log, as events of the project. */
export function sessionCosts({
  events,
  log,
  now,
}: {
  events: Pick<EventLog, "record" | "since">;
  log: Pick<SessionLog, "id">;
  now: () => Date;
}): SessionCosts {
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
    async spent() {
      await last;
      const spent = { session: [] as Expense[], today: [] as Expense[] };
      const day = localDay(now());
      for await (const event of events.since(new Date(0))) {
        const expense = expenseOf(event);
        if (expense?.session === log.id) spent.session.push(expense);
        if (expense?.day === day) spent.today.push(expense);
      }
      return spent;
    },
  };
}
