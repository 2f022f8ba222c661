import { describe, expect, it } from "vitest";
import type { ContextSource } from "../context/index.ts";
import {
  agentWith,
  answer,
  collect,
  echoTool,
  endOf,
  prefixProblems,
  requestProblems,
  fakeModel,
  say,
  textsOf,
  use,
} from "./agent.fixture.ts";

describe("createAgent", () => {
  it("sends system, context and prompt, and streams the answer", async () => {
    const model = fakeModel(say("Hello."));
    const { agent, records } = agentWith(model);
    const events = await collect(agent.run("Hi"));
    expect(events).toEqual([
      { type: "text-delta", text: "Hello." },
      {
        type: "turn-end",
        outcome: "answered",
        text: "Hello.",
        usage: { input: 10, output: 5, cacheRead: 1, cacheWrite: 2 },
      },
    ]);
    expect(model.requests[0]?.system).toEqual(["You are here.", "GUIDE", "INDEX"]);
    expect(textsOf(model.requests[0]?.messages[0])).toEqual([
      "<system-reminder>\nBranch: main\n</system-reminder>",
      "Hi",
    ]);
    expect(records.map((record) => record.type)).toEqual(["context", "user", "assistant"]);
    expect(records[1]).toMatchObject({ from: ["git", "person"] });
    expect(agent.lastUsage()).toEqual({ input: 10, output: 5, cacheRead: 1, cacheWrite: 2 });
  });

  it("calls the usage of a turn estimated when one of its requests was", async () => {
    const counted = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
    const call = use("Echo", { text: "a" }, "c1");
    const model = fakeModel(
      answer([call], { usage: { ...counted, estimated: true } }),
      say("ok", { usage: counted }),
    );
    const events = await collect(agentWith(model).agent.run("Hi"));
    expect(events.at(-1)).toMatchObject({ usage: { input: 2, output: 2, estimated: true } });
  });

  it("keeps the shared prefix of all requests identical", async () => {
    const model = fakeModel(
      answer([
        { type: "text", text: "I look." },
        use("Echo", { text: "a" }, "c1"),
        use("Echo", { text: "b" }, "c2"),
      ]),
      answer([use("Echo", { text: "c" }, "c3")]),
      say("Done."),
      say("More."),
    );
    const { agent } = agentWith(model);
    await collect(agent.run("first"));
    await collect(agent.run("second"));
    expect(model.requests).toHaveLength(4);
    expect(prefixProblems(model.requests)).toEqual([]);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
    expect(model.requests[3]?.messages.at(-1)?.content).toEqual([{ type: "text", text: "second" }]);
  });

  it("puts all results of an answer into one message and records each as it finishes", async () => {
    const model = fakeModel(answer([use("Echo", { n: 1 }, "c1"), use("Echo", { n: 2 }, "c2")]), say("ok"));
    const { agent, records } = agentWith(model);
    const events = await collect(agent.run("go"));
    expect(model.requests[1]?.messages.at(-1)?.content).toEqual([
      { type: "tool_result", tool_use_id: "c1", content: 'echo {"n":1}' },
      { type: "tool_result", tool_use_id: "c2", content: 'echo {"n":2}' },
    ]);
    expect(records.map((record) => record.type)).toEqual([
      "context",
      "user",
      "assistant",
      "tool_result",
      "tool_result",
      "assistant",
    ]);
    expect(events.filter((event) => event.type === "tool-start")).toHaveLength(2);
    expect(await endOf(agent.run(" "))).toMatchObject({ outcome: "failed", failure: { kind: "invalid" } });
  });

  it("lets unknown tools, wrong arguments, refusals, throws and unusable calls leave by one door", async () => {
    const calls = [
      use("Ecko", {}, "unknown"),
      use("Echo", { bad: 1 }, "wrong"),
      use("Echo", { forbidden: 1 }, "refused"),
      use("Breaks", {}, "throws"),
      use("Echo", {}, "unusable"),
    ];
    const model = fakeModel(
      answer(calls, { unusable: [{ id: "unusable", reason: "arguments were cut" }] }),
      say("ok"),
    );
    const breaks = echoTool("Breaks", () => Promise.reject(new Error("disk on fire")));
    const { agent } = agentWith(model, { tools: [echoTool(), breaks] });
    await collect(agent.run("go"));
    const results = model.requests[1]?.messages.at(-1)?.content ?? [];
    expect(results.every((block) => block["is_error"] === true)).toBe(true);
    expect(results.map((block) => block["content"])).toEqual([
      'There is no tool "Ecko". The tools are Echo, Breaks. Did you mean Echo?',
      "Echo: bad is not a field; use text.",
      "refused: not without asking",
      "Breaks failed: disk on fire",
      "arguments were cut",
    ]);
  });

  it("never runs a call that max_tokens may have cut, and lets the model go on", async () => {
    let runs = 0;
    const counting = echoTool("Echo", async () => ({ content: String((runs += 1)), isError: false }));
    const model = fakeModel(
      answer([use("Echo", {}, "a"), use("Echo", {}, "b")], { stop: "max_tokens" }),
      say("ok"),
    );
    const { agent } = agentWith(model, { tools: [counting] });
    expect((await endOf(agent.run("go"))).outcome).toBe("answered");
    expect(runs).toBe(1);
    expect(model.requests[1]?.messages.at(-1)?.content[1]).toMatchObject({
      tool_use_id: "b",
      is_error: true,
    });
  });

  it("asks once more after an empty answer to results, without touching what was sent", async () => {
    const model = fakeModel(
      answer([use("Echo", {})]),
      answer([{ type: "text", text: " " }], { stop: "end_turn" }),
      say("Here."),
    );
    const { agent } = agentWith(model);
    expect(await endOf(agent.run("go"))).toMatchObject({ outcome: "answered", text: "Here." });
    expect(prefixProblems(model.requests)).toEqual([]);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
    const again = fakeModel(answer([use("Echo", {})]), answer([]), answer([]));
    const events = await collect(agentWith(again).agent.run("go"));
    expect(again.requests).toHaveLength(3);
    expect(events.at(-2)).toMatchObject({ type: "note" });
  });

  it("gives an object whose methods may be taken out of it", async () => {
    const { run, messages, context } = agentWith(fakeModel(say("well"))).agent;
    expect((await endOf(run("go"))).text).toBe("well");
    expect(messages()).toHaveLength(2);
    expect((await context()).blocks).not.toEqual([]);
  });

  it("sends a paused answer back unchanged, and what follows it goes on with it", async () => {
    const paused = [
      { type: "server_tool_use", id: "srv", strange: { deep: [1] } },
      { type: "text", text: "wait " },
    ];
    const model = fakeModel(answer(paused, { stop: "pause_turn" }), say("done"));
    const { agent } = agentWith(model);
    await collect(agent.run("go"));
    expect(model.requests[1]?.messages[1]).toEqual({ role: "assistant", content: paused, model: "fake" });
    const whole = [...paused, { type: "text", text: "done" }];
    expect(
      agent
        .messages()
        .map(({ content }) => content)
        .slice(1),
    ).toEqual([whole]);
  });

  it("keeps what cannot be sent back out of the history, but records it", async () => {
    const thinking = { type: "thinking", thinking: "hm" };
    const signed = { type: "thinking", thinking: "hm", signature: "sig" };
    const model = fakeModel(
      answer([thinking, signed, { type: "text", text: "" }, { type: "text", text: "hi" }]),
      answer([signed]),
      say("ok"),
    );
    const { agent, records } = agentWith(model);
    await collect(agent.run("one"));
    await collect(agent.run("two"));
    await collect(agent.run("three"));
    expect(model.requests[1]?.messages[1]?.content).toEqual([signed, { type: "text", text: "hi" }]);
    expect(model.requests[2]?.messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "user",
      "user",
    ]);
    expect(records.filter((record) => record.type === "assistant")[0]).toMatchObject({
      content: [thinking, signed, {}, {}],
    });
  });

  it("leaves memory out of a sub-agent", async () => {
    const model = fakeModel(say("ok"));
    const { agent } = agentWith(model, { memory: false, tools: [echoTool("Memory"), echoTool()] });
    await collect(agent.run("go"));
    expect(model.requests[0]?.system).toEqual(["You are here."]);
    expect(model.requests[0]?.tools.map((tool) => tool.name)).toEqual(["Echo"]);
  });

  it("computes the context once a session", async () => {
    let loads = 0;
    const counted: ContextSource = {
      name: "role",
      placement: "system",
      load: async () => ({ text: `load ${(loads += 1)}` }),
    };
    const model = fakeModel(say("a"), say("b"));
    const { agent } = agentWith(model, { sources: [counted] });
    await agent.context();
    await collect(agent.run("one"));
    await collect(agent.run("two"));
    expect(loads).toBe(1);
    expect(model.requests[1]?.system).toEqual(["load 1"]);
  });

  it("delivers a turn's texts in the newest message: beside the prompt, or inside the last result", async () => {
    const news = ["first", null, "second"];
    const turnSource: ContextSource = {
      name: "recall:user/x",
      placement: "turn",
      load: async () => {
        const text = news.shift();
        return text === null || text === undefined ? null : { text };
      },
    };
    const model = fakeModel(
      answer([use("Echo", {}, "a")]),
      answer([use("Echo", {}, "b"), use("Echo", {}, "c")]),
      say("ok"),
    );
    const { agent, records } = agentWith(model, { sources: [turnSource] });
    await collect(agent.run("go"));
    expect(textsOf(model.requests[0]?.messages[0])).toEqual([
      "go",
      "<system-reminder>\nfirst\n</system-reminder>",
    ]);
    expect(model.requests[2]?.messages.at(-1)?.content[1]?.["content"]).toEqual([
      { type: "text", text: "echo {}" },
      { type: "text", text: "<system-reminder>\nsecond\n</system-reminder>" },
    ]);
    expect(records.filter((record) => record.type === "tool_result").map((record) => record.from)).toEqual([
      ["tool"],
      ["tool"],
      ["tool", "recall:user/x"],
    ]);
    expect(prefixProblems(model.requests)).toEqual([]);
  });

  it("stops a turn that would not end, and goes on with the next prompt", async () => {
    const model = fakeModel(answer([use("Echo", {}, "a")]), answer([use("Echo", {}, "b")]), say("ok"));
    const { agent } = agentWith(model, { maxRounds: 2 });
    expect(await endOf(agent.run("go"))).toMatchObject({
      outcome: "failed",
      failure: { kind: "too-many-rounds" },
    });
    expect((await endOf(agent.run("go on"))).outcome).toBe("answered");
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });
});
