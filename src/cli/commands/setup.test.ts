import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hostNames } from "../hosts/host-name.ts";
import { copyPathOf } from "../hosts/kept-copy.ts";
import { claudeSettings, failure, setupPlace } from "./setup.fixture.ts";

const place = setupPlace();
const { run, picture, write } = place;
beforeEach(place.begin);

describe("daybook setup", () => {
  it.each(hostNames)("gives memory to %s and takes it back without a trace", async (host) => {
    const before = await picture();
    expect((await run({ host, yes: true })).code).toBe(0);
    const after = await picture();
    expect(Object.values(after).join("\n")).toContain("/opt/daybook/bin/daybook.js");
    const again = await run({ host, yes: true });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("already set up") as string });
    expect(await picture()).toEqual(after);
    expect((await run({ host, yes: true, undo: true })).code).toBe(0);
    expect(await picture()).toEqual(before);
    expect((await run({ host, undo: true })).out).toContain("nothing to undo");
  });

  it("keeps every byte of what was there, and a copy beside it", async () => {
    await write(".claude/settings.json", claudeSettings);
    await write(".claude.json", '{"numStartups":3}');
    const before = await picture();
    await run({ yes: true });
    const after = await picture();
    const copy = copyPathOf(".claude/settings.json", claudeSettings);
    expect(copy).toMatch(/settings\.json\.before-daybook-[0-9a-f]{8}$/);
    expect(after[copy]).toBe(claudeSettings);
    expect(after[".claude/settings.json"]).toContain("// the dark one");
    expect(JSON.parse(after[".claude.json"] ?? "")).toEqual({
      numStartups: 3,
      mcpServers: {
        daybook: { type: "stdio", command: "/opt/node", args: ["/opt/daybook/bin/daybook.js", "mcp"] },
      },
    });
    await run({ yes: true, undo: true });
    expect(await picture()).toEqual(before);
  });

  it("follows a daybook that moved", async () => {
    await write(".claude/settings.json", claudeSettings);
    const before = await picture();
    await run({ yes: true }, { node: "/old/node" });
    await run({ yes: true });
    const after = Object.values(await picture()).join("\n");
    expect(after).toContain("/opt/node");
    expect(after).not.toContain("/old/node");
    await run({ yes: true, undo: true });
    expect(await picture()).toEqual(before);
  });

  it("names the home where it is not the usual one", async () => {
    await run({ host: "gemini", yes: true, home: "notes" });
    const text = (await picture())[".gemini/settings.json"] ?? "";
    expect(text).toContain(
      `/opt/daybook/bin/daybook.js hook --host gemini SessionStart --home ${join(place.home, "notes")}"`,
    );
    await run({ host: "cursor", yes: true }, { env: { DAYBOOK_HOME: join(place.home, ".agent") } });
    expect((await picture())[".cursor/mcp.json"]).not.toContain("--home");
  });

  it("shows the difference, and asks nobody where nobody is", async () => {
    await write(".gemini/settings.json", '{\n  "ui": 1\n}\n');
    const before = await picture();
    const shown = await run({ host: "gemini", print: true });
    expect(shown).toMatchObject({ code: 0, told: "" });
    expect(shown.out).toMatch(/^- {3}"ui": 1$/m);
    expect(shown.out).toMatch(/^\+ {3}"mcpServers": \{$/m);
    expect(await picture()).toEqual(before);
    const planned = JSON.parse((await run({ host: "gemini", print: true }, { json: true })).out) as Record<
      string,
      unknown
    >;
    expect(planned).toMatchObject({ host: "gemini", applied: false, files: [{ action: "change" }] });
    expect(await picture()).toEqual(before);
    // Without a terminal nobody can be asked: it shows what it does, and does it.
    const written = await run({ host: "gemini" });
    expect(written.code).toBe(0);
    expect(written.out).toMatch(/^\+ {3}"mcpServers": \{$/m);
    expect((await run({ host: "gemini", undo: true })).code).toBe(0);
    expect(await picture()).toEqual(before);
    const applied = JSON.parse((await run({ host: "gemini" }, { json: true })).out) as Record<
      string,
      unknown
    >;
    expect(applied).toMatchObject({ applied: true });
  });

  it("leaves what a person wrote by hand, with --undo alone too", async () => {
    const own = { command: "daybook", args: ["mcp", "--project", "/x"] };
    const file = await write(".claude.json", JSON.stringify({ mcpServers: { daybook: own } }));
    const command = "daybook hook --host claude Stop | tee /tmp/said";
    await write(
      ".claude/settings.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }),
    );
    const before = await picture();
    expect((await failure(run({ yes: true }))).message).toContain(`${file}, line 1, column 16: `);
    expect(await run({ yes: true, undo: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining("nothing to undo") as string,
    });
    expect(await picture()).toEqual(before);
    await write(".claude.json", "{}");
    const without = await picture();
    await run({ yes: true });
    expect((await picture())[".claude/settings.json"]).toContain(command);
    await run({ yes: true, undo: true });
    expect(await picture()).toEqual(without);
  });

  it("finds its entries of opencode in whichever file they are", async () => {
    await write(".config/opencode/opencode.jsonc", "{}\n");
    await run({ host: "opencode", yes: true });
    await write(".config/opencode/opencode.json", "{}\n");
    expect((await run({ host: "opencode", yes: true })).out).toContain("already set up");
    await run({ host: "opencode", yes: true, undo: true });
    expect(await picture()).toMatchObject({
      ".config/opencode/opencode.json": "{}\n",
      ".config/opencode/opencode.jsonc": "{}\n",
    });
    expect(Object.values(await picture()).join("")).not.toContain("daybook");
  });

  it.each(["", "home"])("writes nowhere with HOME=%s", async (said) => {
    const error = await failure(run({ host: "qwen", yes: true }, { env: { HOME: said } }));
    expect(error).toMatchObject({ code: "invalid", message: expect.stringContaining("HOME") as string });
    expect(await picture()).toEqual({});
  });

  it("changes nothing anywhere when one file is broken", async () => {
    await write(".claude.json", "{}");
    const file = await write(".claude/settings.json", '{\n  "theme": dark\n}\n');
    const before = await picture();
    for (const undo of [false, true]) {
      const error = await failure(run({ yes: true, undo }));
      expect(error.message).toContain(`${file}, line 2, column 12: not valid JSON`);
    }
    expect(await picture()).toEqual(before);
  });

  it("writes through a link and keeps it, and keeps the mode", async () => {
    const real = await write("dotfiles/gemini.json", "{}\n");
    await chmod(real, 0o640);
    await mkdir(join(place.home, ".gemini"));
    await symlink("../dotfiles/gemini.json", join(place.home, ".gemini/settings.json"));
    await mkdir(join(place.home, ".qwen"));
    await symlink("../dotfiles/qwen.json", join(place.home, ".qwen/settings.json"));
    for (const host of ["gemini", "qwen"]) await run({ host, yes: true });
    for (const link of [".gemini/settings.json", ".qwen/settings.json"]) {
      expect((await lstat(join(place.home, link))).isSymbolicLink()).toBe(true);
      expect(await readFile(join(place.home, link), "utf8")).toContain("daybook");
    }
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    for (const host of ["gemini", "qwen"]) await run({ host, yes: true, undo: true });
    expect(await readFile(real, "utf8")).toBe("{}\n");
    expect(await readdir(join(place.home, "dotfiles"))).toEqual(["gemini.json"]);
  });

  it("leaves alone what is read-only, no file or no text", async () => {
    const file = await write(".gemini/settings.json", "{}");
    await chmod(file, 0o444);
    expect((await failure(run({ host: "gemini", yes: true }))).message).toContain("read-only");
    await mkdir(join(place.home, ".qwen/settings.json"), { recursive: true });
    expect((await failure(run({ host: "qwen", yes: true }))).message).toContain("no plain file");
    await write(".cursor/mcp.json", "");
    await writeFile(join(place.home, ".cursor/mcp.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await failure(run({ host: "cursor", yes: true }))).message).toContain("not UTF-8");
    const own = await write(".config/opencode/plugin/daybook.js", "export const Mine = 1\n");
    expect((await failure(run({ host: "opencode", yes: true }))).message).toContain(own);
  });

  it("uses the files that a host reads", async () => {
    await write(".config/opencode/opencode.jsonc", "{\n  // mine\n}\n");
    await run({ host: "opencode", yes: true });
    expect((await picture())[".config/opencode/opencode.jsonc"]).toContain('"mcp"');
    const elsewhere = { CLAUDE_CONFIG_DIR: join(place.home, "c"), CODEX_HOME: join(place.home, "x") };
    await run({ host: "claude", yes: true }, { env: elsewhere });
    await run({ host: "codex", yes: true }, { env: elsewhere });
    expect(Object.keys(await picture())).toEqual(
      expect.arrayContaining(["c/.claude.json", "c/settings.json", "x/config.toml", "x/hooks.json"]),
    );
  });

  it("knows no other hosts", async () => {
    const error = await failure(run({ host: "gemin" }));
    expect(error).toMatchObject({
      code: "usage",
      message: expect.stringContaining("Did you mean gemini?") as string,
    });
  });
});
