import { describe, expect, it } from "vitest";
import type { ContextSource } from "../context/index.ts";
import { fixedTokens, messageTokens } from "../context/index.ts";
import type { ModelRequest } from "../models/index.ts";
import {
  agentWith,
  collect,
  echoTool,
  endOf,
  failing,
  fakeModel,
  requestProblems,
  say,
  textsOf,
} from "./agent.fixture.ts";
import type { AgentEvent } from "./events.ts";
import { calls, longTalkModel, thinks, words } from "./long-talk.fixture.ts";

const sizeOf = (request: ModelRequest | undefined): number =>
  request === undefined ? 0 : fixedTokens(request) + messageTokens(request.messages);
const compactionsIn = (events: readonly AgentEvent[]) =>
  events.filter((event) => event.type === "compaction");
const allTexts = (request: ModelRequest | undefined): string[] => request?.messages.flatMap(textsOf) ?? [];

describe("a conversation that gets too long", () => {
  it("is summarised before the request that would be too long; what is kept begins with a turn", async () => {
    const model = longTalkModel({ reply: () => thinks(50_000), window: 200_000 });
    const { agent, records } = agentWith(model);
    for (const prompt of ["one", "two", "three"]) await endOf(agent.run(prompt));
    expect(records.map(({ type }) => type)).not.toContain("compaction");
    await endOf(agent.run(words(20_000)));
    expect(model.questions.length).toBeGreaterThan(0);
    const types = records.map(({ type }) => type).slice(-4);
    expect(types).toEqual(["user", "compaction", "context", "assistant"]);
    const [first, second] = model.requests.at(-1)?.messages ?? [];
    expect(textsOf(first)).toEqual([
      expect.stringContaining("Branch: main"),
      expect.stringMatching(/^<system-reminder>[\s\S]*SUMMARY/u),
    ]);
    expect(second?.role).toBe("user");
    expect(JSON.stringify(model.requests.at(-1))).not.toContain('"thinking"');
    expect(sizeOf(model.requests.at(-1))).toBeLessThan(167_000);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("is planned with the memories and instructions of now, which the next request carries", async () => {
    const window = 32_768;
    const model = longTalkModel({ reply: () => thinks(800), window });
    let system = "INDEX";
    let front = "Branch: main";
    const { agent, records } = agentWith(model, {
      sources: () => [
        { name: "index:user", placement: "system", load: async () => ({ text: system }) },
        { name: "git", placement: "first-user", load: async () => ({ text: front }) },
      ],
    });
    await endOf(agent.run("turn"));
    system = words(7_900);
    front = words(8_000);
    for (let turn = 0; turn < 30; turn += 1) await endOf(agent.run(`turn ${turn}`));
    expect(records.map(({ type }) => type)).toContain("compaction");
    expect(Math.max(...model.requests.map(sizeOf))).toBeLessThanOrEqual(19_660);
  });

  it("has old outputs of tools left out first, and nothing summarised if that is enough", async () => {
    const big = echoTool("Echo", async () => ({ content: words(30_000), isError: false }));
    const model = longTalkModel({
      reply: (number) => (number % 2 === 0 ? calls(`call_${number}`) : say("ok")),
      window: 200_000,
    });
    const { agent, records } = agentWith(model, { tools: [big] });
    const ends: AgentEvent[] = [];
    for (let turn = 0; turn < 7; turn += 1) ends.push(...(await collect(agent.run(`turn ${turn}`))));
    const [start, end] = compactionsIn(ends);
    expect([start, end]).toMatchObject([{ phase: "start" }, { phase: "end", how: "elided" }]);
    expect(model.questions).toEqual([]);
    const elided = records.flatMap((record) => (record.type === "compaction" ? [record] : []));
    expect(elided[0]?.elided?.length).toBeGreaterThan(1);
    expect(elided[0]?.elided).not.toContain("call_10");
    const results = model.requests.at(-1)?.messages.flatMap(({ content }) => content) ?? [];
    expect(results.find((block) => block["tool_use_id"] === "call_0")?.["content"]).toMatch(
      /^\[120000 bytes of output left out/u,
    );
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it.each([
    { window: 8_192, threshold: 4_915 },
    { window: 32_768, threshold: 19_660 },
    { window: 200_000, threshold: 167_000 },
  ])("stays below its threshold in a window of $window and never loops", async ({ window, threshold }) => {
    const model = longTalkModel({ reply: () => thinks(Math.floor(window / 40)), window });
    const { agent, records } = agentWith(model);
    for (let turn = 0; turn < 60; turn += 1) await endOf(agent.run(`turn ${turn} ${words(window / 80)}`));
    expect(Math.max(...model.requests.map(sizeOf))).toBeLessThanOrEqual(threshold * 1.02);
    const compactions = records.filter(({ type }) => type === "compaction").length;
    expect(compactions).toBeGreaterThan(1);
    expect(compactions).toBeLessThan(15);
    expect(model.requests).toHaveLength(60);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("counts as the provider counts: a larger count compacts sooner", async () => {
    const model = longTalkModel({ reply: () => say(words(1_000)), window: 32_768, factor: 2 });
    const { agent } = agentWith(model);
    for (let turn = 0; turn < 30; turn += 1) await endOf(agent.run(`turn ${turn}`));
    expect(Math.max(...model.requests.map(sizeOf))).toBeLessThan(11_000);
  });

  it("goes on with the last whole turns that fit when there is no summary, and says so", async () => {
    const model = longTalkModel({
      reply: () => say(words(2_000)),
      side: () => failing("unreachable"),
      window: 32_768,
    });
    const { agent, records } = agentWith(model);
    const events: AgentEvent[] = [];
    for (let turn = 0; turn < 12; turn += 1) events.push(...(await collect(agent.run(`wish ${turn}`))));
    expect(compactionsIn(events)).toContainEqual(expect.objectContaining({ phase: "end", how: "dropped" }));
    expect(events).toContainEqual({ type: "note", text: expect.stringContaining("could not be summarised") });
    const [opening] = model.requests.at(-1)?.messages ?? [];
    expect(textsOf(opening).at(-1)).toMatch(
      /no longer fit and could not be summarised[\s\S]*- wish 0\n- wish 1/u,
    );
    expect(records.find(({ type }) => type === "compaction")).toMatchObject({ summary: "" });
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("tells a later summary what was noted of turns that nobody summarised", async () => {
    const model = longTalkModel({
      reply: () => say(words(2_000)),
      side: (number) => (number === 0 ? failing("server") : say("SUMMARY")),
      window: 32_768,
    });
    const { agent } = agentWith(model);
    for (let turn = 0; turn < 20; turn += 1) await endOf(agent.run(`wish ${turn}`));
    expect(allTexts(model.questions[1]).join()).toMatch(/<summary>[\s\S]*- wish 0[\s\S]*<\/summary>/u);
    expect(allTexts(model.requests.at(-1)).join()).not.toContain("could not be summarised");
  });

  it("leaves out outputs within one long turn, and sends it on", async () => {
    const big = echoTool("Echo", async () => ({ content: words(3_000), isError: false }));
    const model = longTalkModel({
      reply: (number) => (number < 20 ? calls(`call_${number}`) : say("done")),
      window: 32_768,
    });
    const { agent } = agentWith(model, { tools: [big] });
    expect(await endOf(agent.run("work long"))).toMatchObject({ outcome: "answered", text: "done" });
    expect(Math.max(...model.requests.map(sizeOf))).toBeLessThan(19_700);
    expect(model.requests).toHaveLength(21);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("carries the summary on from one compaction to the next", async () => {
    const model = longTalkModel({ reply: () => say(words(1_500)), window: 8_192 });
    const { agent } = agentWith(model);
    for (let turn = 0; turn < 10; turn += 1) await endOf(agent.run(`turn ${turn}`));
    expect(allTexts(model.questions.at(-1)).join()).toMatch(/<summary>\nSUMMARY \d+\n<\/summary>/u);
    const openings = allTexts(model.requests.at(-1)).filter((text) => text.includes("SUMMARY"));
    expect(openings).toHaveLength(1);
  });

  it("is read anew: the index of the next request is the one of now", async () => {
    let loads = 0;
    const counting: ContextSource = {
      name: "role",
      placement: "system",
      load: async () => ({ text: `load ${(loads += 1)}` }),
    };
    const model = longTalkModel({ reply: () => say(words(1_500)), window: 8_192 });
    const { agent } = agentWith(model, { sources: () => [counting] });
    for (let turn = 0; turn < 6; turn += 1) await endOf(agent.run(`turn ${turn}`));
    expect(model.requests[0]?.system).toEqual(["load 1"]);
    expect(model.requests.at(-1)?.system).toEqual([`load ${loads}`]);
    expect(loads).toBeGreaterThan(1);
  });

  it("believes the provider's count, whatever the estimate says", async () => {
    const model = fakeModel(
      say("one"),
      say("two", { usage: { input: 180_000, output: 5, cacheRead: 0, cacheWrite: 0 } }),
      say("SUMMARY"),
      say("three"),
      say("four"),
    );
    const { agent, records } = agentWith({ ...model, info: { ...model.info, window: 200_000 } });
    for (const prompt of ["one", "two", "three", "four"]) await endOf(agent.run(prompt));
    expect(records.filter(({ type }) => type === "compaction")).toHaveLength(1);
    expect(allTexts(model.requests[3]).join()).toContain("SUMMARY");
    expect(model.requests).toHaveLength(5);
  });

  it("says that nothing more can be left out, once, and goes on", async () => {
    const model = longTalkModel({ reply: () => say("short"), window: 8_192 });
    const { agent } = agentWith(model);
    const events = await collect(agent.run(words(6_000)));
    expect(events).toContainEqual({
      type: "note",
      text: expect.stringContaining("nothing more can be left out"),
    });
    expect(events.at(-1)).toMatchObject({ outcome: "answered" });
    const next = await collect(agent.run("and now?"));
    expect(next.at(-1)).toMatchObject({ outcome: "answered" });
  });
});

describe("a provider that says it is too long", () => {
  it("has the conversation compacted once, with the window it named, and is asked again", async () => {
    const model = longTalkModel({ reply: () => say(words(2_000)), window: 200_000, realWindow: 12_000 });
    const { agent } = agentWith(model);
    for (let turn = 0; turn < 12; turn += 1)
      expect(await endOf(agent.run(`turn ${turn}`))).toMatchObject({ outcome: "answered" });
    expect(model.refused).toHaveLength(1);
    expect(agent.window).toBe(12_000);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("is not asked a third time", async () => {
    const model = longTalkModel({
      reply: (number) => (number < 6 ? say(words(2_000)) : failing("too-long")),
      window: 200_000,
    });
    const { agent } = agentWith(model);
    for (let turn = 0; turn < 6; turn += 1) await endOf(agent.run(`turn ${turn}`));
    expect(await endOf(agent.run("more"))).toMatchObject({
      outcome: "failed",
      failure: { kind: "too-long" },
    });
    expect(model.requests).toHaveLength(8);
  });

  it("may say it with an answer that the window cut", async () => {
    const model = longTalkModel({
      reply: (number) => (number === 6 ? say("half an", { stop: "context_exceeded" }) : say(words(2_000))),
      window: 200_000,
    });
    const { agent } = agentWith(model);
    for (let turn = 0; turn < 6; turn += 1) await endOf(agent.run(`turn ${turn}`));
    expect(await endOf(agent.run("more"))).toMatchObject({ outcome: "answered" });
    expect(allTexts(model.requests.at(-1)).join()).not.toContain("half an");
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });
});

describe("compact", () => {
  it("summarises when the person asks, with what they want kept, and leaves the last turn", async () => {
    const model = longTalkModel({ reply: () => say(words(100)), window: 8_192 });
    const { agent, records } = agentWith(model);
    for (const prompt of ["one", "two", "three"]) await endOf(agent.run(prompt));
    const events = await collect(agent.compact({ wish: "keep the ports" }));
    expect(events.map(({ type }) => type)).toEqual(["compaction", "compaction", "note", "turn-end"]);
    expect(allTexts(model.questions[0]).join()).toContain("<wish>\nkeep the ports\n</wish>");
    await endOf(agent.run("four"));
    expect(allTexts(model.requests.at(-1)).join()).toContain("SUMMARY 0");
    expect(records.filter(({ type }) => type === "context")).toHaveLength(2);
  });

  it("changes nothing when there is nothing to gain, or when it is stopped", async () => {
    const stop = new AbortController();
    const model = longTalkModel({
      reply: () => say(words(100)),
      side: () =>
        async function* (_request, signal) {
          stop.abort();
          if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
          yield { type: "error", failure: "aborted", message: "Stopped." };
        },
      window: 8_192,
    });
    const { agent, records } = agentWith(model);
    expect(await collect(agent.compact())).toContainEqual({
      type: "note",
      text: expect.stringContaining("nothing"),
    });
    for (const prompt of ["one", "two", "three"]) await endOf(agent.run(prompt));
    const before = agent.messages();
    expect(await endOf(agent.compact({ signal: stop.signal }))).toMatchObject({ outcome: "aborted" });
    expect(agent.messages()).toEqual(before);
    expect(records.map(({ type }) => type)).not.toContain("compaction");
  });
});

describe("a provider that refuses earlier thinking", () => {
  it("is asked once more without it, and gets none of it from then on", async () => {
    const model = longTalkModel({
      reply: (number) =>
        number !== 1
          ? thinks(10)
          : async function* () {
              const message = "Refused (400: messages.1.content.0: Invalid `signature` in `thinking` block).";
              yield { type: "error", failure: "bad-request", message, status: 400 };
            },
    });
    const { agent, records } = agentWith(model);
    await endOf(agent.run("one"));
    expect(await endOf(agent.run("two"))).toMatchObject({ outcome: "answered" });
    await endOf(agent.run("three"));
    const thinking = model.requests.map(
      (request) => JSON.stringify(request).split('"type":"thinking"').length - 1,
    );
    expect(thinking).toEqual([0, 1, 0, 1]);
    expect(records.filter(({ type }) => type === "compaction")).toHaveLength(1);
  });
});
