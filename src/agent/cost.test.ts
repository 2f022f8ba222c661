import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits/index.ts";
import { agentWith, answer, endOf, failing, fakeModel, say, use } from "./agent.fixture.ts";
import type { AgentCost } from "./agent.ts";
import { longTalkModel, thinks, words } from "./long-talk.fixture.ts";

function costs() {
  const told: AgentCost[] = [];
  return { told, onCost: (cost: AgentCost): void => void told.push(cost) };
}

describe("what a conversation cost", () => {
  it("is told once a turn, of all its requests together", async () => {
    const { told, onCost } = costs();
    const { agent } = agentWith(fakeModel(answer([use("Echo", {})]), say("done"), say("again")), { onCost });
    await endOf(agent.run("go"));
    const request = { input: 10, output: 5, cacheRead: 1, cacheWrite: 2 };
    expect(told).toMatchObject([
      {
        purpose: "chat",
        model: { id: "fake" },
        usage: { input: 20, output: 10, cacheRead: 2, cacheWrite: 4 },
      },
    ]);
    await endOf(agent.run("once more"));
    expect(told[1]).toMatchObject({ purpose: "chat", model: { id: "fake" }, usage: request });
  });

  it("counts what an answer had said when it broke off as an estimate, and a refused request not at all", async () => {
    const { told, onCost } = costs();
    const model = fakeModel(
      answer([use("Echo", {})]),
      failing("cut-stream", words(40)),
      failing("overloaded"),
    );
    const { agent } = agentWith(model, { onCost });
    await endOf(agent.run("go"));
    await endOf(agent.run("go"));
    expect(told).toHaveLength(1);
    expect(told[0]?.usage).toMatchObject({ output: 45, estimated: true });
    expect(told[0]?.usage.input).toBeGreaterThan(20);
  });

  it("is told when the caller stops listening", async () => {
    const { told, onCost } = costs();
    const { agent } = agentWith(fakeModel(answer([use("Echo", {})]), say("done")), { onCost });
    for await (const event of agent.run("go")) if (event.type === "tool-end") break;
    expect(told).toMatchObject([{ purpose: "chat", usage: { input: 10 } }]);
  });

  it("tells compactions apart from turns, also one that failed behind its first call", async () => {
    const { told, onCost } = costs();
    const side = (number: number) => (number === 0 ? say("SUMMARY") : failing("overloaded"));
    const model = longTalkModel({ reply: () => thinks(600), side, window: 8_192 });
    const { agent } = agentWith(model, { onCost, limits: { ...defaultLimits, compactionShare: 0.99 } });
    for (let turn = 0; turn < 9; turn += 1) await endOf(agent.run(`turn ${turn} ${words(120)}`));
    told.length = 0;
    expect((await endOf(agent.compact())).outcome).toBe("failed");
    expect(model.questions.length).toBeGreaterThan(1);
    expect(told).toMatchObject([{ purpose: "compaction", model: { id: "fake" } }]);
    expect(told[0]?.usage.input).toBeGreaterThan(500);
  });
});
