import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallArguments, inputOf } from "./call-arguments.ts";
import { CallAccumulator } from "./openai-calls.ts";

function accumulate(lists: readonly unknown[]) {
  const calls = new CallAccumulator({ takenIds: [], toolNames: ["Read"] });
  for (const list of lists) calls.add(list);
  const result = calls.result();
  return { ...result, calls: result.blocks.map(({ id, name, input }) => [id, name, input]) };
}

const piece = (fields: Record<string, unknown>, name?: string, text?: unknown): unknown => ({
  ...fields,
  function: { ...(name !== undefined && { name }), ...(text !== undefined && { arguments: text }) },
});

describe("arguments of a call", () => {
  it.each<[string, unknown[][], unknown[][]]>([
    [
      "with all that is known in each piece, as objects",
      [
        [piece({ index: 0, id: "a" }, "Read", { p: 1 })],
        [piece({ index: 0, id: "a" }, "Read", { p: 1, q: 2 })],
        [piece({ index: 0, id: "a" }, "Read", {})],
      ],
      [["a", "Read", { p: 1, q: 2 }]],
    ],
    [
      "with all that is known in each piece, as texts",
      [
        [piece({ index: 0, id: "a" }, "Read", '{"p":1}')],
        [piece({ index: 0 }, undefined, '{"p":1,"q":2}')],
        [piece({ index: 0, id: "a" }, "Read", '{"p":1,"q":3}')],
      ],
      [["a", "Read", { p: 1, q: 3 }]],
    ],
    [
      "with {} or null until the arguments are known",
      [
        [piece({ index: 0, id: "a" }, "Read", "{}"), piece({ index: 1, id: "b" }, "Read", "null")],
        [piece({ index: 0 }, undefined, '{"p"'), piece({ index: 1, id: "b" }, "Read", '{"q":2}')],
        [piece({ index: 0 }, undefined, ":1}")],
      ],
      [
        ["a", "Read", { p: 1 }],
        ["b", "Read", { q: 2 }],
      ],
    ],
    [
      "with the name, and nothing else, once more at the end",
      [
        [piece({ index: 0, id: "a" }, "Read", '{"p":1}')],
        [piece({ index: 0 }, "Read", "")],
        [piece({ index: 0 }, undefined, " {} ")],
      ],
      [["a", "Read", { p: 1 }]],
    ],
    [
      "with brackets and quotes within texts",
      [
        [piece({ index: 0, id: "a" }, "Read", '{"p":"}')],
        [piece({ index: 0, id: "a" }, "Read", '\\"')],
        [piece({ index: 0, id: "a" }, "Read", '}"}')],
      ],
      [["a", "Read", { p: '}"}' }]],
    ],
  ])("%s", (_name, lists, expected) => {
    const { calls, unusable } = accumulate(lists);
    expect(calls).toEqual(expected);
    expect(unusable).toEqual([]);
  });

  const deep = `{"p":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  it.each([
    ["a text", deep],
    ["an object", JSON.parse(deep)],
    ["a text in a text", JSON.stringify(deep)],
  ])("marks a call whose arguments are nested too deep to be written, given as %s", (_form, given) => {
    const entry = { ...(piece({ id: "a" }, "Read", given) as object), note: JSON.parse(deep) };
    const { blocks, unusable, raw } = accumulate([[entry]]);
    expect(blocks).toEqual([{ type: "tool_use", id: "a", name: "Read", input: {} }]);
    expect(unusable).toEqual([{ id: "a", reason: expect.stringContaining("not a JSON object") }]);
    expect(raw["a"]?.fields).toBe(undefined);
  });

  it("are known to be complete exactly where they can be read, wherever they are cut", () => {
    const anyText = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
      fc.jsonValue().map((value) => JSON.stringify(value, undefined, 1)),
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(JSON.stringify(value))),
      fc.string({ unit: fc.constantFrom("{", "}", "[", '"', "\\", " ", "a", "1", ":", ",") }),
    );
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, cut) => {
        const given = new CallArguments();
        given.replace(text.slice(0, cut));
        const first = given.text;
        expect(given.isComplete).toBe(first.trim() !== "" && inputOf(first) !== undefined);
        if (given.isComplete) return;
        given.add(text.slice(cut));
        expect(given.text).toBe(text);
        expect(given.isComplete).toBe(text.trim() !== "" && inputOf(text) !== undefined);
      }),
      { numRuns: 500 },
    );
  });
});
