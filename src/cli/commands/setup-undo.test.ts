import { mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hostNames } from "../hosts/host-name.ts";
import { copyPathOf } from "../hosts/kept-copy.ts";
import { claudeSettings, failure, setupPlace } from "./setup.fixture.ts";

const place = setupPlace();
const { run, picture, write } = place;
beforeEach(place.begin);

/** Gives the copies the name that an earlier daybook gave them. */
async function nameCopiesAsBefore(): Promise<void> {
  const copies = Object.keys(await picture()).filter((name) => /\.before-daybook-[0-9a-f]{8}$/.test(name));
  for (const name of copies) await rename(join(place.home, name), join(place.home, name.slice(0, -9)));
}

describe("daybook setup --undo", () => {
  it("leaves no copies behind", async () => {
    await write(".claude/settings.json", claudeSettings);
    await write(".claude.json", "{}");
    const before = await picture();
    await run({ yes: true });
    await write(".claude/settings.json", claudeSettings);
    await write(".claude.json", "{}");
    const shown = await run({ yes: true, undo: true });
    expect(shown.out).toContain(`${copyPathOf(".claude.json", "{}")} removed`);
    expect(await picture()).toEqual(before);
    await mkdir(join(place.home, copyPathOf(".cursor/hooks.json", "{}"), "x"), { recursive: true });
    await write(".cursor/mcp.json", "{}");
    await write(".cursor/hooks.json", "{}");
    const cursor = await picture();
    await failure(run({ host: "cursor", yes: true }));
    expect(await picture()).toEqual(cursor);
  });

  it("leaves a copy alone that a person made, whatever its name", async () => {
    await write(".claude/settings.json", claudeSettings);
    await write(".claude/settings.json.before-daybook", claudeSettings);
    await write(copyPathOf(".claude/settings.json", claudeSettings), "mine");
    for (const name of [".claude.json", ".gemini/settings.json"]) {
      await write(`${name}.before-daybook`, "mine");
      await write(`${name}.before-daybook-01234567`, "mine");
    }
    const before = await picture();
    for (const host of ["claude", "gemini"]) await run({ host, undo: true });
    expect(await picture()).toEqual(before);
    await failure(run({}));
    expect(await picture()).toEqual(before);
    await write(".claude/settings.json", "{}");
    const own = await picture();
    for (const host of ["claude", "gemini"]) await run({ host });
    expect(await picture()).toMatchObject({ ...own, ".claude/settings.json": expect.any(String) as string });
    for (const host of ["claude", "gemini"]) await run({ host, undo: true });
    expect(await picture()).toEqual(own);
  });

  it.each(hostNames)(
    "gives back what an earlier setup kept of %s under a name without fingerprint",
    async (host) => {
      await run({ host });
      const files = Object.keys(await picture()).filter((name) => /\.(?:jsonc?|toml)$/.test(name));
      await run({ host, undo: true });
      for (const text of [
        "{}\n",
        " ",
        "\uFEFF\r\n",
        '{\r\n\t"a": 1, // x\r\n\t"mcpServers": {\r\n\t},\r\n}',
      ]) {
        for (const file of files)
          await write(file, file.endsWith(".toml") ? text.replace(/\S.*/s, "a = 1") : text);
        const before = await picture();
        await run({ host });
        await nameCopiesAsBefore();
        const { out } = await run({ host, undo: true });
        expect(await picture()).toEqual(before);
        expect(out).not.toContain(" stays");
      }
    },
  );

  it("names a copy of an earlier setup, and leaves it, where the file was changed since", async () => {
    await write(".claude/settings.json", claudeSettings);
    await run({});
    await nameCopiesAsBefore();
    const { ".claude/settings.json": text = "" } = await picture();
    await write(".claude/settings.json", text.replace(`"dark"`, `"light"`));
    await write(".claude.json.before-daybook", "mine");
    const { out } = await run({ undo: true });
    for (const file of [".claude.json", ".claude/settings.json"])
      expect(out).toContain(`${join(place.home, file)}.before-daybook stays: it may be yours.`);
    const after = await picture();
    expect(after).toMatchObject({
      ".claude.json.before-daybook": "mine",
      ".claude/settings.json": expect.stringContaining('"theme": "light"') as string,
      ".claude/settings.json.before-daybook": claudeSettings,
    });
    expect((await run({ undo: true })).out).not.toContain(" stays");
    expect(await picture()).toEqual(after);
  });

  it("takes no text of a person's for what stood in the place of a file that is daybook's own", async () => {
    const copy = ".config/opencode/plugin/daybook.js.before-daybook";
    await write(copy, "mine");
    const before = await picture();
    await run({ host: "opencode" });
    await run({ host: "opencode", undo: true });
    expect(await picture()).toEqual(before);
  });

  it("keeps one copy, of how the file was last without it", async () => {
    await write(".claude.json", "{}");
    await run({});
    await write(".claude.json", '{ "a": 1 }');
    await run({});
    const copies = Object.keys(await picture()).filter((name) => name.includes("before-daybook"));
    expect(copies).toEqual([copyPathOf(".claude.json", '{ "a": 1 }')]);
    await run({ undo: true });
    expect(await picture()).toEqual({ ".claude.json": '{ "a": 1 }' });
  });

  it("leaves the folders that were there, the empty ones too, and takes those along that it made", async () => {
    for (const first of ["opencode", "vscode"]) {
      const second = first === "vscode" ? "opencode" : "vscode";
      for (const host of ["opencode", "vscode"]) await run({ host });
      await run({ host: first, undo: true });
      expect((await run({ host: second })).out).toContain("already set up");
      await run({ host: second, undo: true });
      expect(await picture()).toEqual({});
    }
    const folders = [".claude", ".codex", ".gemini", ".qwen", ".config/opencode/plugin", ".config/Code/User"];
    for (const folder of [...folders, ".cursor"]) await mkdir(join(place.home, folder), { recursive: true });
    const before = await picture();
    for (const host of hostNames) await run({ host });
    for (const host of hostNames) await run({ host, undo: true });
    expect(await picture()).toEqual(before);
  });

  it("takes along the folders that it made behind a link that led nowhere", async () => {
    await mkdir(join(place.home, ".claude"));
    await symlink("../dot/x/settings.json", join(place.home, ".claude/settings.json"));
    await symlink("dot/claude.json", join(place.home, ".claude.json"));
    const before = await picture();
    for (const given of [{}, { undo: true }]) await run(given);
    expect(await picture()).toEqual(before);
    await mkdir(join(place.home, "dot/x"), { recursive: true });
    const present = await picture();
    for (const given of [{}, { undo: true }]) await run(given);
    expect(await picture()).toEqual(present);
  });

  it("meets a folder under two names once", async () => {
    await symlink(".", join(place.home, "same"));
    const before = await picture();
    const env = { CODEX_HOME: join(place.home, "same/made") };
    await run({ host: "codex" }, { env });
    const folder = join(place.home, "made");
    await rename(join(folder, "hooks.json"), join(folder, "real.json"));
    await symlink("real.json", join(folder, "hooks.json"));
    await run({ host: "codex", undo: true }, { env });
    const left = { made: "(folder)", "made/hooks.json": "(folder)" };
    expect(await picture()).toEqual({ ...before, ...left });
  });
});
