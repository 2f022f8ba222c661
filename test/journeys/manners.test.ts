import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realCli, runProgram } from "./support/real-cli.ts";
import { createWorld, saving, snapshot } from "./support/world.ts";
import type { World } from "./support/world.ts";

const cli = realCli();
let world: World;
beforeEach(async () => void (world = await createWorld()));
afterEach(() => world.remove());

describe("wrong usage ends with 2 and one sentence", () => {
  it.each([
    [["lits"], /lits.*list/],
    [["list", "--colour"], /--colour/],
    [["show"], /slug/],
    [["show", "a", "b"], /too many arguments|expected/i],
    [["save"], /--type, --name, --description/],
    [["save", "--type"], /--type/],
    [["context", "--placement", "top"], /system, user/],
    [["list", "--scope", "team"], /user, project/],
    [["list", "--type", "misc"], /user, feedback, project, reference/],
    [["save", "--type", "misc", "--name", "one", "--description", "d"], /user, feedback, project, reference/],
    [["help", "lits"], /no command "lits".*list/],
    [["help", "project", "adapt"], /"adapt".*adopt/],
    [["help", "save", "it"], /"it"/],
    [["project", "adapt"], /"adapt".*adopt/],
    [["list", "--home", ""], /home is a blank/],
    [["log", "--limit", "many"], /--limit/],
    [["edit", "one"], /--name|EDITOR/],
    [["project", "adopt"], /id/],
  ])("%j", async (given, message) => {
    await world.daybook(saving("one"));
    const result = await world.daybook(given);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toMatch(message);
    expect(result.stderr).toMatch(/^daybook: .+\n$/);
  });
});

describe("help", () => {
  it.each([[["--help"]], [["help"]], [["-h"]]])("%j lists the commands", async (given) => {
    const result = await world.daybook(given);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    for (const command of [
      "save",
      "show",
      "list",
      "rm",
      "edit",
      "undo",
      "log",
      "context",
      "init",
      "trust",
      "project",
      "demo",
      "chat",
    ]) {
      expect(result.stdout).toMatch(new RegExp(`^ +${command}\\b`, "m"));
    }
  });

  it.each([[["save", "--help"]], [["help", "save"]]])("%j lists the options", async (given) => {
    expect((await world.daybook(given)).stdout).toContain("--description <text>");
  });
});

describe("init", () => {
  it("speaks of git only where there is git", async () => {
    const shop = await world.repository("shop");
    expect((await world.daybook(["init"], { in: shop })).stdout).toContain("git add .agent");
    expect((await world.daybook(["init"])).stdout).not.toContain("git add");
  });
});

describe("the home", () => {
  it("may be named before or after the command, or by DAYBOOK_HOME", async () => {
    const home = join(world.root, "elsewhere");
    await world.json(["--home", home, ...saving("one"), "--json"]);
    await world.json([...saving("two"), "--json", "--home", home]);
    expect(await world.daybook(["list", "--json"], { env: { DAYBOOK_HOME: home } })).toMatchObject({
      stdout: expect.stringMatching(/"one"[^]*"two"|"two"[^]*"one"/),
    });
    expect(await snapshot(world.agent)).toEqual({});
  });

  it("is not made by reading", async () => {
    for (const command of [["list"], ["log"], ["context"], ["project", "show"]]) {
      expect(await world.daybook(command)).toMatchObject({ code: 0 });
    }
    expect(await snapshot(world.root)).toEqual({});
  });
});

describe("pipes", () => {
  it("a reader that goes away ends it quietly", async () => {
    for (let index = 0; index < 4; index += 1) await world.daybook(saving(`memory ${index}`));
    const command = `"${process.execPath}" "${cli.script}" list --json | head -c 1`;
    const result = await runProgram(["bash", "-o", "pipefail", "-c", command], {
      cwd: world.root,
      env: { HOME: join(world.root, "person") },
    });
    expect(result).toEqual({ code: 0, stdout: "[", stderr: "" });
  });

  it("closed standard output from the start is no crash", async () => {
    const child = spawn(process.execPath, [cli.script, "list"], {
      cwd: world.root,
      env: { HOME: join(world.root, "person"), PATH: process.env["PATH"] },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
    await new Promise((resolve) => child.once("close", resolve));
    expect(complaint).not.toMatch(/Error|EPIPE|at /);
  });

  it("a list is one line a memory, cells apart by tabs, without colours", async () => {
    await world.daybook(saving("commit message 前缀", { description: "写 commit message 时" }));
    const { stdout } = await world.daybook(["list"]);
    expect(stdout).toMatch(
      /^user\/commit-message-071596ac\tfeedback\t\d{4}-\d\d-\d\d\tcommit message 前缀\t写 commit message 时\n$/,
    );
  });
});

describe("the editor", () => {
  // A process of its own, which has the world's folder for temporary files.
  beforeEach(async () => {
    await world.remove();
    world = await createWorld(cli);
  });

  const editorThat = (command: string) => ({ env: { EDITOR: `sh -c '${command}' editor` } });

  it("changes a memory through a copy", async () => {
    await world.here(saving("one", { body: "old\n" }));
    const result = await world.daybook(
      ["edit", "one"],
      editorThat('sed s/old/new/ "$1" > "$1.new" && mv "$1.new" "$1"'),
    );
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("updated user/one") });
    expect(await world.json(["show", "one", "--json"])).toMatchObject({ body: "new\n", source: "user" });
  });

  it("says so when nothing was changed", async () => {
    await world.here(saving("one"));
    const before = await snapshot(world.agent);
    const result = await world.daybook(["edit", "one"], editorThat("true"));
    expect(result).toMatchObject({ code: 0, stdout: "Nothing was changed in user/one.\n" });
    expect(await snapshot(world.agent)).toEqual(before);
  });

  it("keeps the text when the header was broken", async () => {
    await world.here(saving("one", { body: "old\n" }));
    const result = await world.daybook(["edit", "one"], editorThat('echo "precious words" > "$1"'));
    expect(result).toMatchObject({ code: 1, stdout: "" });
    const copy = /kept in (\S+\.md)\./.exec(result.stderr)?.[1] ?? "";
    expect(Object.entries(await snapshot(world.root))).toContainEqual([
      copy.slice(world.root.length + 1),
      "precious words\n",
    ]);
    expect(await world.json(["show", "one", "--json"])).toMatchObject({ body: "old\n" });
  });

  it("leaves no copy when the editor cannot be started", async () => {
    await world.here(saving("one"));
    const result = await world.daybook(["edit", "one"], { env: { EDITOR: "no-such-editor" } });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(await snapshot(join(world.root, "tmp"))).toEqual({});
  });
});
