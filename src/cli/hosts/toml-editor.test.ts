import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DaybookError } from "../../errors/index.ts";
import { blockBegin, blockEnd } from "./toml-block.ts";
import { createTomlEditor } from "./toml-editor.ts";

const file = "/home/ana/.codex/config.toml";

function editorFor(command: string): ReturnType<typeof createTomlEditor> {
  return createTomlEditor({
    file,
    under: "mcp_servers",
    server: { command, args: ["/opt/daybook.js", "mcp"] },
  });
}

const editor = editorFor("/opt/node");

function failureOf(work: () => unknown): DaybookError {
  try {
    work();
  } catch (error) {
    if (DaybookError.isInstance(error)) return error;
  }
  throw new Error("It did not fail.");
}

describe("an editor for TOML", () => {
  it.each([
    ["no file", null],
    ["an empty file", ""],
    ["keys", '# mine\nmodel = "gpt-5"   # best\n'],
    ["no last line end", 'model = "gpt-5"'],
    ["CR LF", 'model = "gpt-5"\r\n\r\n[tools]\r\nweb = true\r\n'],
    [
      "other servers",
      '[mcp_servers.github]\ncommand = "gh"\nargs = []\n\n[mcp_servers.github.env]\nA = "1"\n',
    ],
    ["a byte order mark", '\uFEFFmodel = "gpt-5"\n'],
    ["a byte order mark alone", "\uFEFF"],
    ["blank lines at the end", "when = 2026-11-29T17:15:00Z\n\n\n"],
    ["a comment like its first line", '# >>> daybook notes of mine\n[profiles.a]\nmodel = "x"\n'],
    ["its first line alone", `${blockBegin}\n[profiles.a]\nmodel = "x"\n`],
    ["both lines around another table", `${blockBegin}\n[profiles.a]\n${blockEnd}\nmodel = "x"\n`],
    ["its block in a string", `[profiles.a]\nnote = """\n${editor.add(null)}"""\n`],
    ["its block in a string, a blank line before it", `note = '''\n\n${editor.add(null)}'''`],
  ])("comes and goes without a trace: %s", (_name, text) => {
    const after = editor.add(text);
    expect([editor.has(text), editor.isDone(text)]).toEqual([false, false]);
    expect([editor.has(after), editor.isDone(after)]).toEqual([true, true]);
    expect(after.startsWith(text ?? "")).toBe(true);
    expect(editor.remove(after, text)).toBe(text);
    expect((text ?? "").includes("\r\n") && /[^\r]\n/.test(after)).toBe(false);
  });

  it("writes one marked table", () => {
    expect(editor.add('model = "gpt-5"\n')).toBe(
      'model = "gpt-5"\n\n# >>> daybook: written by `daybook setup`, which takes it out again with --undo\n[mcp_servers.daybook]\ncommand = "/opt/node"\nargs = ["/opt/daybook.js", "mcp"]\n# <<< daybook\n',
    );
  });

  it("keeps what was written since, before and behind", () => {
    const edited = editor.add("a = 1\n").replace("a = 1", "a = 2") + "\n[later]\nb = 3\n";
    expect(editor.remove(edited, "a = 1\n")).toBe("a = 2\n\n[later]\nb = 3\n");
  });

  it("knows the entry of a daybook elsewhere", () => {
    const older = editorFor("/old/node").add("a = 1\n");
    expect([editor.has(older), editor.isDone(older)]).toEqual([true, false]);
    expect(editor.remove(older, "a = 1\n")).toBe("a = 1\n");
  });

  it("takes out its own block alone, whatever looks like it before and behind", () => {
    const before = `${blockBegin}\n[profiles.a]\nnote = """\n${editor.add(null)}"""\n`;
    const behind = `\n[profiles.b]\nnote = """\n${editor.add(null)}"""\n${blockBegin}\n`;
    const edited = editorFor("/old/node").add(before) + behind;
    expect(editor.add(edited)).toBe(editor.add(before) + behind);
    expect(editor.remove(edited, before)).toBe(before + behind);
  });

  it("leaves the tables that a parser wrote before its last line", () => {
    const other = '\n[projects."/home/ana/app"]\ntrust_level = "trusted"\n';
    const grown = (text: string): string => text.replace(blockEnd, `${other}${blockEnd}`);
    const older = grown(editorFor("/old/node").add("a = 1\n"));
    const after = editor.add(older);
    expect(after).toBe(grown(editor.add("a = 1\n")));
    expect(editor.remove(after, "a = 1\n")).toBe(`a = 1\n${other}`);
    expect(editor.remove(grown(editor.add(null)), null)).toBe(other);
  });

  it("takes no line end of a line that is not its own", () => {
    const without = editor.add("a = 1\n").replace("\n\n", "\n");
    expect(editor.remove(`${without}[later]\n`, "a = 1\n")).toBe("a = 1\n[later]\n");
    expect(editor.remove(`${editor.add("a = 1")}[later]\n`, "a = 1")).toBe("a = 1\n[later]\n");
  });

  it("refuses to take out what it cannot tell from other lines, and says no more than that", () => {
    const text = `${editor.add("a = 1\n")}pairs = [\n  [1, 2],\n]\n`;
    const failure = failureOf(() => editor.remove(text, "a = 1\n"));
    expect(failure).toMatchObject({ code: "invalid", message: expect.stringContaining("left as it is") });
    expect(failure.message).not.toContain("not valid");
  });

  it("brings it up to date, and keeps what a person added to it", () => {
    const added = (text: string): string =>
      `${text.replace("# <<< daybook", 'default_tools_approval_mode = "approve"\n# <<< daybook')}\n[mcp_servers.daybook.env]\nA = "1"\n\n[later]\nb = 3\n`;
    const older = added(editorFor("/old/node").add("a = 1\n"));
    const after = editor.add(older);
    expect(after).toBe(added(editor.add("a = 1\n")));
    expect([editor.isDone(older), editor.isDone(after)]).toEqual([false, true]);
    const left = editor.remove(after, "a = 1\n");
    expect(left).not.toContain("daybook");
    expect(left).toMatch(/^a = 1\n+\[later\]\nb = 3\n$/);
  });

  it("takes keys along that stand behind its block", () => {
    const text = `${editor.add("a = 1\n")}startup_timeout_sec = 9\n`;
    expect(editor.isDone(text)).toBe(true);
    expect(editor.remove(text, "a = 1\n")).toBe("a = 1\n");
  });

  it.each([
    ["a = 1\nb = \n", 2, 5, "not valid TOML"],
    ["a = 1\na = 2\n", 2, 1, "not valid TOML"],
    ['x = 1\nmcp_servers = { github = { command = "gh" } }\n', 2, 1, "cannot be added"],
  ])("refuses %j, and says where", (text, line, column, words) => {
    const failure = failureOf(() => editor.has(text) || editor.add(text));
    expect(failure.message).toContain(words);
    expect(failure).toMatchObject({ code: "invalid", data: { path: file, line } });
    expect(failure.data["column"]).toBeGreaterThanOrEqual(column - 1);
  });

  it("leaves a server alone that a person wrote", () => {
    const own = '[mcp_servers.daybook]\ncommand = "mine"\n';
    for (const work of [() => editor.add(own), () => editor.remove(own, null)])
      expect(failureOf(work).message).toContain(`${file}, line 1, column 1: a server daybook stands here`);
    expect(editor.has(own)).toBe(false);
    const changed = editor.add(null).replace('"mcp"]', '"mcp", "--project", "/x"]');
    expect(failureOf(() => editor.add(changed)).message).toContain("line 2, column 1");
  });

  it("comes and goes without a trace in any file", () => {
    const line = fc.constantFrom(
      "",
      "# note",
      blockBegin,
      blockEnd,
      `note = """\n${editor.add(null)}"""`,
      'a = "x"',
      "b = [1,\n  2]",
      "[t]",
      'c = """\n[x]\n"""',
      "[[list]]",
      "d.e = 1",
    );
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n"), (lines, eol) => {
        const text = lines.join(eol);
        expect(editor.remove(editor.add(text), text)).toBe(text);
      }),
    );
  });
});
