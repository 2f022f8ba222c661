import * as fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { DaybookError } from "../../errors/index.ts";
import { groupOf, hookEntries } from "./hook-entries.ts";
import { createJsonEditor } from "./json-editor.ts";
import type { Launch } from "./launch.ts";

const launch: Launch = { command: "/opt/node", leading: ["/opt/daybook/bin/daybook.js"], platform: "linux" };

function editorFor(command = "/opt/node"): ReturnType<typeof createJsonEditor> {
  return createJsonEditor({
    file: "/home/ana/settings.json",
    server: { under: "mcpServers", value: { command, args: ["/opt/daybook/bin/daybook.js", "mcp"] } },
    hooks: hookEntries(
      { ...launch, command },
      { host: "claude", events: ["SessionStart", "Stop"], element: groupOf(5) },
    ),
  });
}

const editor = editorFor();

function failureOf(work: () => unknown): DaybookError {
  try {
    work();
  } catch (error) {
    if (DaybookError.isInstance(error)) return error;
  }
  throw new Error("It did not fail.");
}

describe("an editor for JSON", () => {
  it.each([
    ["no file", null],
    ["an empty file", ""],
    ["a blank file", "\n"],
    ["an empty object", "{}"],
    ["an object on one line", '{"a": 1}'],
    ["an object with tabs", '{\n\t"a": 1\n}\n'],
    ["four blanks", '{\n    "a": {\n        "b": 1\n    }\n}\n'],
    ["CR LF", '{\r\n  "a": 1\r\n}\r\n'],
    ["a byte order mark", '\uFEFF{\n  "a": 1\n}'],
    ["comments", '// mine\n{\n  // first\n  "a": 1, // one\n  "b": 2 // two\n  // end\n}\n'],
    ["a trailing comma", '{\n  "a": 1,\n}\n'],
    ["a trailing comma and a comment", '{\n  "a": 1, // one\n}\n'],
    ["a comment in an empty object", "{\n  // nothing yet\n}\n"],
    ["an empty server list", '{\n  "mcpServers": {}\n}\n'],
    ["a server", '{\n  "mcpServers": {\n    "x": { "command": "x" }\n  }\n}\n'],
    [
      "a hook",
      '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say" }] }]\n  }\n}\n',
    ],
    [
      "a hook on lines of its own",
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": []\n      }\n    ],\n    "X": []\n  }\n}\n',
    ],
    ["an odd list", '{"hooks":{"Stop":[ ]},"mcpServers":{ }}'],
  ])("comes and goes without a trace: %s", (_name, text) => {
    const after = editor.add(text);
    expect(editor.has(text)).toBe(false);
    expect(editor.isDone(after)).toBe(true);
    expect(editor.remove(after, text)).toBe(text);
    for (const comment of (text ?? "").match(/\/\/.*/g) ?? []) expect(after).toContain(comment);
    expect((text ?? "").includes("\r\n") && /[^\r]\n/.test(after)).toBe(false);
  });

  it("writes in the indent of the file", () => {
    expect(
      createJsonEditor({ file: "f", server: { under: "servers", value: { a: [1] } } }).add(
        '{\n\t"a": 1\n}\n',
      ),
    ).toBe(
      '{\n\t"a": 1,\n\t"servers": {\n\t\t"daybook": {\n\t\t\t"a": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}\n',
    );
  });

  it("keeps what was written since", () => {
    const text = '{\n  // mine\n  "a": 1\n}\n';
    const edited = editor
      .add(text)
      .replace('"a": 1', '"a": 2, "b": [3]')
      .replace(/\n\}\n$/, ',\n  "z": 9\n}\n');
    expect(editor.remove(edited, text)).toBe('{\n  // mine\n  "a": 2, "b": [3],\n  "z": 9\n}\n');
  });

  it("takes only its own out of a group that a person made", () => {
    const text = editor.add(null);
    const value = JSON.parse(text) as { hooks: { Stop: { hooks: unknown[] }[] } };
    value.hooks.Stop[0]?.hooks.push({ type: "command", command: "say done" });
    const left = editor.remove(JSON.stringify(value, null, 2), null);
    expect(JSON.parse(left ?? "")).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] },
    });
  });

  it("knows the entries of a daybook elsewhere", () => {
    const older = editorFor("/old/node").add('{\n  "a": 1\n}\n');
    expect(editor.has(older)).toBe(true);
    expect(editor.isDone(older)).toBe(false);
    expect(editor.remove(older, '{\n  "a": 1\n}\n')).toBe('{\n  "a": 1\n}\n');
    expect(editor.remove(older, null)).toBe('{\n  "a": 1\n}\n');
  });

  it("keeps what a person added to its entries when they are brought up to date", () => {
    const older = JSON.parse(editorFor("/old/node").add('{\n  "a": 1\n}\n')) as {
      mcpServers: { daybook: object };
      hooks: { Stop: { hooks: object[] }[] };
    };
    Object.assign(older.mcpServers.daybook, { trust: true, env: { A: "1" } });
    Object.assign(older.hooks.Stop[0] ?? {}, { matcher: "*" });
    Object.assign(older.hooks.Stop[0]?.hooks[0] ?? {}, { timeout: 9 });
    const text = JSON.stringify(older, null, 2);
    const after = editor.add(text);
    expect(after).toBe(text.replaceAll("/old/node", "/opt/node"));
    expect([editor.isDone(text), editor.isDone(after)]).toEqual([false, true]);
    expect(editor.add(after)).toBe(after);
    expect(JSON.parse(editor.remove(after, '{\n  "a": 1\n}\n') ?? "")).toEqual({ a: 1 });
  });

  it.each([
    [
      "another folder",
      { command: "/opt/node", args: ["/opt/daybook/bin/daybook.js", "mcp", "--project", "/x"] },
    ],
    ["the command by name", { command: "daybook", args: ["mcp"] }],
    ["Node by name", { command: "node", args: ["/opt/daybook/bin/daybook.js", "mcp"] }],
    ["another program", { command: "/opt/node", args: ["/opt/memory.js", "mcp"] }],
    ["an address", { type: "http", url: "https://example.com" }],
  ])("leaves a server alone that a person wrote: %s", (_name, server) => {
    const text = JSON.stringify({ mcpServers: { daybook: server } }, null, 2);
    expect(editor.has(text)).toBe(false);
    expect(failureOf(() => editor.add(text)).message).toContain(
      "/home/ana/settings.json, line 3, column 5: a server daybook stands here that daybook setup did not write",
    );
  });

  it.each([
    "daybook hook --host claude Stop",
    "/opt/node /opt/daybook/bin/daybook.js hook --host claude Stop | tee /tmp/said",
    "/opt/node /opt/daybook/bin/daybook.js hook --host claude Stop --home /h > /dev/null",
    "A=1 /opt/node /opt/daybook/bin/daybook.js hook --host claude Stop",
    "daybook hook --host=claude Stop; say done",
  ])("keeps a hook that a person wrote, and puts none beside it: %s", (command) => {
    const text = `${JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }, null, 2)}\n`;
    const after = editor.add(text);
    const { hooks } = JSON.parse(after) as { hooks: Record<string, unknown[]> };
    expect([hooks["Stop"]?.length, hooks["SessionStart"]?.length]).toEqual([1, 1]);
    expect(editor.isDone(after)).toBe(true);
    expect(editor.remove(after, text)).toBe(text);
    expect(editor.remove(after, null)).toBe(text);
    expect(editor.has(text)).toBe(false);
  });

  it.each([
    ['{\n  "a": 1,\n  oops\n}', 3, 3],
    ["[1]", 1, 1],
    ['{\n  "mcpServers": []\n}', 2, 17],
    ['{"hooks": {"Stop": {}}}', 1, 20],
    ['{\n  "hooks": {},\n  "hooks": {}\n}', 3, 3],
    ['{"a": 1', 1, 8],
    [`{"a": ${"[".repeat(3_000)}${"]".repeat(3_000)}}`, 1, 206],
  ])("refuses %j, and says where", (text, line, column) => {
    const failure = failureOf(() => editor.has(text) || editor.add(text));
    expect(failure).toMatchObject({
      code: "invalid",
      data: { path: "/home/ana/settings.json", line, column },
    });
    expect(failure.message).toContain(`/home/ana/settings.json, line ${line}, column ${column}: `);
  });

  it("comes and goes without a trace in any file", () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        const after = editor.add(text);
        expect(editor.isDone(after)).toBe(true);
        expect(editor.remove(after, text)).toBe(text);
        // Without the backup nothing of the rest is lost.
        const left = parsed(editor.remove(after, null) ?? "{}");
        expect(withoutEmpty(left)).toEqual(withoutEmpty(parsed(text)));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps what others add in front, in any file", () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        const edit = (of: string): string => of.replace("{", '{"edited": [1, 2], ').replace(", }", "}");
        const [before, after] = [edit(text), edit(editor.add(text))];
        fc.pre(isReadable(before) && isReadable(after));
        // In an empty object the comma of what is now in front goes, and with it the blanks behind.
        const isEmpty = /^\s*\{\s*\}/.test(text.replace("\uFEFF", ""));
        const plain = (of: string): string => (isEmpty ? of.replace(/\s+\}/, "}") : of);
        expect(plain(editor.remove(after, text) ?? "")).toBe(plain(before));
      }),
      { numRuns: 200 },
    );
  });
});

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const group = fc.constantFrom<unknown>(
  { hooks: [{ type: "command", command: "say" }] },
  { matcher: "*", hooks: [] },
);
const settings = fc.record(
  {
    theme: scalar,
    deep: fc.dictionary(fc.string(), scalar, { maxKeys: 3 }),
    mcpServers: fc.dictionary(fc.constantFrom("github", "files"), fc.record({ command: fc.string() }), {
      maxKeys: 2,
    }),
    hooks: fc.dictionary(
      fc.constantFrom("Stop", "SessionStart", "PreToolUse"),
      fc.array(group, { maxLength: 2 }),
      {
        maxKeys: 3,
      },
    ),
    last: scalar,
  },
  { requiredKeys: [] },
);

/** Settings as people keep them: any indent and line end, comments, trailing commas, a byte order mark. */
const anyFile = fc
  .record({
    value: settings,
    indent: fc.constantFrom("", "  ", "    ", "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    comments: fc.array(fc.constantFrom("", "", " // note", " /* note */", '// "daybook"'), {
      minLength: 1,
      maxLength: 5,
    }),
    trailing: fc.boolean(),
    mark: fc.boolean(),
    end: fc.constantFrom("", "\n", "\n\n"),
  })
  .map(({ value, indent, eol, comments, trailing, mark, end }) => {
    const lines = JSON.stringify(value, null, indent).split("\n");
    const dressed = lines.map((line, at) => {
      const next = lines[at + 1]?.trim() ?? "";
      const comma = trailing && /^[}\]]/.test(next) && !/[{[,]$/.test(line) ? "," : "";
      return line + comma + (lines.length > 1 ? (comments[at % comments.length] ?? "") : "");
    });
    return (mark ? "\uFEFF" : "") + (dressed.join("\n") + end).replaceAll("\n", eol);
  });

function parsed(text: string): Record<string, unknown> {
  const value: unknown = structuredClone(
    parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }),
  );
  return (value ?? {}) as Record<string, unknown>;
}

/** Settings without the empty objects and lists that could be setup's own. */
function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  const { hooks, mcpServers, ...rest } = value as { hooks?: Record<string, unknown[]>; mcpServers?: object };
  const lists = Object.entries(hooks ?? {}).filter(
    ([event, list]) => event === "PreToolUse" || list.length > 0,
  );
  return {
    ...rest,
    ...(Object.keys(mcpServers ?? {}).length > 0 && { mcpServers }),
    ...(lists.length > 0 && { hooks: Object.fromEntries(lists) }),
  };
}

function isReadable(text: string): boolean {
  try {
    editor.has(text);
    return true;
  } catch {
    return false;
  }
}
