import { PassThrough } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PasteFilter } from "./paste-filter.ts";

async function filtered(chunks: readonly (string | Buffer)[]): Promise<string> {
  const input = new PassThrough();
  const output = input.pipe(new PasteFilter(input));
  const parts: Buffer[] = [];
  output.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => output.on("end", resolve));
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await ended;
  return Buffer.concat(parts).toString("utf8");
}

describe("PasteFilter", () => {
  it("passes typed text and keys on", async () => {
    expect(await filtered(["abc\r", "\u001b[A", "\u001b", "中文"])).toBe("abc\r\u001b[A\u001b中文");
  });

  it("makes one line of a paste and takes controls out of it", async () => {
    expect(await filtered(["x\u001b[200~one\r\ntwo\rthree\n\u001b[31m\tred\u001b[201~y\r"])).toBe(
      "xone␊two␊three␊[31m  redy\r",
    );
  });

  it("gives the same whatever the pieces are", async () => {
    const text = Buffer.from("a\u001b[200~一\r\n二\u001b[201~\r\u001b[B\u001b[200~c\n\u001b[201~");
    // A mark that is cut behind its Esc looks like the key; terminals send it whole.
    const isBehindKey = (cut: number): boolean =>
      text[cut - 1] === 0x1b && text.toString("utf8", cut, cut + 4) === "[200";
    const place = fc.nat(text.length).filter((cut) => !isBehindKey(cut));
    await fc.assert(
      fc.asyncProperty(fc.array(place, { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts, text.length].toSorted((left, right) => left - right);
        const pieces = places.slice(1).map((end, index) => text.subarray(places[index], end));
        expect(await filtered(pieces)).toBe("a一␊二\r\u001b[Bc␊");
      }),
    );
  });
});
