import { describe, expect, it } from "vitest";

import {
  call,
  createSessionHome,
  faultAfter,
  linesOf,
  record,
  result,
  resumed,
  said,
  sessionId,
  start,
  text,
  thinking,
  whole,
  type LogRecord,
} from "./session-home.ts";

const talk = [
  record.context(),
  record.user("first question"),
  record.assistant("first answer"),
  record.user("second question"),
  record.assistant("second answer"),
];
const lines = linesOf(talk);
const [header = "", context = "", first = "", answer = "", second = "", last = ""] = lines;
const all = [
  "user: first question",
  "assistant: first answer",
  "user: second question",
  "assistant: second answer",
];
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
const withRecords = (...records: LogRecord[]) => whole(linesOf([record.context(), ...records]));
const stub = '{"type":"user","n":5,"ts":"2031-03-01T0';

interface Damaged {
  bytes: string | Uint8Array;
  report: Record<string, number>;
  lines?: number[];
  /** The whole conversation when left out. */
  says?: string[];
}

const damaged: Record<string, Damaged> = {
  "nothing at all": { bytes: whole(lines), report: {} },
  "a torn last line": { bytes: `${whole(lines)}${stub}`, report: { tornLines: 1 }, lines: [7] },
  "a last line that only lacks its end": { bytes: whole(lines).slice(0, -1), report: {} },
  "a bad middle line": {
    bytes: whole([header, context, first, "{oops", second, last]),
    report: { badLines: 1 },
    lines: [4],
    says: ["user: first question | second question", "assistant: second answer"],
  },
  "a bad line more": {
    bytes: whole([header, context, first, "�{{oops", answer, second, last]),
    report: { badLines: 1 },
    lines: [4],
  },
  "a run of NUL bytes as a line": {
    bytes: whole([header, context, first, "\0".repeat(4096), answer, second, last]),
    report: { nulRuns: 1 },
    lines: [4],
  },
  "NUL bytes before a record": {
    bytes: whole([header, context, first, `${"\0".repeat(100)}${answer}`, second, last]),
    report: { nulRuns: 1 },
    lines: [4],
  },
  "NUL bytes at the end": { bytes: `${whole(lines)}${"\0".repeat(512)}`, report: { nulRuns: 1 }, lines: [7] },
  "two records on one line": {
    bytes: whole([header, context, first, `${answer}${second}`, last]),
    report: { gluedRecords: 1 },
    lines: [4],
  },
  "a stub and a record on one line": {
    bytes: whole([header, context, first, answer, second, `${stub}${last}`]),
    report: { gluedRecords: 1 },
    lines: [6],
  },
  "a raw line separator in a text": {
    bytes: withRecords(record.user("one\u2028two\u2029three"), record.assistant("yes\u0085")),
    report: {},
    says: ["user: one\u2028two\u2029three", "assistant: yes\u0085"],
  },
  "a byte-order mark": { bytes: `\ufeff${whole(lines)}`, report: { byteOrderMark: 1 }, lines: [] },
  "CRLF line ends": {
    bytes: whole(lines.map((line) => `${line}\r`)),
    report: { carriageReturns: 6 },
    lines: [],
  },
  "a gap in the numbers": {
    bytes: whole([header, context, first, second, last]),
    report: { gaps: 1 },
    lines: [4],
    says: ["user: first question | second question", "assistant: second answer"],
  },
  "a record written twice": {
    bytes: whole([header, context, first, answer, answer, second, last]),
    report: { repeatedRecords: 1 },
    lines: [5],
  },
  "a missing header": { bytes: whole(lines.slice(1)), report: { missingHeader: 1 }, lines: [] },
  "a missing beginning": {
    bytes: whole([header, answer, second, last]),
    report: { gaps: 1, missingBeginning: 1 },
    says: ["user: (The beginning of this conversation is lost.)", ...all.slice(1)],
  },
  "an empty file": { bytes: "", report: { missingHeader: 1 }, lines: [], says: [] },
  "nothing but line ends": { bytes: "\n\n\n", report: { missingHeader: 1 }, lines: [], says: [] },
  "bytes that are no UTF-8": {
    bytes: Buffer.concat([
      Buffer.from(whole([header, context])),
      Buffer.from(first.replace("first question", "fir\u00ff question"), "latin1"),
      Buffer.from(`\n${whole([answer, second, last])}`),
    ]),
    report: { badText: 1 },
    lines: [3],
    says: ["user: fir\ufffd question", ...all.slice(1)],
  },
  "lines of other kinds": {
    bytes: whole([
      ...lines,
      "",
      "null",
      "[]",
      '{"type":"future-kind","x":1}',
      '{"type":"future-kind","n":6}',
    ]),
    report: {},
  },
  "a line of two million characters": {
    bytes: withRecords(record.user(`begin ${"x".repeat(2_000_000)}`), record.assistant("long")),
    report: {},
    says: [`user: begin ${"x".repeat(2_000_000)}`, "assistant: long"],
  },
  "a missing result at the end": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([text("Running."), call("t1"), call("t2")]),
      record.result("t1"),
    ),
    report: { missingResults: 1 },
    says: [
      "user: go",
      "assistant: Running. | call t1 | call t2",
      "user: <t1: ok> | <t2: Interrupted before it finished; the result is unknown.>",
    ],
  },
  "a missing result in the middle": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([call("t1")]),
      record.user("well?"),
      record.assistant("yes"),
    ),
    report: { missingResults: 1 },
    says: [
      "user: go",
      "assistant: call t1",
      "user: <t1: Interrupted before it finished; the result is unknown.> | well?",
      "assistant: yes",
    ],
  },
  "a result without its call": {
    bytes: withRecords(record.user("go"), record.result("t9", "lost"), record.assistant("yes")),
    report: { orphanResults: 1 },
    says: ["user: go | The result of a call that is lost: | lost", "assistant: yes"],
  },
  "a result that comes twice": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([call("t1")]),
      { type: "tool_result", content: [result("t1"), result("t1")], from: ["tool", "tool"] },
      record.assistant("yes"),
    ),
    report: { repeatedIds: 1 },
    says: ["user: go", "assistant: call t1", "user: <t1: ok>", "assistant: yes"],
  },
  "an id that comes twice": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([call("t1")]),
      record.result("t1", "one"),
      record.assistant([call("t1")]),
      record.result("t1", "two"),
      record.assistant("yes"),
    ),
    report: { repeatedIds: 1 },
    says: [
      "user: go",
      "assistant: call t1",
      "user: <t1: one>",
      "assistant: call t1_5",
      "user: <t1_5: two>",
      "assistant: yes",
    ],
  },
  "an empty text beside an image": {
    bytes: withRecords(record.user([image, text("")]), record.assistant([text(""), text("A dot.")])),
    report: { emptyTexts: 2 },
    says: ["user: image", "assistant: A dot."],
  },
  "thinking without a signature": {
    bytes: withRecords(record.user("go"), record.assistant([thinking(), text("yes")])),
    report: { unsignedThinking: 1 },
    says: ["user: go", "assistant: yes"],
  },
  "thinking of another model": {
    bytes: withRecords(record.user("go"), record.assistant([thinking("s"), text("yes")], { model: "other" })),
    report: { foreignThinking: 1 },
    says: ["user: go", "assistant: yes"],
  },
  "reasoning items of another model": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([{ type: "reasoning", encrypted_content: "AAAA" }, text("yes")], {
        model: "other",
        provider: "openai",
      }),
    ),
    report: { foreignReasoning: 1 },
    says: ["user: go", "assistant: yes"],
  },
  "a call with an input that is no object": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([text("I run."), call("t1", "{")]),
      record.result("t1"),
    ),
    report: { unusableBlocks: 1 },
    says: ["user: go", "assistant: I run. | call t1", "user: <t1: ok>"],
  },
  "interleaved thinking that was cut": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([thinking("s"), call("t1"), thinking("s2"), thinking()]),
      record.result("t1"),
    ),
    report: { unsignedThinking: 1 },
    says: ["user: go", "assistant: thinking | call t1", "user: <t1: ok>"],
  },
  "an answer of nothing but thinking": {
    bytes: withRecords(record.user("go"), record.assistant([thinking("s")]), record.user("again")),
    report: {},
    says: ["user: go | again"],
  },
  "a server tool without its result": {
    bytes: withRecords(
      record.user("go"),
      record.assistant([
        text("I search."),
        { type: "server_tool_use", id: "srvtoolu_1", name: "web", input: {} },
      ]),
      record.user("well?"),
    ),
    report: {},
    says: ["user: go", "assistant: I search.", "user: well?"],
  },
  "contents of a wrong shape": {
    bytes: withRecords(
      { type: "user", content: 5, from: [] },
      { type: "user", content: "plain words" },
      record.assistant([null, 5, { no: "type" }, text("yes")] as Record<string, unknown>[]),
    ),
    report: { badLines: 1, unusableBlocks: 3 },
    lines: [3],
    says: ["user: plain words", "assistant: yes"],
  },
};

describe("a damaged log opens with the right count, and what it gives is accepted", () => {
  it.each(Object.entries(damaged))("%s", async (_name, { bytes, report, lines: places, says = all }) => {
    const home = await createSessionHome();
    await home.write(bytes);
    const session = await home.store.read(sessionId);
    expect(session.report).toEqual(report);
    expect(session.damagedLines).toEqual(places ?? session.damagedLines);
    expect(said(session.messages)).toEqual(says);
    expect(faultAfter(session.messages)).toBe(undefined);
    // A resume sees the same; what was there stays; afterwards the log has nothing more to tell.
    const before = await home.log();
    const opened = await resumed(home);
    expect(opened.session.report).toEqual(report);
    expect((await home.log()).startsWith(before)).toBe(true);
    const again = await resumed(home);
    expect(again.repaired).toEqual({});
    expect((await home.store.read(sessionId)).messages.map(({ content }) => content)).toEqual(
      session.messages.map(({ content }) => content),
    );
  });
});

describe("what a person is told", () => {
  it("names what was repaired, where, and how long ago the last message was", async () => {
    const home = await createSessionHome({ now: () => new Date(start + 3 * 24 * 3_600_000 + 20_000) });
    await home.write(
      `${whole(linesOf([record.context(), record.user("go"), record.assistant([call("t1")])]))}${stub}`,
    );
    const outcome = await resumed(home);
    expect(outcome.said).toEqual([
      "repaired: 1 torn line, 1 interrupted call (line 5) · last message 3 days ago",
    ]);
    expect(outcome.repaired).toEqual({ tornLines: 1, missingResults: 1 });
    expect(outcome.gap).toEqual({ days: 3, isLong: true });
    const again = await resumed(home);
    expect(again.said).toEqual(["last message 3 days ago"]);
  });

  it("says nothing of what is harmless or left out as a matter of course", async () => {
    const home = await createSessionHome();
    await home.write(
      `\ufeff${whole(linesOf([record.context(), record.user("go"), record.assistant([thinking(), text("yes")])]))}`,
    );
    expect((await resumed(home)).said).toEqual(["last message 59 minutes ago"]);
    expect(await home.log()).not.toContain('"repair"');
  });
});
