import { describe, expect, it } from "vitest";
import type { Block } from "../models/index.ts";
import type { From, LoggedRecord, SessionRecord } from "../sessions/index.ts";
import { systemReminder } from "../text/index.ts";
import { extractionCursor, turnsAfter } from "./turn-text.ts";

const text = (words: string): Block => ({ type: "text", text: words });

function person(words: string, beside: [text: string, from: From][] = []): SessionRecord {
  return {
    type: "user",
    content: [text(words), ...beside.map(([each]) => text(each))],
    from: ["person", ...beside.map(([, from]) => from)],
  };
}

function agent(words: string, more: Block[] = []): SessionRecord {
  return {
    type: "assistant",
    content: [...(words === "" ? [] : [text(words)]), ...more],
    stop: more.length > 0 ? "tool_use" : "end_turn",
    usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 },
    model: "scripted",
    provider: "scripted",
  };
}

const brokenOff = (words: string): SessionRecord => ({
  ...(agent(words) as Extract<SessionRecord, { type: "assistant" }>),
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
});

const call = (id: string, name: string, input: unknown): Block => ({ type: "tool_use", id, name, input });

function result(id: string, content: string, more: Record<string, unknown> = {}): SessionRecord {
  const block = { type: "tool_result", tool_use_id: id, content, ...more };
  return { type: "tool_result", content: [block], from: ["tool"] };
}

function log(records: readonly SessionRecord[], header: Record<string, unknown> = {}): LoggedRecord[] {
  const first: LoggedRecord = {
    type: "session",
    v: 1,
    n: 0,
    id: "20310301-100000-abcd",
    project: "p",
    cwd: "/p",
    created: "2031-03-01T10:00:00Z",
    ...header,
  };
  return [
    first,
    ...records.map((record, at): LoggedRecord => ({
      ...record,
      n: at + 1,
      ts: new Date(Date.UTC(2031, 2, 1, 10, at)).toISOString(),
    })),
  ];
}

const shown = (records: readonly SessionRecord[], cursor = -1) =>
  turnsAfter(log(records), cursor).map(({ begin, upto, person: said, agent: answered, finished }) => ({
    begin,
    upto,
    said,
    answered,
    finished,
  }));

describe("the turns of a session", () => {
  it("hold the words of the person and of the agent, and nothing that was put beside them", () => {
    const records = log([
      {
        type: "context",
        system: ["You are a release bot. SYS-MARKER"],
        tools: [],
        model: "m",
        provider: "p",
      },
      person("Bump the version.", [
        [systemReminder("Database listens on 5433. RECALL-MARKER"), "recall:user/db@1"],
        ["pasted file", "attachment"],
        [systemReminder("a note"), "note"],
      ]),
      agent("Let me look.", [call("c1", "Read", { path: "a" }), { type: "thinking", thinking: "hm" }]),
      result("c1", "TOOL-MARKER"),
      agent("Done."),
    ]);
    const [turn, ...others] = turnsAfter(records, -1);
    expect(others).toEqual([]);
    expect(turn).toMatchObject({
      session: "20310301-100000-abcd",
      begin: 2,
      upto: 5,
      at: new Date("2031-03-01T10:01:00Z"),
      person: "Bump the version.",
      agent: "Let me look.\n\nDone.",
      savedInTurn: false,
      finished: true,
    });
    const injected = turn?.injected.join("\n") ?? "";
    for (const marker of ["SYS-MARKER", "RECALL-MARKER", "pasted file", "a note", "TOOL-MARKER"])
      expect(injected).toContain(marker);
    expect(injected).not.toContain("Bump");
  });

  it("are those behind the cursor, which the log tells", () => {
    const records = [person("one"), agent("1"), person("two"), agent("2")];
    expect(shown(records, 2)).toEqual([{ begin: 3, upto: 4, said: "two", answered: "2", finished: true }]);
    expect(extractionCursor(log(records))).toBe(-1);
    const read: SessionRecord[] = [
      ...records,
      { type: "extraction", upto: 4, items: [] },
      person("three"),
      agent("3"),
    ];
    expect(extractionCursor(log(read))).toBe(4);
    expect(shown(read, 4).map(({ said }) => said)).toEqual(["three"]);
  });

  it("leave out what was withdrawn, and what a fork was copied from", () => {
    const records: SessionRecord[] = [
      person("one"),
      agent("1"),
      person("bad words"),
      { type: "withdrawn", since: 3 },
      person("two"),
      agent("2"),
    ];
    expect(shown(records).map(({ said }) => said)).toEqual(["one", "two"]);
    const fork = log(records, { forkedFrom: { id: "20310228-100000-abcd", n: 2 } });
    expect(turnsAfter(fork, -1).map((turn) => turn.person)).toEqual(["two"]);
  });

  it("join one that got no answer with the one that goes on", () => {
    const records = [
      person("From now on use trash."),
      brokenOff("I will"),
      person("go on", [[systemReminder("The person interrupted the answer above."), "note"]]),
      agent("Done."),
      person("and this"),
      agent("", [call("c", "Bash", {})]),
      result("c", "x"),
    ];
    expect(shown(records)).toEqual([
      {
        begin: 1,
        upto: 4,
        said: "From now on use trash.\n\ngo on",
        answered: "I will\n\nDone.",
        finished: true,
      },
      { begin: 5, upto: 7, said: "and this", answered: "", finished: false },
    ]);
    // Also where the first was passed over before.
    expect(shown(records, 2)[0]?.said).toContain("use trash");
  });

  it("do not join what is a day apart", () => {
    const [header, first, ...later] = log([person("tomorrow"), person("go on"), agent("ok")]);
    const old = { ...first, ts: "2031-02-27T10:00:00Z" } as LoggedRecord;
    const turns = turnsAfter([header as LoggedRecord, old, ...later], -1);
    expect(turns.map((turn) => [turn.person, turn.finished])).toEqual([
      ["tomorrow", false],
      ["go on", true],
    ]);
  });

  it("go through a compaction and through notes of the program, and an attachment alone begins one", () => {
    const records: SessionRecord[] = [
      person("one"),
      agent("", [call("c", "Bash", {})]),
      result("c", "output"),
      {
        type: "compaction",
        summary: "s",
        firstKept: 1,
        content: [text("SUMMARY-MARKER")],
        from: ["summary"],
      },
      { type: "user", content: [text(systemReminder("go on"))], from: ["note"] },
      agent("Done."),
      { type: "user", content: [text("a file")], from: ["attachment"] },
      agent("Seen."),
    ];
    expect(shown(records).map(({ said, answered }) => [said, answered])).toEqual([
      ["one", "Done."],
      ["", "Seen."],
    ]);
    expect(turnsAfter(log(records), -1)[0]?.injected.join()).toContain("SUMMARY-MARKER");
  });

  it("tell whether a memory was saved in them", () => {
    const saved = (block: Block, more: Record<string, unknown> = {}, record: Partial<SessionRecord> = {}) =>
      turnsAfter(
        log([
          person("one"),
          agent("", [block]),
          { ...result("c", "x", more), ...record } as SessionRecord,
          agent("ok"),
        ]),
        -1,
      )[0]?.savedInTurn;
    expect(saved(call("c", "Memory", { action: "save" }))).toBe(true);
    expect(saved(call("c", "Memory", { action: "delete" }))).toBe(true);
    expect(saved(call("c", "Memory", { action: "read" }))).toBe(false);
    expect(saved(call("c", "Memory", { action: "save" }), { is_error: true })).toBe(false);
    expect(saved(call("c", "Memory", { action: "save" }), {}, { synthetic: true })).toBe(false);
    expect(saved(call("other", "Memory", { action: "save" }))).toBe(false);
    for (const command of ["create", "str_replace", "insert", "delete", "rename"])
      expect(saved(call("c", "memory", { command }))).toBe(true);
    expect(saved(call("c", "memory", { command: "view" }))).toBe(false);
    expect(saved(call("c", "Memory", null))).toBe(false);
  });

  it("of a log without a header or with records that say little are read all the same", () => {
    expect(turnsAfter([], -1)).toEqual([]);
    const [, ...headless] = log([person("one"), agent("1")]);
    expect(turnsAfter(headless, -1)).toMatchObject([{ session: "", person: "one" }]);
  });
});
