import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RecallReceipt } from "../../src/events/index.ts";
import {
  sendAnswer,
  startLoopback,
  withoutCacheMarks,
  type Loopback,
  type WireAnswer,
} from "../../src/models/testing/index.ts";
import { refusedStrictly } from "../support/strict-server.ts";
import { calls, says, wordsOf, type SentRequest } from "./support/model-server.ts";
import { realCli } from "./support/real-cli.ts";
import { createWorld, saving } from "./support/world.ts";
import type { World } from "./support/world.ts";

const cli = realCli();
let world: World;
let server: Loopback | undefined;
beforeEach(async () => void (world = await createWorld()));
afterEach(async () => {
  await server?.close();
  server = undefined;
  await world.remove();
});

interface RecallJson {
  query: string;
  memories: { id: string; slug: string; scope: string; score: number; path: string; age: number | null }[];
  dropped: { slug: string; reason: string }[];
  bytes: number;
  ms: number;
}

/** A server whose side queries are answered apart from its turns; gives what was asked of each. */
async function serve(turns: readonly WireAnswer[], side: WireAnswer | "never") {
  const waiting = [...turns];
  const isSide = (request: SentRequest): boolean => (request.tools ?? []).length === 0;
  let onAnswered = (): void => {};
  const answered = new Promise<void>((resolve) => (onAnswered = resolve));
  if (side === "never") onAnswered();
  server = await startLoopback(async (asked, response) => {
    if (refusedStrictly(asked, response)) return;
    if (isSide(JSON.parse(asked.body) as SentRequest)) {
      if (side !== "never") await sendAnswer(response, side);
      return onAnswered();
    }
    // Its words come first, whatever the machine is busy with.
    await answered;
    await sendAnswer(response, waiting.shift() ?? { status: 500, body: "no more answers" });
  });
  const sent = (): SentRequest[] =>
    (server?.requests ?? []).map(({ body }) => withoutCacheMarks(body) as unknown as SentRequest);
  return {
    flags: ["--base-url", server.url, "--model", "anthropic/claude-test", "--recall", "model"],
    env: { ANTHROPIC_API_KEY: "key-of-a-test" },
    turns: () => sent().filter((request) => !isSide(request)),
    asked: () => sent().filter(isSide),
  };
}

const selecting = (...names: string[]): WireAnswer => says(JSON.stringify({ selected_memories: names }));
const notes = saving("CI/CD 注意事项", {
  type: "project",
  description: "发布之前要看的注意事项",
  body: "先在 staging 上跑完整测试。",
});

async function receipts(): Promise<RecallReceipt[]> {
  const projects = join(world.agent, "projects");
  const [project = ""] = await readdir(projects);
  const text = await readFile(join(projects, project, "events.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RecallReceipt)
    .filter(({ kind }) => kind === "recall");
}

describe("the staging story", () => {
  it("what one process was told stands in the first request of the next, and the answer names it", async () => {
    await world.remove();
    world = await createWorld(cli);
    const shop = await world.repository("shop");
    const first = join(world.root, "first.json");
    await world.write(
      first,
      JSON.stringify({
        turns: [
          {
            tools: [
              {
                name: "Memory",
                input: {
                  action: "save",
                  type: "reference",
                  name: "staging",
                  description: "the staging deploy target",
                  body: "the staging deploy target is https://staging.example.com",
                },
              },
            ],
          },
          { text: "Noted." },
        ],
      }),
    );
    const told = await world.daybook(
      ["-p", "the staging deploy target is https://staging.example.com", "--script", first],
      { in: shop },
    );
    expect(told).toMatchObject({ code: 0 });
    expect(told.stderr).not.toContain("recalled:");

    const second = join(world.root, "second.json");
    const prompt = "Where should I deploy my changes to test them?";
    // `when` must be part of the newest message: without the memory in it this turn fails.
    await world.write(
      second,
      JSON.stringify({
        turns: [{ when: "https://staging.example.com", text: "To https://staging.example.com." }],
      }),
    );
    const asked = await world.daybook(["-p", prompt, "--script", second], { in: shop });
    expect(asked).toMatchObject({ code: 0, stdout: "To https://staging.example.com.\n" });
    expect(asked.stderr).toContain("recalled: staging · /memory why");

    const off = await world.here(["-p", prompt, "--script", second, "--recall", "off"], { in: shop });
    expect(off).toMatchObject({ code: 1 });
    const shown = await world.json<RecallJson>(["recall", prompt, "--json"], { in: shop });
    expect(shown).toMatchObject({
      query: prompt,
      memories: [{ id: "project/staging", slug: "staging", scope: "project", age: 0 }],
      dropped: [],
    });
    expect(Object.keys(shown)).toEqual(["query", "memories", "dropped", "bytes", "ms"]);
    expect(await readFile(shown.memories[0]?.path ?? "", "utf8")).toContain("staging.example.com");
  });

  it("is silent when nothing fits", async () => {
    const shop = await world.folder("shop");
    await world.daybook(notes, { in: shop });
    const script = join(world.root, "script.json");
    await world.write(script, JSON.stringify({ turns: [{ text: "Hello." }] }));
    const hello = await world.daybook(["-p", "tell me a joke about cats", "--script", script], { in: shop });
    expect(hello).toMatchObject({ code: 0 });
    expect(hello.stderr).not.toContain("recalled");
    const [receipt] = await receipts();
    expect(receipt).toMatchObject({ delivered: [], side: { skipped: "scripted" } });
  });
});

describe("a side query", () => {
  it("goes out beside the first call, and what it selects arrives with the next message of that turn", async () => {
    const shop = await world.folder("shop");
    await world.daybook(notes, { in: shop });
    const { flags, env, turns, asked } = await serve(
      [calls("Bash", { command: "ls" }), says("先跑完整测试。")],
      selecting("project/ci-cd-49fe632b.md"),
    );
    const answered = await world.daybook(["-p", "部署流程是什么", ...flags], { in: shop, env });
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining("先跑完整测试。") });
    expect(answered.stderr).toContain("recalled: CI/CD 注意事项 · /memory why");
    const [question] = asked();
    expect(JSON.stringify(question?.system)).toContain("choose the memories");
    expect(wordsOf(question?.messages[0])).toContain("部署流程是什么");
    expect(wordsOf(question?.messages[0])).toMatch(
      /- \[project\] project\/ci-cd-49fe632b\.md \(\d{4}-\d\d-\d\d\): 发布之前要看的注意事项/,
    );
    const [first, second] = turns();
    expect(wordsOf(first?.messages.at(-1))).not.toContain("先在 staging");
    const newest = second?.messages.at(-1)?.content ?? [];
    expect(newest.map(({ type }) => type)).toEqual(["tool_result"]);
    const parts = newest[0]?.content;
    expect(Array.isArray(parts) ? parts.at(-1)?.text : parts).toContain("先在 staging 上跑完整测试。");
    expect(await receipts()).toMatchObject([
      {
        side: { outcome: "delivered", selected: ["project/ci-cd-49fe632b"] },
        delivered: [{ id: "project/ci-cd-49fe632b", by: "side-query" }],
      },
    ]);
  });

  const trouble: [string, WireAnswer | "never", object][] = [
    ["never answers", "never", { outcome: "late" }],
    ["answers prose", says("I would read the CI notes."), { outcome: "unusable" }],
    [
      "answers broken JSON",
      says('{"selected_memories": ["project/nothing'),
      { outcome: "empty", unknown: 1 },
    ],
    ["answers HTTP 400", { status: 400, body: '{"error":{"message":"no"}}' }, { outcome: "failed" }],
  ];
  it.each(trouble)("that %s: the turn goes on, and the receipt tells", async (_, side, expected) => {
    const shop = await world.folder("shop");
    await world.daybook(notes, { in: shop });
    const { flags, env } = await serve([calls("Bash", { command: "ls" }), says("Done.")], side);
    const answered = await world.daybook(["-p", "部署流程是什么", ...flags], { in: shop, env });
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining("Done.") });
    expect(answered.stderr).not.toMatch(/recall/);
    expect(await receipts()).toMatchObject([{ side: expected, delivered: [] }]);
  });
});
