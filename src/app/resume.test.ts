import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  claude,
  daybookNow,
  endWorld,
  fileOf,
  lastRequest,
  makeRepository,
  makeWorld,
  newest,
  newProcess,
  recordsOf,
  requests,
  run,
  said,
  save,
  thought,
  world,
  type Wire,
} from "./resume.fixture.ts";

beforeEach(makeWorld);
afterEach(endWorld);

function expectSharedPrefix(earlier: Wire, later: Wire): void {
  expect(later.system).toEqual(earlier.system);
  expect(later.tools).toEqual(earlier.tools);
  expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
}

describe("a session that is gone on with", () => {
  it("sends what was sent before, byte for byte, and the new words behind it", async () => {
    makeRepository();
    await save("old wish");
    world.answers = [[thought("hm"), said("I know.")]];
    const first = await newProcess();
    expect(await run(first, "the port is 4711")).toMatchObject({ outcome: "answered" });
    await first.close();
    const [sent] = requests();
    const second = await newProcess({ resume: "latest" });
    expect(second.id).toBe(first.id);
    expect(second.said.join()).toContain("just now");
    await run(second, "which port?");
    const again = lastRequest();
    if (sent === undefined) throw new Error("nothing sent");
    expectSharedPrefix(sent, again);
    expect(again.messages[1]).toEqual({ role: "assistant", content: [thought("hm"), said("I know.")] });
    expect(again.messages[2]?.content).toEqual([said("which port?")]);
  });

  it("learns in the newest message what changed since, once", async () => {
    makeRepository();
    await save("old wish");
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    await save("new wish");
    world.now = new Date("2026-12-02T10:00:00Z");
    const second = await newProcess({ resume: first.id });
    await run(second, "two");
    const [sent] = requests();
    if (sent === undefined) throw new Error("nothing sent");
    expectSharedPrefix(sent, lastRequest());
    expect(newest()).toContain("- [new wish](new-wish.md) — when new wish");
    expect(newest()).not.toContain("old-wish.md");
    expect(newest()).toContain("2026-12-02");
    expect(newest()).toContain("3 days since the last message");
    await run(second, "three");
    expect(newest()).not.toContain("new-wish.md");
    await second.close();
    const before = lastRequest();
    const third = await newProcess({ resume: first.id });
    await run(third, "four");
    expectSharedPrefix(before, lastRequest());
    expect(lastRequest().messages.at(-1)?.content).toEqual([said("four")]);
    await third.close();
    await save("newest wish");
    const fourth = await newProcess({ resume: first.id });
    await run(fourth, "five");
    expect(newest()).toContain("newest-wish.md");
    expect(newest()).not.toContain("(new-wish.md)");
    await fourth.close();
    const fifth = await newProcess({ resume: first.id });
    expect(fifth.said.join()).not.toContain("repaired");
    expect((await (await daybookNow()).sessions.read(first.id)).report).toEqual({});
  });

  it("tells what changed with the next prompt when the one that told it is refused, in a later process too", async () => {
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    await save("new wish");
    world.now = new Date("2026-12-02T10:00:00Z");
    world.refusedWords = "forbidden";
    const second = await newProcess({ resume: first.id });
    expect(await run(second, "forbidden")).toMatchObject({ outcome: "failed" });
    await second.close();
    const third = await newProcess({ resume: first.id });
    expect(await run(third, "forbidden, too")).toMatchObject({ outcome: "failed" });
    await run(third, "two");
    expect(lastRequest().messages).toHaveLength(3);
    expect(newest()).toContain("new-wish.md");
    expect(newest()).toContain("3 days since the last message");
    await run(third, "three");
    expect(newest()).not.toMatch(/new-wish|days since/u);
  });

  it("says nothing of a rest of two hours, and of one of a day or more how long it was", async () => {
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    world.now = new Date("2026-11-29T12:00:00Z");
    const second = await newProcess({ resume: "latest" });
    await run(second, "two");
    expect(newest()).not.toContain("since the last message");
    await second.close();
    world.now = new Date("2026-11-30T13:00:00Z");
    const third = await newProcess({ resume: "latest" });
    await run(third, "three");
    expect(newest()).toContain("1 day since the last message");
  });

  it("goes on with another model without the thinking of the first, under a context of its own", async () => {
    world.answers = [[thought("hm"), said("I know.")]];
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    const second = await newProcess({ resume: "latest", model: claude("claude-other") });
    await run(second, "two");
    expect(JSON.stringify(lastRequest().messages)).not.toContain('"thinking"');
    second.agent.useModel(claude());
    await run(second, "three");
    expect(lastRequest().messages).toHaveLength(5);
    await second.close();
    const records = await recordsOf(first.id);
    expect(records.filter(({ type }) => type === "context").map(({ model }) => model)).toEqual([
      "anthropic/claude-test",
      "anthropic/claude-other",
      "anthropic/claude-test",
    ]);
  });

  it("is sent once more without its thinking when the provider binds that to another conversation", async () => {
    world.answers = [[thought("hm"), said("I know.")]];
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    world.isBound = true;
    const second = await newProcess({ resume: "latest" });
    expect(await run(second, "two")).toMatchObject({ outcome: "answered" });
    expect(requests()).toHaveLength(3);
    await second.close();
    const third = await newProcess({ resume: "latest" });
    expect(await run(third, "three")).toMatchObject({ outcome: "answered" });
    expect(requests()).toHaveLength(4);
  });

  it("is forked when another process has it, and both go on", async () => {
    const first = await newProcess();
    await run(first, "one");
    const second = await newProcess({ resume: first.id });
    expect(second.id).not.toBe(first.id);
    expect(second.said.join()).toContain(`in a copy: ${second.id}`);
    await run(second, "two");
    await run(first, "three");
    expect(lastRequest().messages.map(({ content }) => content.at(-1)?.text)).toEqual([
      "one",
      "answer 0",
      "three",
    ]);
  });

  it("has a result for a call that a kill interrupted, and tells the person", async () => {
    const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "date" } };
    world.answers = [[thought("I look"), said("Looking."), call], [said("It is noon.")]];
    const first = await newProcess();
    await run(first, "the port is 4711; what time is it?");
    await first.close();
    const file = await fileOf(first.id);
    const lines = (await readFile(file, "utf8")).split("\n");
    const at = lines.findIndex((line) => line.includes('"type":"assistant"'));
    await writeFile(file, `${lines.slice(0, at + 1).join("\n")}\n{"type":"tool_result","n":4,"ts"`);
    const second = await newProcess({ resume: "latest" });
    expect(second.said.join()).toMatch(/1 interrupted call/u);
    expect(await run(second, "and the port?")).toMatchObject({ outcome: "answered" });
    const [, answered, results, prompt] = lastRequest().messages;
    expect(JSON.stringify(lastRequest().messages[0])).toContain("4711");
    expect(answered?.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use"]);
    expect(results?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: "Interrupted before it finished; the result is unknown.",
        is_error: true,
      },
    ]);
    expect(prompt?.content).toEqual([said("and the port?")]);
    await second.close();
    const before = lastRequest();
    const third = await newProcess({ resume: "latest" });
    expect(third.said.join()).not.toContain("interrupted");
    await run(third, "once more");
    expectSharedPrefix(before, lastRequest());
  });

  it("is not told of memory when it goes on without, and has it again when it goes on with it", async () => {
    await save("old wish");
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    const second = await newProcess({ resume: "latest", memory: false });
    await run(second, "two");
    expect(JSON.stringify(lastRequest())).not.toMatch(/old-wish|"Memory"/u);
    expect(lastRequest().messages).toHaveLength(3);
    await second.close();
    const third = await newProcess({ resume: "latest" });
    await run(third, "three");
    expect(JSON.stringify(lastRequest().system)).toContain("old-wish.md");
    expect(lastRequest().tools.map(({ name }) => name)).toContain("Memory");
  });

  it("names itself in the memories it saves", async () => {
    world.answers = [
      [
        {
          type: "tool_use",
          id: "toolu_1",
          name: "Memory",
          input: {
            action: "save",
            type: "feedback",
            name: "tabs",
            description: "when indenting",
            body: "tabs",
          },
        },
      ],
    ];
    const session = await newProcess();
    await run(session, "use tabs");
    expect(await readFile(join(world.home, "memory", "tabs.md"), "utf8")).toContain(`session: ${session.id}`);
  });

  it("leaves nothing on the disk before the first prompt", async () => {
    const session = await newProcess();
    await session.agent.context();
    for await (const _ of session.agent.compact());
    await session.close();
    expect(await readdir(world.home).catch(() => [])).toEqual([]);
    const none = await newProcess({ resume: "latest" });
    expect(none.said.join()).toContain("no earlier session");
  });
});
