import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedModel } from "../models/index.ts";
import {
  createExtractionWorld,
  diskText,
  modelOf,
  noting,
  prefix,
  prefixWish,
  receiptsOf,
  say,
  sayAndLeave,
  startProcess,
  type ExtractionWorld,
  type TestProcess,
} from "./extraction.fixture.ts";

let world: ExtractionWorld;
beforeEach(async () => void (world = await createExtractionWorld()));
afterEach(() => world.remove());

const saved = { type: "feedback", name: "x", description: "when x", body: "X." };

const namesOf = async ({ daybook }: TestProcess): Promise<string[]> =>
  (await daybook.store.list()).memories.map(({ id }) => id);
const opsOf = async ({ daybook }: TestProcess): Promise<string[]> =>
  (await daybook.store.log()).map(({ op, slug }) => `${op} ${slug}`).toReversed();

describe("notes of a conversation", () => {
  it("become memories that the next process has in its context, and undo takes back", async () => {
    world.notes = (question) => (question.includes("always begin") ? noting(prefix) : '{"operations": []}');
    const first = await startProcess(world);
    const session = await first.open();
    for (const prompt of [prefixWish, "hello there", prefixWish]) {
      await say(session, prompt);
      await first.extraction.settle();
    }
    expect(await namesOf(first)).toEqual(["user/commit-prefix"]);
    expect(first.news[0]).toMatchObject({
      noted: [{ op: "create", type: "feedback", name: "commit prefix", id: "user/commit-prefix" }],
    });
    expect((await receiptsOf(first)).map(({ answer, items }) => [answer, items.map(({ to }) => to)])).toEqual(
      [
        ["items", ["memory"]],
        ["nothing", []],
        ["items", ["nowhere"]],
      ],
    );
    const memory = await first.daybook.store.read("user/commit-prefix");
    expect(memory).toMatchObject({ source: "extracted", session: session.id });
    expect(memory.body).toMatch(/\*\*Why:\*\*[\s\S]*\*\*How to apply:\*\*/);
    await session.close();
    const next = await startProcess(world);
    const { blocks } = await (await next.open()).agent.context();
    expect(blocks.map(({ text }) => text).join("\n")).toContain("[commit prefix](commit-prefix.md)");
    expect(await next.daybook.store.undo({ source: "user" })).toMatchObject({ undone: true });
    expect(await namesOf(next)).toEqual([]);
  });

  it("delay no prompt, and are left for the next start where their call does not end", async () => {
    world.notes = () => null;
    const first = await startProcess(world);
    const session = await first.open();
    expect((await say(session, prefixWish)).outcome).toBe("answered");
    expect((await say(session, "and another thing")).outcome).toBe("answered");
    expect(first.extraction.isBusy).toBe(true);
    await first.extraction.stop();
    await session.close();
    expect(await receiptsOf(first)).toEqual([]);

    world.notes = (question) => (question.includes("always begin") ? noting(prefix) : '{"operations": []}');
    const next = await startProcess(world);
    next.extraction.recover(modelOf(world));
    await next.extraction.settle();
    expect(await opsOf(next)).toEqual(["create commit-prefix"]);
    expect(await receiptsOf(next)).toHaveLength(2);
    const questions = world.questions.length;
    const last = await startProcess(world);
    last.extraction.recover(modelOf(world));
    await last.extraction.settle();
    expect(world.questions).toHaveLength(questions);
    expect(await opsOf(last)).toEqual(["create commit-prefix"]);
  });

  it("of a process that ends with its answer are taken at the next start", async () => {
    world.notes = () => noting(prefix);
    const short = await startProcess(world, { isShort: true });
    const session = await short.open();
    await say(session, prefixWish);
    expect(short.extraction.isBusy).toBe(false);
    await session.close();
    expect(world.questions).toEqual([]);
    const next = await startProcess(world, { isShort: true });
    next.extraction.recover(modelOf(world));
    await next.extraction.settle();
    expect(await namesOf(next)).toEqual(["user/commit-prefix"]);
    expect(next.news).toHaveLength(1);
  });

  it("are applied again from the log, without another call, when a kill came before", async () => {
    world.notes = () => noting(prefix);
    const first = await startProcess(world);
    await sayAndLeave(world, prefixWish);
    await first.daybook.store.remove("user/commit-prefix", { source: "user" });
    // As if the process had been killed between the log and the word that it was done.
    const [project = ""] = await readdir(join(world.home, "projects"));
    const list = join(world.home, "projects", project, "extraction.jsonl");
    const lines = (await readFile(list, "utf8")).split("\n").filter((line) => !line.includes("done"));
    await writeFile(list, lines.join("\n"));
    const next = await startProcess(world);
    next.extraction.recover(modelOf(world));
    await next.extraction.settle();
    expect(world.questions).toHaveLength(1);
    expect(await opsOf(next)).toEqual(["create commit-prefix", "delete commit-prefix"]);
  });

  it("are left to the process that writes the session, and taken once when two start together", async () => {
    world.notes = () => null;
    const first = await startProcess(world);
    const session = await first.open();
    await say(session, prefixWish);
    await first.extraction.stop();
    world.notes = () => noting(prefix);
    const early = await startProcess(world);
    early.extraction.recover(modelOf(world));
    await early.extraction.settle();
    expect(await namesOf(early)).toEqual([]);
    await session.close();
    world.questions = [];
    const both = await Promise.all([startProcess(world), startProcess(world)]);
    for (const { extraction } of both) extraction.recover(modelOf(world));
    await Promise.all(both.map(({ extraction }) => extraction.settle()));
    expect(await opsOf(early)).toEqual(["create commit-prefix"]);
    expect(world.questions).toHaveLength(1);
  });

  it("of a session that was closed are still taken, into its log", async () => {
    let give = (): void => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    const model = modelOf(world);
    const slow = {
      ...model,
      async *stream(request: Parameters<typeof model.stream>[0], options?: { signal?: AbortSignal }) {
        if (request.side === true) await given;
        yield* model.stream(request, options);
      },
    };
    world.notes = () => noting(prefix);
    const first = await startProcess(world);
    const session = await first.open({ model: slow });
    await say(session, prefixWish);
    await session.close();
    give();
    await first.extraction.settle();
    expect(await namesOf(first)).toEqual(["user/commit-prefix"]);
    const records = await first.daybook.sessions.records(session.id);
    expect(records.map(({ n }) => n)).toEqual([...records.keys()]);
    expect(records.at(-1)).toMatchObject({ type: "extraction", upto: 3 });
  });

  it("of a fork are those of its own turns", async () => {
    const first = await sayAndLeave(world, prefixWish);
    const [receipt] = await receiptsOf(first);
    const next = await startProcess(world);
    const { log } = await next.daybook.sessions.fork(receipt?.session ?? "", { cwd: world.folder });
    await log.close();
    const fork = await next.open({ resume: log.id });
    await say(fork, "go on");
    await next.extraction.settle();
    expect(world.questions).toHaveLength(2);
    expect(world.questions[1]).not.toContain("always begin");
  });
});

describe("modes", () => {
  it("are off for a script unless asked, and the newest word counts", async () => {
    const { info } = createScriptedModel({ turns: [] });
    const plain = await startProcess(world);
    expect(plain.extraction.mode(info)).toBe("off");
    expect(plain.extraction.mode({ provider: "anthropic" })).toBe("auto");
    const asked = await startProcess(world, { extract: "auto" });
    expect(asked.extraction.mode(info)).toBe("auto");
    asked.extraction.setMode("review");
    expect(asked.extraction.mode(info)).toBe("review");
  });

  it("off: nothing is read, not later either, and not when it is switched off behind the answer", async () => {
    const off = await startProcess(world, { extract: "off" });
    const session = await off.open();
    await say(session, prefixWish);
    await session.close();
    world.notes = () => null;
    const switched = await startProcess(world);
    const other = await switched.open();
    await say(other, "one");
    await say(other, prefixWish);
    switched.extraction.setMode("off");
    await switched.extraction.stop();
    await other.close();
    const questions = world.questions.length;
    const next = await startProcess(world, { extract: "off" });
    next.extraction.recover(modelOf(world));
    await next.extraction.settle();
    expect(world.questions).toHaveLength(questions);
    expect(await receiptsOf(next)).toEqual([]);
  });

  it("nudge: no call, and the next prompt carries one reminder", async () => {
    const prompts: string[] = [];
    world.answer = (prompt) => (prompts.push(prompt), "Done.");
    const started = await startProcess(world, { extract: "nudge" });
    const session = await started.open();
    for (const prompt of [prefixWish, "hello", "hello again"]) await say(session, prompt);
    await started.extraction.settle();
    expect(world.questions).toEqual([]);
    expect(prompts.map((prompt) => prompt.includes("system-reminder") && prompt.includes("Memory"))).toEqual([
      false,
      true,
      false,
    ]);
    expect((await receiptsOf(started)).map(({ mode, calls }) => [mode, calls])).toEqual([
      ["nudge", 0],
      ["nudge", 0],
      ["nudge", 0],
    ]);
    await say(session, prefixWish);
    await session.close();
    const next = await startProcess(world, { extract: "nudge" });
    const resumed = await next.open({ resume: session.id });
    await say(resumed, "go on");
    expect(prompts.at(-1)).toContain("Memory");
  });

  it("review: all waits for the person", async () => {
    world.notes = () => noting(prefix);
    const started = await startProcess(world, { extract: "review" });
    await say(await started.open(), prefixWish);
    await started.extraction.settle();
    expect(await namesOf(started)).toEqual([]);
    expect((await receiptsOf(started))[0]?.items).toMatchObject([{ to: "inbox", reason: "review" }]);
    expect(started.news).toMatchObject([{ proposed: 1, noted: [] }]);
  });
});

describe("a turn that is not read", () => {
  it("says why in its receipt", async () => {
    const started = await startProcess(world);
    const session = await started.open();
    const stop = new AbortController();
    world.answer = () => {
      setImmediate(() => stop.abort());
      return null;
    };
    await say(session, prefixWish, stop.signal);
    await started.extraction.settle();
    world.answer = (_newest, { messages }) =>
      messages.length < 5
        ? [{ type: "tool_use", id: "toolu_1", name: "Memory", input: { ...saved, action: "save" } }]
        : "Kept.";
    await say(session, "keep my wish");
    await started.extraction.settle();
    expect((await receiptsOf(started)).map(({ skipped, calls }) => [skipped, calls])).toEqual([
      ["unfinished", 0],
      ["saved-in-turn", 0],
    ]);
    expect(world.questions).toEqual([]);
  });

  it("stops when the day's tokens are spent, and says so once, also in other processes", async () => {
    const spending = async (): Promise<TestProcess> => {
      const started = await startProcess(world);
      started.daybook.settings.limits.extractionDayTokens = 150;
      return started;
    };
    const first = await spending();
    const session = await first.open();
    for (const prompt of ["one thing", "another thing", "a third thing", "a fourth thing"]) {
      await say(session, prompt);
      await first.extraction.settle();
    }
    expect(world.questions).toHaveLength(2);
    expect((await receiptsOf(first)).map(({ skipped }) => skipped)).toEqual([
      undefined,
      undefined,
      "day-budget",
      "day-budget",
    ]);
    expect(first.news.filter(({ budget }) => budget !== undefined)).toHaveLength(1);
    const second = await spending();
    await say(await second.open(), "a fifth thing");
    await second.extraction.settle();
    expect(second.news).toEqual([]);
    world.now = new Date("2031-03-12T09:30:00Z");
    await say(session, "the day after tomorrow");
    await first.extraction.settle();
    expect(world.questions).toHaveLength(3);
  });
});

describe("answers of all kinds", () => {
  const cases: [string, string, object][] = [
    ["prose", "I would rather talk about cats.", { answer: "unusable", calls: 2, items: [] }],
    ["nothing at all", "", { calls: 2, items: [] }],
    ["a type that there is not", noting({ ...prefix, type: "misc" }), { items: [{ reason: "invalid" }] }],
    [
      "an update of what is not there",
      noting({ ...prefix, op: "update", slug: "user/no-such" }),
      { items: [{ op: "update", to: "nowhere", reason: "missing-target" }] },
    ],
    [
      "words that nobody said",
      noting({ ...prefix, quote: "I love tabs more than anything" }),
      { items: [{ to: "inbox", reason: "no-quote" }] },
    ],
  ];
  it.each(cases)("%s", async (_name, answer, expected) => {
    world.notes = () => answer;
    const started = await sayAndLeave(world, prefixWish);
    expect((await receiptsOf(started))[0]).toMatchObject(expected);
    expect(await namesOf(started)).toEqual([]);
  });

  it("200 items: five at most, the others are told as too many", async () => {
    const operations = Array.from({ length: 200 }, (_, at) => ({
      ...prefix,
      type: "project",
      name: `decision ${at} about ${"abcdefghij"[at % 10]}`,
      description: `when part ${at} is built`,
      body: `Part ${at} is built by team ${at * 7}.`,
    }));
    world.notes = () => JSON.stringify({ operations });
    const started = await sayAndLeave(world, prefixWish);
    expect((await namesOf(started)).length).toBeLessThanOrEqual(5);
    const [receipt] = await receiptsOf(started);
    expect(receipt?.items.filter(({ reason }) => reason === "over-limit")).toHaveLength(195);
  });

  it("hold no secret on the disk, and the person is told of what was left out", async () => {
    const token = `ghp_${"aB3dE5fG7h".repeat(3)}aB3dE5`;
    world.notes = () => noting({ ...prefix, body: `The deploy token is ${token}.`, quote: token });
    const started = await sayAndLeave(world, `always use the deploy token ${token} for releases`);
    expect(world.questions[0]).not.toContain(token);
    expect(await diskText(world)).not.toContain(token);
    expect(started.news[0]?.secrets.length).toBeGreaterThan(0);
    expect((await receiptsOf(started))[0]?.secrets).toBeGreaterThan(0);
  });
});
