import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { calls, says, startModelServer, type ModelServer } from "./support/model-server.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
let server: ModelServer | undefined;
beforeEach(async () => void (world = await createWorld()));
afterEach(async () => {
  await server?.close();
  server = undefined;
  await world.remove();
});

/** One prompt with Anthropic's memory tool. */
function prompt(text: string, more: readonly string[] = []) {
  if (server === undefined) throw new Error("no server");
  const given = ["-p", text, "--memory-tool", "anthropic", "--extract", "off", ...server.flags, ...more];
  return world.daybook(given, { env: server.env });
}

const tabs = "Indent with tabs in Makefiles.\n**Why:** make demands it.\n";

describe("chat with Anthropic's memory tool", () => {
  it("keeps what the model creates as a memory, and the next session has it in its index", async () => {
    server = await startModelServer(
      calls("memory", { command: "create", path: "/memories/user/makefile-tabs.md", file_text: tabs }),
      says("Noted."),
      says("With tabs."),
    );
    const first = await prompt("Use tabs in Makefiles, always.");
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('saved "makefile-tabs" -> user/makefile-tabs · undo: /memory undo');
    const file = await readFile(join(world.agent, "memory", "makefile-tabs.md"), "utf8");
    expect(file).toMatch(
      /^---\nname: makefile-tabs\ndescription: Indent with tabs in Makefiles\.\ntype: user\n/,
    );
    expect(file).toMatch(/\nsource: agent\nsession: \d{8}-\d{6}-[0-9a-f]{4}\n---\nIndent with tabs/);
    await prompt("How do I indent?");
    const [one, , two] = server.bodies();
    expect(one).toContain('"tools":[{"type":"memory_20250818","name":"memory"},{"name":"Read"');
    expect(one).toContain("command create, at once");
    expect(one).not.toContain("makefile-tabs");
    expect(two).toContain("- [makefile-tabs](makefile-tabs.md) — Indent with tabs in Makefiles.");
    expect(server.request(1).messages.at(-1)?.content[0]).toMatchObject({
      type: "tool_result",
      content: expect.stringContaining("File created successfully at: /memories/user/makefile-tabs.md"),
    });
  });

  it("goes on with the tools of the session, also without the flag", async () => {
    server = await startModelServer(says("Hello."), says("Again."));
    await prompt("Hi.");
    await world.daybook(["-c", "-p", "And?", ...server.flags], { env: server.env });
    const fixed = server.bodies().map((body) => /"system":(.*),"messages":/su.exec(body)?.[1]);
    expect(fixed).toHaveLength(2);
    expect(fixed[1]).toBe(fixed[0]);
  });

  it("EXT-06 (c): a key block is refused by name and line, and is nowhere in the home", async () => {
    const key = "-----BEGIN PRIVATE KEY-----\nCANARYKEYLINE\n-----END PRIVATE KEY-----";
    server = await startModelServer(
      calls("memory", { command: "create", path: "/memories/project/key.md", file_text: key }),
      says("It was left out."),
    );
    await prompt("Keep our key.");
    const [result] = server.request(1).messages.at(-1)?.content ?? [];
    expect(result).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^Error: Not saved: .*private key in the body, line 1/i),
    });
    expect(await filesBelow(world.agent)).not.toContain("key.md");
  });

  it("gives other models the same commands as a schema", async () => {
    const script = join(world.root, "script.json");
    const call = { name: "memory", input: { command: "view", path: "/memories" } };
    await world.write(script, JSON.stringify({ turns: [{ tools: [call] }, { text: "Seen." }] }));
    const run = await world.daybook(["-p", "Look.", "--memory-tool", "anthropic", "--script", script]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Seen.") });
  });
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe("daybook memory-tool", () => {
  const lines = (...inputs: unknown[]) =>
    inputs.map((input, at) => `${JSON.stringify({ id: at + 1, input })}\n`).join("");

  it("answers one line each, in order, and stays up", async () => {
    const input = [
      lines({ command: "create", path: "/memories/a.md", file_text: "one\n" }),
      "no JSON\n",
      "[1]\n\n",
      `${JSON.stringify({ id: "x", input: { command: "view", path: "/memories/a.md" } })}`,
    ].join("");
    const folder = join(world.root, "notes", "memories");
    const run = await world.daybook(["memory-tool", "--root", folder], { input });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const answers = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(answers).toMatchObject([
      { id: 1, text: "File created successfully at: /memories/a.md", is_error: false },
      { id: null, is_error: true },
      { id: null, is_error: true },
      {
        id: "x",
        text: "Here's the content of /memories/a.md with line numbers:\n     1\tone\n     2\t",
        is_error: false,
      },
    ]);
    expect(await readFile(join(folder, "a.md"), "utf8")).toBe("one\n");
    expect(await readdir(folder)).toEqual(["a.md"]);
  });

  it("without --root shows daybook's memories, and undo takes its changes back", async () => {
    const input = lines(
      { command: "create", path: "/memories/user/tea.md", file_text: "Green tea, no sugar.\n" },
      { command: "str_replace", path: "/memories/user/tea.md", old_str: "Green tea", new_str: "Black tea" },
    );
    const run = await world.daybook(["memory-tool"], { input });
    expect(run.stdout.match(/"is_error":false/g)).toHaveLength(2);
    const list = await world.json<object[]>(["list", "--json"]);
    expect(list).toMatchObject([{ id: "user/tea", description: "Black tea, no sugar.", source: "agent" }]);
    await world.daybook(["undo"]);
    const file = join(world.agent, "memory", "tea.md");
    expect(await readFile(file, "utf8")).toContain("description: Green tea, no sugar.");
  });

  it("says what is wrong with --root", async () => {
    await world.write(join(world.root, "file"), "x");
    const file = await world.daybook(["memory-tool", "--root", "file"]);
    expect(file).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("a file, not a folder"),
    });
    expect(file.stderr).not.toContain("EEXIST");
    expect(await world.daybook(["memory-tool", "--root", " "])).toMatchObject({ code: 2, stdout: "" });
  });

  // Node's own recursive making of folders never comes back from there.
  it.runIf(process.platform === "linux")("comes back from a folder that cannot be made", async () => {
    const run = await world.daybook(["memory-tool", "--root", "/proc/x/y"]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
  });
});
