import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PasteSplitter, type TypedPiece } from "./paste-splitter.ts";

function split(chunks: readonly string[]): TypedPiece[] {
  const splitter = new PasteSplitter();
  const joined: TypedPiece[] = [];
  for (const piece of chunks.flatMap((chunk) => splitter.push(chunk))) {
    const last = joined.at(-1);
    if (last?.kind === "keys" && piece.kind === "keys") last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

describe("PasteSplitter", () => {
  it("passes typed text and keys on", () => {
    expect(split(["abc\r", "\u001b[A", "\u001b", "中文"])).toEqual([
      { kind: "keys", text: "abc\r\u001b[A\u001b中文" },
    ]);
  });

  it("gives a paste whole, with line ends of one kind and without controls", () => {
    expect(split(["x\u001b[200~one\r\ntwo\rthree\n\u001b[31m\tred\u001b[201~y\r"])).toEqual([
      { kind: "keys", text: "x" },
      { kind: "paste", text: "one\ntwo\nthree\n[31m\tred" },
      { kind: "keys", text: "y\r" },
    ]);
  });

  it("gives the same whatever the pieces are", () => {
    const text = "a\u001b[200~一\r\n二\u001b[201~\r\u001b[B\u001b[200~c\n\u001b[201~";
    // A mark that is cut behind its Esc looks like the key; the keyboard waits a moment for the rest.
    const isBehindKey = (cut: number): boolean => text[cut - 1] === "\u001b" && text.startsWith("[200", cut);
    const place = fc.nat(text.length).filter((cut) => !isBehindKey(cut));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts, text.length].toSorted((left, right) => left - right);
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(split(pieces)).toEqual([
          { kind: "keys", text: "a" },
          { kind: "paste", text: "一\n二" },
          { kind: "keys", text: "\r\u001b[B" },
          { kind: "paste", text: "c\n" },
        ]);
      }),
    );
  });
});
