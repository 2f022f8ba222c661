import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Block } from "../models/index.ts";
import { joinNeighbours } from "./join-neighbours.ts";
import { LiveHistoryCollector } from "./live-history.ts";
import { createLogReader } from "./log-reader.ts";
import { rebuild, settled } from "./rebuild.ts";
import type { SessionRecord } from "./record.ts";
import { renderRecord } from "./session-log.ts";

const at = new Date("2031-03-01T08:00:00Z");
const text = (words: string): Block => ({ type: "text", text: words });
const thinking = (signature: string): Block => ({ type: "thinking", thinking: "hm", signature });
const call = (id: string): Block => ({ type: "tool_use", id, name: "Read", input: {} });
const user = (...content: Block[]): SessionRecord => ({
  type: "user",
  content,
  from: content.map(() => "person"),
});
const result = (id: string, content = "ok"): SessionRecord => ({
  type: "tool_result",
  content: [{ type: "tool_result", tool_use_id: id, content }],
  from: ["tool"],
});
const assistant = (
  content: Block[],
  more: Partial<Extract<SessionRecord, { type: "assistant" }>> = {},
): SessionRecord => ({
  type: "assistant",
  content,
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  stop: "end_turn",
  model: "m",
  provider: "anthropic",
  ...more,
});
const context = (model: string): SessionRecord => ({
  type: "context",
  system: [],
  tools: [],
  model,
  provider: "anthropic",
});
const repair: SessionRecord = { type: "repair", report: {} };
const header = '{"type":"session","n":0,"v":1,"id":"x"}';

/** Records by themselves or as bytes; numbered from 1. */
function historyOf(entries: readonly (SessionRecord | string)[]) {
  const collector = new LiveHistoryCollector();
  const reader = createLogReader({ onEntry: (entry) => collector.add(entry) });
  const lines = entries.map((entry, number) =>
    typeof entry === "string" ? entry : renderRecord(entry, number + 1, at),
  );
  reader.push(Buffer.from([header, ...lines].map((line) => `${line}\n`).join("")));
  reader.end();
  return collector.result;
}

const rebuilt = (...entries: (SessionRecord | string)[]) => rebuild(historyOf(entries));
const flat = ({ messages }: { messages: readonly { role: string; content: readonly Block[] }[] }) =>
  messages.flatMap(({ role, content }) => content.map((block) => `${role} ${JSON.stringify(block)}`));
const types = (entries: { messages: readonly { content: readonly Block[] }[] }) =>
  entries.messages.map(({ content }) => content.map(({ type }) => type).join(" "));

describe("thinking", () => {
  it("stays where nothing was lost, and where a resume has told what was", () => {
    const turn = (name: string) => [user(text(name)), assistant([thinking(name), text(name)])];
    const kept = "thinking text";
    const left = "text";
    expect(types(rebuilt(...turn("1"), ...turn("2")))).toEqual(["text", kept, "text", kept]);
    expect(types(rebuilt(...turn("1"), "torn", ...turn("2"), repair, ...turn("3")))).toEqual([
      "text",
      kept,
      "text",
      left,
      "text",
      kept,
    ]);
  });

  it("goes back only to the model that made it, and without it nothing is foreign", () => {
    const records = [user(text("a")), assistant([thinking("s"), text("b")]), user(text("c"))];
    expect(types(rebuilt(context("m"), ...records))).toEqual(["text", "thinking text", "text"]);
    expect(types(rebuilt(...records))).toEqual(["text", "thinking text", "text"]);
    expect(types(rebuilt(context("m"), ...records, context("n")))).toEqual(["text", "text", "text"]);
    expect(types(rebuild(historyOf([context("n"), ...records]), "m"))).toEqual([
      "text",
      "thinking text",
      "text",
    ]);
  });

  it("of servers that never sign is left out without a word, and their own form of the answer stays", () => {
    const raw = { fields: { reasoning_content: "hm" } };
    const own = rebuilt(
      user(text("a")),
      assistant([{ type: "thinking", thinking: "hm" }, text("b")], { raw, provider: "openai" }),
    );
    expect(own.tally.report).toEqual({});
    expect(own.messages[1]).toMatchObject({ raw, content: [text("b")] });
    const foreign = rebuilt(
      context("n"),
      user(text("a")),
      assistant([text("b")], { raw, provider: "openai" }),
    );
    expect(foreign.tally.report).toEqual({ foreignReasoning: 1 });
    expect(foreign.messages[1]?.raw).toBe(undefined);
  });
});

describe("a reasoning item", () => {
  it("goes to nobody, whichever model its record names", () => {
    const item = { type: "reasoning", id: "rs_1", encrypted_content: "x" };
    for (const model of ["m", ""]) {
      const built = rebuilt(context("m"), user(text("a")), assistant([item, text("b")], { model }));
      expect(types(built)).toEqual(["text", "text"]);
      expect(built.tally.report).toEqual({ foreignReasoning: 1 });
    }
  });

  it("and thinking of which nobody knows the model, are left out once a model is asked", () => {
    const records = [user(text("a")), assistant([thinking("s"), text("b")], { model: "" })];
    expect(types(rebuilt(context("m"), ...records))).toEqual(["text", "text"]);
    expect(types(rebuilt(...records))).toEqual(["text", "thinking text"]);
  });
});

describe("a result that is lost amid a log", () => {
  it("is made up before the answer that followed it, which does not go back with its thinking", () => {
    const built = rebuilt(
      user(text("q")),
      assistant([thinking("s"), call("a")], { stop: "tool_use" }),
      assistant([thinking("t"), text("well")]),
      user(text("next")),
    );
    expect(types(built)).toEqual(["text", "thinking tool_use", "tool_result", "text", "text"]);
    expect(built.tally.report).toEqual({ missingResults: 1 });
  });

  it("is none between the calls of one answer, each in a record of its own", () => {
    const parts = ["a", "b"].map((id) => assistant([call(id)], { stop: "tool_use" }));
    expect(types(rebuilt(user(text("q")), ...parts, result("a"), result("b")))).toEqual([
      "text",
      "tool_use tool_use",
      "tool_result tool_result",
    ]);
  });
});

describe("compactions", () => {
  const old = [
    user(text("old")),
    assistant([call("a")]),
    result("a", "long output"),
    assistant([thinking("s"), text("1")]),
  ];
  const front = { content: [text("in front")], from: ["summary"] };

  it("put their message in front of what they keep, without earlier thinking", () => {
    const session = rebuilt(
      ...old,
      user(text("kept")),
      assistant([thinking("t"), text("2")]),
      { type: "compaction", summary: "S", firstKept: 5, ...front },
      user(text("new")),
      assistant([thinking("u"), text("3")]),
    );
    expect(types(session)).toEqual(["text", "text", "text", "text", "thinking text"]);
    expect(session.messages.map(({ n }) => n)).toEqual([7, 5, 6, 8, 9]);
    expect(session.messages[0]).toMatchObject({ content: [text("in front")], from: ["summary"] });
  });

  it("that only leave out outputs keep everything else, and one that follows keeps what stands in front", () => {
    const first: SessionRecord = { type: "compaction", summary: "S", firstKept: 1, ...front, elided: ["a"] };
    const again: SessionRecord = { type: "compaction", summary: "", firstKept: 1 };
    for (const records of [
      [...old, first],
      [...old, first, again],
    ]) {
      const { messages } = rebuilt(...records);
      expect(JSON.stringify(messages[3])).toContain("11 bytes of output left out");
      expect(messages[0]?.content).toEqual([text("in front")]);
    }
    const later = rebuilt(...old, first, user(text("x")), assistant([call("a")]), result("a", "new output"));
    expect(JSON.stringify(later.messages)).toContain("new output");
  });

  it("of an older form have only a summary", () => {
    expect(
      types(rebuilt(...old, { type: "compaction", summary: "S", firstKept: 5 }, user(text("new")))),
    ).toEqual(["text", "text"]);
  });
});

describe("what was withdrawn", () => {
  it("is not sent, and what came after is", () => {
    const session = rebuilt(
      user(text("a")),
      assistant([text("b")]),
      user(text("refused")),
      assistant([call("x")]),
      { type: "withdrawn", since: 3 },
      user(text("c")),
    );
    expect(flat(session).join()).not.toContain("refused");
    expect(session.waiting).toEqual([]);
    expect(session.messages.map(({ n }) => n)).toEqual([1, 2, 6]);
  });
});

describe("results", () => {
  it("carry along what their records say of them", () => {
    const noted: SessionRecord = {
      ...(result("a") as object),
      from: ["tool", "recall:user/x@1"],
      memories: ["user/y@2"],
    } as never;
    const { messages } = rebuilt(user(text("q")), assistant([call("a"), call("b")]), noted, result("b"));
    expect(messages.at(-1)).toMatchObject({
      from: ["tool", "recall:user/x@1", "tool"],
      memories: ["user/y@2"],
    });
  });

  it("that wait are given in front of words that came meanwhile", () => {
    const built = rebuilt(
      user(text("q")),
      assistant([call("a"), call("b")]),
      result("a"),
      result("lost", "words"),
    );
    expect(types({ messages: built.messages })).toEqual(["text", "tool_use tool_use", "tool_result"]);
    expect(types({ messages: settled(built, 9) })).toEqual([
      "text",
      "tool_use tool_use",
      "tool_result tool_result",
      "text text",
    ]);
  });
});

describe("joined neighbours", () => {
  it("alternate, and keep what came with each", () => {
    const joined = joinNeighbours([
      { role: "user", content: [text("a")], from: ["person"] },
      { role: "user", content: [text("b")], from: ["note"] },
      { role: "assistant", content: [text("c")], model: "m", raw: { exact: ["c"], fields: { x: 1 } } },
      { role: "assistant", content: [text("d")], model: "m", raw: { exact: ["d"] } },
      { role: "assistant", content: [text("e")], model: "n", raw: { exact: ["e"] } },
    ]);
    expect(joined).toEqual([
      { role: "user", content: [text("a"), text("b")], from: ["person", "note"] },
      { role: "assistant", content: [text("c"), text("d"), text("e")], model: "n" },
    ]);
    expect(joinNeighbours(joined.slice(0, 1).concat(joined))[1]?.role).toBe("assistant");
  });
});

describe("repair", () => {
  const id = fc.constantFrom("a", "b", "c");
  const message: fc.Arbitrary<SessionRecord> = fc.oneof(
    fc.constantFrom(user(text("words")), user(text("")), user({ type: "image", source: {} })),
    fc.tuple(id, fc.string()).map(([of, words]) => result(of, words)),
    fc
      .array(fc.oneof(id.map(call), fc.constantFrom(text("said"), text(" "), thinking("s"), thinking(""))), {
        maxLength: 4,
      })
      .chain((content) =>
        fc.constantFrom("end_turn", "tool_use", "pause_turn").map((stop) => assistant(content, { stop })),
      ),
  );
  const entry = fc.oneof(
    { weight: 8, arbitrary: message },
    { weight: 1, arbitrary: fc.constantFrom<SessionRecord | string>(repair, "torn", "\0") },
    { weight: 1, arbitrary: fc.nat(12).map((since): SessionRecord => ({ type: "withdrawn", since })) },
    {
      weight: 1,
      arbitrary: fc
        .nat(12)
        .map((firstKept): SessionRecord => ({ type: "compaction", summary: "S", firstKept })),
    },
  );

  it("gives the same for the same log, and only more for a longer one", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 14 }), fc.array(message, { maxLength: 5 }), (log, more) => {
        const before = flat(rebuilt(...log));
        expect(flat(rebuilt(...log))).toEqual(before);
        expect(flat(rebuilt(...log, ...more)).slice(0, before.length)).toEqual(before);
      }),
      { numRuns: 800 },
    );
  });

  it("pairs every call with one result in the very next message, whatever the log holds", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (log) => {
        const sent = joinNeighbours(settled(rebuilt(...log), 99));
        const ids = new Set<unknown>();
        for (const [number, { role, content }] of sent.entries()) {
          expect(role).toBe(number % 2 === 0 ? "user" : "assistant");
          expect(content.length).toBeGreaterThan(0);
          const calls = content.filter(({ type }) => type === "tool_use").map((block) => block["id"]);
          for (const each of calls) expect(ids.has(each)).toBe(false);
          for (const each of calls) ids.add(each);
          const next = role === "assistant" ? (sent[number + 1]?.content ?? []) : [];
          const results = next
            .filter(({ type }) => type === "tool_result")
            .map((block) => block["tool_use_id"]);
          expect(new Set(results)).toEqual(new Set(calls));
          expect(results).toHaveLength(calls.length);
          expect(next.slice(0, results.length).every(({ type }) => type === "tool_result")).toBe(true);
          const words = role === "user" ? content.filter(({ type }) => type === "tool_use") : [];
          expect(words).toEqual([]);
        }
      }),
      { numRuns: 800 },
    );
  });
});
