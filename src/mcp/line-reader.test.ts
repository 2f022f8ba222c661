import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader, type ReadLine } from "./line-reader.ts";

function readAll(chunks: readonly Uint8Array[], limit = 1_000): ReadLine[] {
  const reader = createLineReader(limit);
  return [...chunks.flatMap((chunk) => reader.add(chunk)), ...reader.end()];
}

describe("lines of bytes", () => {
  it("are the same in whatever pieces they come", () => {
    const text = fc.array(
      fc.string({ unit: "grapheme", maxLength: 20 }).map((line) => line.replaceAll("\n", "")),
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const chunks: Uint8Array[] = [];
        let from = 0;
        for (const size of sizes) {
          chunks.push(bytes.subarray(from, from + size));
          from += size;
        }
        chunks.push(bytes.subarray(from));
        expect(readAll(chunks)).toEqual(lines.map((line) => ({ ok: true, text: line })));
      }),
    );
  });

  it("are refused when too long or no text, and the next ones are read", () => {
    const bytes = Buffer.concat([
      Buffer.from(`${"a".repeat(11)}\n`),
      Buffer.from([0xff, 0x0a]),
      Buffer.from(`${"b".repeat(10)}\nlast`),
    ]);
    expect(readAll([bytes.subarray(0, 5), bytes.subarray(5)], 10)).toEqual([
      { ok: false, problem: "This line is longer than 10 bytes; nothing of it was read." },
      { ok: false, problem: "This line is not UTF-8 text." },
      { ok: true, text: "b".repeat(10) },
      { ok: true, text: "last" },
    ]);
  });
});
