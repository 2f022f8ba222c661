import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import * as startCrypto from "../scripts/start-crypto.ts";
import { shortSha256 } from "../scripts/short-sha256.ts";

it("is what Node's own gives, around every length of a block too", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 151 + length) & 255);
    expect(shortSha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

it("gives a start the fingerprints that everything else gives, short and long", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "binary", minLength: 600, maxLength: 900 }),
  );
  fc.assert(
    fc.property(text, (content) => {
      const ours = startCrypto.createHash("sha256").update(content).digest("hex");
      expect(ours).toBe(createHash("sha256").update(content).digest("hex"));
    }),
  );
});
