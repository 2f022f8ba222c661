import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeUnseen } from "../../text/index.ts";
import { createShownStream } from "./shown-stream.ts";

function shown(pieces: readonly string[]): string {
  const stream = createShownStream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

describe("createShownStream", () => {
  it("shows controls and direction marks as escapes, and keeps lines", () => {
    expect(shown(["a\u001b[31", "m\u202eb\r", "\n\tc"])).toBe("a\\u{1b}[31m\\u{202e}b\n\tc");
  });

  it("does not wait at a line end", () => {
    expect(createShownStream().push("a line\n")).toBe("a line\n");
  });

  it("shows the same whatever the pieces are", () => {
    const unit = fc.constantFrom(
      "a",
      "字",
      "👨",
      "\u200d",
      "👩",
      "\ufe0f",
      "❤",
      "\u202e",
      "\r",
      "\n",
      "\u001b",
      "क",
      "\u200c",
      "1",
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.array(fc.nat(40)), (units, cuts) => {
        const text = units.join("");
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(shown(pieces)).toBe(escapeUnseen(text, { keepLines: true }));
      }),
    );
  });
});
