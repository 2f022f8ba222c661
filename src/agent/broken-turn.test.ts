import { describe, expect, it } from "vitest";
import {
  agentWith,
  answer,
  collect,
  echoTool,
  endOf,
  prefixProblems,
  requestProblems,
  failing,
  fakeModel,
  say,
  textsOf,
  use,
  type Step,
} from "./agent.fixture.ts";
import type { AgentEvent } from "./events.ts";

describe("a turn that breaks off", () => {
  it("keeps the shown text of an aborted answer and tells the model with the next prompt", async () => {
    const stop = new AbortController();
    const hanging: Step = async function* (_request, signal) {
      yield { type: "text-delta", text: "I was about to " };
      if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      yield { type: "error", failure: "aborted", message: "Stopped." };
    };
    const model = fakeModel(hanging, say("ok"));
    const { agent } = agentWith(model);
    const events: AgentEvent[] = [];
    for await (const event of agent.run("go", { signal: stop.signal })) {
      events.push(event);
      if (event.type === "text-delta") stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: "turn-end", outcome: "aborted", text: "I was about to " });
    expect((await endOf(agent.run("go on"))).outcome).toBe("answered");
    const sent = model.requests[1]?.messages ?? [];
    expect(sent[1]?.content).toEqual([{ type: "text", text: "I was about to" }]);
    expect(textsOf(sent[2])).toEqual(["go on", expect.stringContaining("interrupted")]);
    expect(prefixProblems(model.requests)).toEqual([]);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("gives every call a result when it is aborted amid tools", async () => {
    const stop = new AbortController();
    const waits = echoTool("Waits", () => new Promise(() => stop.abort()));
    const model = fakeModel(
      answer([use("Echo", {}, "a"), use("Waits", {}, "b"), use("Echo", {}, "c")]),
      say("ok"),
    );
    const { agent, records } = agentWith(model, { tools: [echoTool(), waits] });
    expect((await endOf(agent.run("go", { signal: stop.signal }))).outcome).toBe("aborted");
    expect((await endOf(agent.run("next"))).outcome).toBe("answered");
    const results = model.requests[1]?.messages[2]?.content ?? [];
    expect(results.map((block) => block["is_error"] ?? false)).toEqual([false, true, true]);
    expect(
      records.filter((record) => record.type === "tool_result").map((record) => record.synthetic ?? false),
    ).toEqual([false, true, true]);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("waits for a change of memory, which is short, to know how it ended", async () => {
    const stop = new AbortController();
    const saves = echoTool("Memory", async () => {
      stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { content: "saved", isError: false };
    });
    const model = fakeModel(answer([use("Memory", {}, "a")]));
    const { agent } = agentWith(model, { tools: [saves] });
    await collect(agent.run("go", { signal: stop.signal }));
    expect(agent.messages().at(-1)?.content[0]).toMatchObject({ content: "saved" });
  });

  it("stays valid when the caller stops listening", async () => {
    const model = fakeModel(answer([use("Echo", {}, "a"), use("Echo", {}, "b")]), say("ok"));
    const { agent } = agentWith(model);
    for await (const event of agent.run("go")) if (event.type === "tool-end") break;
    expect((await endOf(agent.run("next"))).outcome).toBe("answered");
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("goes on after an outage, with the unanswered words still there", async () => {
    const model = fakeModel(failing("unreachable"), failing("cut-stream", "Half an ans"), say("ok"));
    const { agent } = agentWith(model);
    expect(await endOf(agent.run("one"))).toMatchObject({
      outcome: "failed",
      failure: { kind: "unreachable" },
    });
    expect(await endOf(agent.run("two"))).toMatchObject({ outcome: "failed", text: "Half an ans" });
    expect((await endOf(agent.run("three"))).outcome).toBe("answered");
    expect(model.requests[2]?.messages.flatMap(textsOf)).toEqual([
      expect.stringContaining("Branch"),
      "one",
      "two",
      "Half an ans",
      "three",
      expect.stringContaining("broke off"),
    ]);
    expect(prefixProblems(model.requests)).toEqual([]);
  });

  it("leaves out a prompt that the provider will never take, and sends the context with the next", async () => {
    const model = fakeModel(failing("too-long"), say("ok"));
    const { agent } = agentWith(model);
    const end = await endOf(agent.run("x".repeat(1_000)));
    expect(end.failure?.message).toContain("left out");
    await collect(agent.run("short"));
    expect(model.requests[1]?.messages).toHaveLength(1);
    expect(textsOf(model.requests[1]?.messages[0])).toEqual([expect.stringContaining("Branch"), "short"]);
  });

  it("leaves a refused turn out of the history", async () => {
    const model = fakeModel(answer([], { stop: "refusal" }), say("ok"));
    const { agent } = agentWith(model);
    expect((await endOf(agent.run("bad"))).outcome).toBe("refused");
    await collect(agent.run("good"));
    expect(model.requests[1]?.messages).toHaveLength(1);
  });

  it("remembers nothing that was not recorded, and recovers", async () => {
    let full = true;
    const model = fakeModel(say("ok"));
    const append = async (): Promise<number> => {
      if (full) throw new Error("no space left");
      return 1;
    };
    const { agent } = agentWith(model, { append });
    expect(await endOf(agent.run("one"))).toMatchObject({
      outcome: "failed",
      failure: { message: "no space left" },
    });
    expect(agent.messages()).toEqual([]);
    full = false;
    expect((await endOf(agent.run("two"))).outcome).toBe("answered");
  });

  it("ends in a failure when the model breaks its contract", async () => {
    const throwing: Step = () => {
      throw new Error("oops");
    };
    const endless: Step = async function* () {};
    const { agent } = agentWith(fakeModel(throwing, endless));
    expect(await endOf(agent.run("one"))).toMatchObject({ outcome: "failed", failure: { message: "oops" } });
    expect(await endOf(agent.run("two"))).toMatchObject({
      outcome: "failed",
      failure: { kind: "cut-stream" },
    });
  });

  it("ends before the first request when it was aborted already", async () => {
    const model = fakeModel();
    const { agent } = agentWith(model);
    expect((await endOf(agent.run("one", { signal: AbortSignal.abort() }))).outcome).toBe("aborted");
    expect(model.requests).toHaveLength(0);
  });

  it("runs one turn at a time", async () => {
    const { agent } = agentWith(fakeModel(say("ok")));
    const first = agent.run("one");
    await first.next();
    await expect(agent.run("two").next()).rejects.toThrow("A turn is running");
    await first.return();
  });
});
