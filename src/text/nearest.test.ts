import { expect, it } from "vitest";

import { nearest } from "./nearest.ts";

it.each([
  ["stagng-host", ["staging-host", "db-port"], ["staging-host"]],
  ["stagin", ["staging-host", "db-port"], ["staging-host"]],
  ["Save", ["save", "show", "search"], ["save"]],
  ["teh", ["the", "then"], ["the"]],
  ["zzz", ["save"], []],
  ["", ["save"], []],
  ["db-prot", ["db-port", "db-post"], ["db-port", "db-post"]],
])("near %j", (word, known, expected) => {
  expect(nearest(word, known)).toEqual(expected);
});
