import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson, faultInJson, isLossy, jsonMembers } from "./json-text.ts";

describe("JSON as text", () => {
  it("compacts without touching numbers and order", () => {
    const json = '{ "10": 12345678901234567890, "2" : [1.0, 1e3, -0 ],\n "a": "\\u00e9\\/" , "e": {} }';
    expect(compactJson(json)).toBe('{"10":12345678901234567890,"2":[1.0,1e3,-0],"a":"é/","e":{}}');
  });

  it("gives back what JSON.stringify writes, however it is indented", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, indent) => {
        const compact = JSON.stringify(value);
        expect(compactJson(JSON.stringify(value, undefined, indent))).toBe(compact);
        expect(faultInJson(JSON.stringify(value, undefined, indent))).toBe(undefined);
      }),
    );
  });

  it("splits an object into its members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const members = jsonMembers(JSON.stringify(object, undefined, 2));
        expect(members).toEqual(Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)]));
      }),
    );
    expect(jsonMembers('{"a,b":"}:,","b":{"c":[{}]},"a,b":1}')).toEqual([
      ["a,b", '"}:,"'],
      ["b", '{"c":[{}]}'],
      ["a,b", "1"],
    ]);
  });

  it("knows what parsing would change", () => {
    expect(isLossy('{"a":1,"b":"x"}')).toBe(false);
    for (const json of ['{"n":9007199254740993}', '{"b":1,"1":2}', "[1.0]", "-0", '{"a":1,"a":2}'])
      expect(isLossy(json)).toBe(true);
  });

  it.each([
    ['{"a": a}', 1, 7],
    ['{"a": 1,}', 1, 9],
    ["{", 1, 2],
    ["[1,2", 1, 5],
    ['{"turns": [\n  {"text": "x"}\n  {"text": "y"}\n]}', 3, 3],
    ['{"a":"x\ny"}', 1, 6],
    ['{"a" 1}', 1, 6],
    ["{} {}", 1, 4],
    ["[1}", 1, 3],
    ["", 1, 1],
    ["{'a': 1}", 1, 2],
  ])("finds the fault in %j", (json, line, column) => {
    expect(faultInJson(json)).toEqual({ line, column });
  });

  it("finds a fault exactly where JSON.parse refuses", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"',
      "1",
      "01",
      "true",
      "nul",
      " ",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const json = pieces.join("");
        let valid = true;
        try {
          JSON.parse(json);
        } catch {
          valid = false;
        }
        expect(faultInJson(json) === undefined).toBe(valid);
      }),
      { numRuns: 2000 },
    );
  });
});
