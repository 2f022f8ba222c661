import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ChatAnswer,
  chatChunks,
  delta,
  finished,
  type Loopback,
  sendChat,
  startLoopback,
} from "../../src/models/testing/index.ts";
import { realCli } from "./support/real-cli.ts";
import { createWorld, snapshot } from "./support/world.ts";
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

const saving = {
  action: "save",
  type: "feedback",
  name: "commit message 前缀",
  description: "写 commit message 时用 feat:/fix:/docs: 这类前缀",
  body: "第一行必须以 feat: / fix: / docs: 开头。",
};

interface Sent {
  model: string;
  tools: { function: { name: string } }[];
  messages: { role: string; content: string | null; tool_call_id?: string; tool_calls?: { id: string }[] }[];
}

/** Answers the requests in turn; gives what was asked. */
async function serve(...answers: readonly ChatAnswer[]): Promise<{ flags: string[]; sent: () => Sent[] }> {
  await server?.close();
  const started = await startLoopback((_request, response, number) =>
    sendChat(response, answers[number] ?? { status: 500, body: "no more answers" }),
  );
  server = started;
  return {
    flags: ["--base-url", started.url, "--model", "some/model"],
    sent: () => started.requests.map(({ body }) => JSON.parse(body) as Sent),
  };
}

describe("two processes share one memory through a compatible server", () => {
  it("what the first is told reaches the second, whatever the server's manners", async () => {
    await world.remove();
    world = await createWorld(cli);
    const shop = await world.repository("shop");
    await world.write(join(shop, "cart.js"), "export const cart = [];\n");
    await world.git(shop, "add", ".");
    const first = await serve(
      // No index, no id, the arguments an object, `stop` for a turn of tools.
      {
        chunks: [
          delta({ reasoning_content: "这是偏好。" }),
          delta({ tool_calls: [{ id: "", function: { name: "Memory", arguments: saving } }] }),
          finished("stop"),
        ],
      },
      { chunks: chatChunks({ text: "记住了。" }), end: "close" },
    );
    const told = await world.daybook(["-p", "以后 commit message 都用前缀", ...first.flags], { in: shop });
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining("记住了。") });
    const [, answered] = first.sent();
    expect(answered?.model).toBe("some/model");
    const [call, result] = answered?.messages.slice(-2) ?? [];
    expect(call).toMatchObject({ role: "assistant", content: null, reasoning_content: "这是偏好。" });
    expect(result).toMatchObject({
      role: "tool",
      content: expect.stringMatching(/^Saved user\/commit-message/),
    });
    expect(result?.tool_call_id).toBe(call?.tool_calls?.[0]?.id);
    const folder = join(world.agent, "memory");
    expect(Object.keys(await snapshot(folder))).toEqual(["MEMORY.md", "commit-message-071596ac.md"]);
    expect(await readFile(join(folder, "MEMORY.md"), "utf8")).toContain("(commit-message-071596ac.md)");

    const second = await serve(
      { chunks: chatChunks({ calls: [{ name: "Bash", input: { command: "git diff --cached --stat" } }] }) },
      // A server that does not stream.
      {
        body: {
          choices: [{ message: { role: "assistant", content: "feat: add a cart" }, finish_reason: "stop" }],
        },
      },
    );
    const asked = await world.daybook(["-p", "Write a commit message", ...second.flags], { in: shop });
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("feat: add a cart") });
    const [request, next] = second.sent();
    expect(request?.messages[0]).toMatchObject({
      role: "system",
      content: expect.stringContaining("(commit-message-071596ac.md)"),
    });
    expect(request?.tools.map((tool) => tool.function.name)).toContain("Memory");
    expect(next?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("cart.js"),
    });
    expect(next?.messages.slice(0, request?.messages.length)).toEqual(request?.messages);
  });

  it("a call that cannot be read is answered, not run, and the turn goes on", async () => {
    const { flags, sent } = await serve(
      {
        chunks: [
          delta({
            tool_calls: [{ index: 0, id: "x", function: { name: "Memory", arguments: '{"action":"save"' } }],
          }),
          finished("tool_calls"),
        ],
      },
      { chunks: chatChunks({ text: "Once more, then." }) },
    );
    const result = await world.daybook(["-p", "remember", ...flags]);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("Once more, then.") });
    expect(sent()[1]?.messages.at(-1)?.content).toMatch(/^Error: .*not a JSON object/);
    expect(await snapshot(join(world.agent, "memory"))).toEqual({});
  });

  it("a failure is one sentence and exit code 1", async () => {
    const words =
      "request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it";
    const { flags } = await serve({
      status: 400,
      body: { error: { code: 400, message: words, n_ctx: 8192 } },
    });
    const result = await world.daybook(["-p", "hello", ...flags]);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain(`The conversation is too long for some/model (400: ${words}).`);
    expect(result.stderr).not.toMatch(/\n {4}at /);
  });

  it("a server that is given without a model answers with its first", async () => {
    const started = await startLoopback((request, response) =>
      request.path === "/v1/models"
        ? sendChat(response, { body: { object: "list", data: [{ id: "embed-x" }, { id: "qwen3:8b" }] } })
        : sendChat(response, { chunks: chatChunks({ text: "Here." }) }),
    );
    server = started;
    const result = await world.daybook(["-p", "hello", "--base-url", started.url]);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("Here.") });
    expect(JSON.parse(started.requests.at(-1)?.body ?? "")).toMatchObject({ model: "qwen3:8b" });
  });
});
