import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJson } from "./find-json.ts";

describe("JSON in what a model says", () => {
  // EXT-01
  const facts = (text: string): unknown => {
    const found = findJson(text, (value) => typeof value === "object" && value !== null && "facts" in value);
    return (found as { facts?: unknown } | undefined)?.facts ?? [];
  };
  it.each([
    ['```json\n{"facts":["Uses pnpm"]}\n```', ["Uses pnpm"]],
    ['```\n{"facts":["Uses pnpm"]}\n```', ["Uses pnpm"]],
    ['Output:\n{"facts":["Uses pnpm"]}', ["Uses pnpm"]],
    ['```json\n{"facts":["Uses pnpm"]}', ["Uses pnpm"]],
    [
      'Sure! Here it is:\n\n```json\n{"facts":["Wrap code in ``` fences","Uses pnpm"]}\n```\nAnything else?',
      ["Wrap code in ``` fences", "Uses pnpm"],
    ],
    ['{"facts":["Uses pnpm"]}\n\nNote: only one fact.', ["Uses pnpm"]],
    ['```json\n{"facts":[]}\n```', []],
    ["I found nothing worth keeping.", []],
    ["", []],
  ])("EXT-01: is found in %j", (reply, expected) => {
    expect(facts(reply)).toEqual(expected);
  });

  it.each([
    ["without its closing marks", '{"a":[{"b":"c"', { a: [{ b: "c" }] }],
    ["with a text that was cut", '{"a":[{"b":"c","d":"half a sent', { a: [{ b: "c" }] }],
    ["with a fence where it should end", '```json\n{"a":["b"\n```\nbye', { a: ["b"] }],
    ["with commas at the end", '{"a":[1,2,],}', { a: [1, 2] }],
    ["with comments", '{"a":1, // one\n/* two */ "b":2}', { a: 1, b: 2 }],
    ["with single quotes and bare names", "{a: 'it', 'b': True, c: None}", { a: "it", b: true, c: null }],
    ["with quotes within a text", '{"a":"he said "no" twice","b":1}', { a: 'he said "no" twice', b: 1 }],
    ["with Chinese marks", "{“a”：“b”，“c”：1}", { a: "b", c: 1 }],
    ["with line breaks in a text", '{"a":"one\ntwo"}', { a: "one\ntwo" }],
    ["with escapes", '{"a":"\\u4e2d\\n\\_\\""}', { a: '中\n_"' }],
    ["with the wrong closing mark", '{"a":["b"}', { a: ["b"] }],
    ["behind braces in prose", 'I use {x} and [y]: {"a":1}', { a: 1 }],
    ["behind another one", '{"a":1} or rather {"a":2}', { a: 2 }],
    [
      "with a name that objects have",
      '{"__proto__":{"x":1},"a":1}',
      JSON.parse('{"__proto__":{"x":1},"a":1}'),
    ],
  ])("is read %s", (_how, text, expected) => {
    expect(findJson(text)).toEqual(expected);
  });

  it("is looked for within what is not wanted", () => {
    const isWanted = (value: unknown): boolean =>
      typeof value === "object" && value !== null && "ops" in value;
    expect(findJson('{"result":{"ops":[1]}}', isWanted)).toEqual({ ops: [1] });
    expect(findJson('{"result":[]}', isWanted)).toBeUndefined();
  });

  it("gives back whatever was written as JSON, and never throws", () => {
    const value = fc.oneof(fc.object({ maxDepth: 5 }), fc.array(fc.jsonValue()));
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const whole = { value: json };
        expect(findJson(`Here: ${JSON.stringify(whole)} ok`)).toEqual(JSON.parse(JSON.stringify(whole)));
      }),
    );
    fc.assert(fc.property(value, fc.nat(), (json, cut) => void findJson(JSON.stringify(json).slice(0, cut))));
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void findJson(text)));
  });

  it("reads hostile texts to their end", () => {
    for (const piece of ["[", "{", '{"a":', '["', '{"a":"', "[[]", '"', "[{'", "{“"])
      expect(() => findJson(piece.repeat(200_000))).not.toThrow();
  });
});
