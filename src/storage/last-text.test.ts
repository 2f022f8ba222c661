import { expect, it } from "vitest";

import { createLastText } from "./last-text.ts";

const large = "- [a](a.md) — x\n".repeat(4_000);

it("gives the text of the very bytes that were written last", () => {
  const last = createLastText();
  last.remember(Buffer.from(large), large);
  expect(last.of(Buffer.from(large))).toBe(large);
  expect(last.of(Buffer.from(large.replace("x", "y")))).toBeUndefined();
  expect(last.of(Buffer.from(`${large}\n`))).toBeUndefined();
  const other = `${large}- [b](b.md)\n`;
  last.remember(Buffer.from(other), other);
  expect(last.of(Buffer.from(large))).toBeUndefined();
});

it("remembers no text that its bytes do not decode to, and no small one", () => {
  const last = createLastText();
  const half = `${large}\ud83d`;
  last.remember(Buffer.from(half), half);
  expect(last.of(Buffer.from(half))).toBeUndefined();
  last.remember(Buffer.from("small"), "small");
  expect(last.of(Buffer.from("small"))).toBeUndefined();
});
