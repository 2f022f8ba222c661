import { expect, it } from "vitest";
import type { AgentCost } from "../agent/index.ts";
import { createEventLog, type CostEvent } from "../events/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { sessionCosts } from "./session-costs.ts";

const model = { id: "m", local: true } as AgentCost["model"];
const usage = { input: 10, output: 5, cacheRead: 1, cacheWrite: 2 };

it("writes costs in their order, under the id that the log had at that moment", async () => {
  const events = createEventLog({ storage: createMemoryStorage(), now: () => new Date(0) });
  const log = { id: "first" };
  const costs = sessionCosts({ events, log, now: () => new Date(0) });
  costs.add({ purpose: "compaction", model, usage });
  log.id = "fork";
  costs.add({ purpose: "chat", model, usage: { ...usage, estimated: true } });
  await costs.settle();
  const written: CostEvent[] = [];
  for await (const event of events.newest("cost")) written.unshift(event);
  expect(written).toEqual([
    {
      ts: "1970-01-01T00:00:00.000Z",
      kind: "cost",
      purpose: "compaction",
      session: "first",
      model: "m",
      local: true,
      tokens: usage,
    },
    {
      ts: "1970-01-01T00:00:00.000Z",
      kind: "cost",
      purpose: "chat",
      session: "fork",
      model: "m",
      local: true,
      tokens: { ...usage, estimated: true },
    },
  ]);
  const spent = await costs.spent();
  expect(spent.session.map(({ purpose }) => purpose)).toEqual(["chat"]);
  expect(spent.today.map(({ purpose }) => purpose)).toEqual(["chat", "compaction"]);
});
