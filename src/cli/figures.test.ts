import { expect, it } from "vitest";
import { percent } from "./figures.ts";

it("a share is never told as more than it is, nor as nothing", () => {
  expect([0, 0.004, 0.29, 0.999, 1, 1.5].map((share) => percent(share))).toEqual([
    "0 %",
    "<1 %",
    "29 %",
    "99 %",
    "100 %",
    "150 %",
  ]);
  expect([0, 0.0004, 0.0051, 0.123].map((share) => percent(share, 1))).toEqual([
    "0.0 %",
    "<0.1 %",
    "0.5 %",
    "12.3 %",
  ]);
});
