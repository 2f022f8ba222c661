import { expect, it } from "vitest";
import type { Agent } from "../../agent/index.ts";
import { spend, statusLine, type Spending } from "./status-line.ts";

it("calls a cost exact only when every turn was counted", () => {
  const model = { id: "openai/gpt-4.1-mini", local: false } as Agent["model"];
  const agent = { model, window: 1_000, lastUsage: () => null } as unknown as Agent;
  const usage = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 };
  const spending: Spending = { dollars: 0 };
  spend(spending, usage, model);
  expect(statusLine(agent, spending)).toBe("openai/gpt-4.1-mini · $0.400");
  spend(spending, { ...usage, estimated: true }, model);
  spend(spending, usage, model);
  expect(statusLine(agent, spending)).toBe("openai/gpt-4.1-mini · about $1.20");
});
