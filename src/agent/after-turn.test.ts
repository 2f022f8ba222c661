import { describe, expect, it } from "vitest";
import { agentWith, answer, endOf, failing, fakeModel, say, use } from "./agent.fixture.ts";
import type { EndedTurn } from "./agent.ts";

function turns() {
  const ended: EndedTurn[] = [];
  return { ended, afterTurn: (turn: EndedTurn): void => void ended.push(turn) };
}

describe("what follows a turn", () => {
  it("is told where the turn began, once all of it is recorded", async () => {
    const { ended, afterTurn } = turns();
    const model = fakeModel(answer([use("Echo", {})]), say("done"), say("again"));
    const { agent } = agentWith(model, { afterTurn });
    await endOf(agent.run("go"));
    await endOf(agent.run("once more"));
    const prompts = agent
      .messages()
      .filter(({ role, from = [] }) => role === "user" && from.includes("person"));
    expect(ended).toEqual(prompts.map(({ n }) => ({ begin: n, model })));
  });

  it("is told of a turn that failed, was stopped, or that nobody listens to any more", async () => {
    const { ended, afterTurn } = turns();
    const model = fakeModel(failing("overloaded"), answer([use("Echo", {})]), say("never"));
    const { agent } = agentWith(model, { afterTurn });
    await endOf(agent.run("go"));
    for await (const event of agent.run("go")) if (event.type === "tool-end") break;
    expect(ended).toHaveLength(2);
  });

  it("is not told of a compaction, an empty prompt, or a sub-agent", async () => {
    const { ended, afterTurn } = turns();
    const { agent } = agentWith(fakeModel(), { afterTurn });
    await endOf(agent.run(" "));
    await endOf(agent.compact());
    await endOf(agentWith(fakeModel(say("done")), { afterTurn, memory: false }).agent.run("go"));
    expect(ended).toEqual([]);
  });

  it("cannot fail the turn", async () => {
    const afterTurn = (): void => {
      throw new Error("no");
    };
    const { agent } = agentWith(fakeModel(say("done")), { afterTurn });
    expect(await endOf(agent.run("go"))).toMatchObject({ outcome: "answered", text: "done" });
  });
});
