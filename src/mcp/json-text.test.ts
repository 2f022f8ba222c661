import { expect, it } from "vitest";
import { parseJson } from "./json-text.ts";

it("tells JSON from what is none, and from what is nested so deep that checking it would end in a fault", () => {
  expect(parseJson('{"a":[1,{"b":null}]}')).toEqual({ ok: true, value: { a: [1, { b: null }] } });
  expect(parseJson("{")).toEqual({ ok: false, problem: "not valid JSON" });
  expect(parseJson("[".repeat(200_000) + "]".repeat(200_000))).toEqual({
    ok: false,
    problem: "nested more than 500 levels deep",
  });
  expect(parseJson('{"a":'.repeat(400) + "1" + "}".repeat(400)).ok).toBe(true);
});
