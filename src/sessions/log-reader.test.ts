import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createLineSplitter } from "./line-splitter.ts";
import { createLogReader, type LogEntry } from "./log-reader.ts";
import { recoverRecords } from "./recover-records.ts";

function readAll(chunks: Iterable<Uint8Array>, options: { isPart?: boolean; longestLine?: number } = {}) {
  const entries: LogEntry[] = [];
  const reader = createLogReader({ onEntry: (entry) => entries.push(entry), ...options });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return entries;
}

const shown = (entries: readonly LogEntry[]) =>
  entries.map((entry) => {
    if (entry.kind === "damage") return `${entry.damage} in ${entry.line}${entry.isLoss ? ", lost" : ""}`;
    return entry.kind === "record" ? `${entry.record.type} ${entry.record.n}` : `unknown ${entry.n}`;
  });
const read = (text: string, options = {}) => shown(readAll([Buffer.from(text)], options));

const header = '{"type":"session","n":0,"v":1,"id":"x"}';
const title = (n: number, words = "a") => `{"type":"title","n":${n},"title":"${words}"}`;

describe("lines", () => {
  it("are the same however the bytes are cut", () => {
    const bytes = fc.array(fc.constantFrom(10, 13, 0, 65, 0xe4, 0x80), { maxLength: 200 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(20)), (all, sizes) => {
        const whole = Buffer.from(all);
        const lines: string[] = [];
        // A line may come as text where its bytes happen to be that text's.
        const splitter = createLineSplitter(({ content: line, isOpen }) =>
          lines.push(`${Buffer.from(line ?? "?").toString("latin1")}${isOpen ? "" : "\n"}`),
        );
        let at = 0;
        for (const size of [...sizes, whole.length]) {
          splitter.push(whole.subarray(at, at + size));
          at += size;
        }
        splitter.end();
        expect(lines.join("")).toBe(whole.toString("latin1"));
        expect(
          lines.every((line) => line.indexOf("\n") === -1 || line.indexOf("\n") === line.length - 1),
        ).toBe(true);
      }),
    );
  });

  it("stay what they were when the memory of a chunk is used again", () => {
    const line = (n: number) => title(n, "ä二".repeat(n % 7 === 0 ? 9000 : 40));
    const bytes = Buffer.from([header, ...Array.from({ length: 900 }, (_, n) => line(n + 1))].join("\n"));
    const chunk = Buffer.alloc(100_000);
    const chunks = function* (): Generator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += chunk.length) {
        yield chunk.subarray(0, bytes.copy(chunk, 0, at));
      }
    };
    expect(readAll(chunks())).toEqual(readAll([bytes]));
    expect(readAll([bytes])).toHaveLength(901);
  });

  it("longer than the limit are counted and passed over, in any pieces", () => {
    const text = `${header}\n${"x".repeat(100)}\n${title(2)}\n${"y".repeat(100)}`;
    const expected = ["session 0", "longLines in 2, lost", "title 2", "longLines in 4, lost"];
    expect(read(text, { longestLine: 50 })).toEqual(expected);
    const pieces = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    expect(shown(readAll(pieces, { longestLine: 50 }))).toEqual(expected);
  });
});

describe("the reader of a log", () => {
  it("explains a gap by the lines that were lost in it", () => {
    expect(read(`${header}\n${title(1)}\noops\n${title(3)}\n${title(5)}\n`)).toEqual([
      "session 0",
      "title 1",
      "badLines in 3, lost",
      "title 3",
      "gaps in 5, lost",
      "title 5",
    ]);
  });

  it("numbers what has no number, and keeps what has a number again", () => {
    expect(
      read(`${header}\n{"type":"title","title":"a"}\n${title(2)}\n${title(2, "b")}\n${title(3)}\n`),
    ).toEqual(["session 0", "title 1", "title 2", "repeatedRecords in 4, lost", "title 2", "title 3"]);
  });

  it("reads a part of a log as that", () => {
    expect(read(`${title(7)}\n${title(8)}\n`, { isPart: true })).toEqual(["title 7", "title 8"]);
    expect(read("", { isPart: true })).toEqual([]);
  });

  it("gives each record of a line of several", () => {
    expect(read(`${header}${title(1)} ${title(2)}\n`)).toEqual([
      "gluedRecords in 1",
      "session 0",
      "title 1",
      "title 2",
    ]);
    const nested =
      '{"type":"assistant","n":1,"content":[{"type":"tool_use","id":"a","name":"Write","input":{"type":"x"';
    expect(read(`${header}\n${nested}${title(1)}\n`)).toEqual([
      "session 0",
      "gluedRecords in 2, lost",
      "title 1",
    ]);
  });

  it("never takes a quoted record for one", () => {
    const quoting = JSON.stringify({ type: "title", n: 1, title: `${header}\n${title(9)}` });
    expect(read(`${header}\n${quoting}\n`)).toEqual(["session 0", "title 1"]);
    expect(read(`${header}\n${quoting.slice(0, -2)}\n`)).toEqual(["session 0", "badLines in 2, lost"]);
  });

  it("looks for records in a line of beginnings only so long", () => {
    const beginnings = '{"type":'.repeat(100_000);
    expect(recoverRecords(beginnings, () => true)).toEqual({ records: [], hasRest: true });
  });

  it("survives nested brackets of any depth", () => {
    const deep = `{"type":"user","n":1,"content":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect(read(`${header}\n${deep}\n${title(2)}\n`).at(-1)).toBe("title 2");
  });
});
