import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallAccumulator } from "./openai-calls.ts";

function accumulate(lists: readonly unknown[], takenIds: string[] = []) {
  const calls = new CallAccumulator({ takenIds, toolNames: ["Read", "List", "Bash"] });
  const events = lists.flatMap((list) => calls.add(list));
  const result = calls.result();
  return { ...result, events, calls: result.blocks.map(({ id, name, input }) => [id, name, input]) };
}

const piece = (fields: Record<string, unknown>, name?: string, text?: unknown): unknown => ({
  ...fields,
  function: { ...(name !== undefined && { name }), ...(text !== undefined && { arguments: text }) },
});

describe("calls out of pieces", () => {
  it.each<[string, unknown[][], unknown[][]]>([
    [
      "by index, mixed",
      [
        [piece({ index: 0, id: "a" }, "Read", "")],
        [piece({ index: 1, id: "b" }, "Bash", '{"c')],
        [piece({ index: 0 }, undefined, '{"p":1}')],
        [piece({ index: 1 }, undefined, '":2}')],
      ],
      [
        ["a", "Read", { p: 1 }],
        ["b", "Bash", { c: 2 }],
      ],
    ],
    [
      "without an index, the id in each piece",
      [
        [piece({ id: "a" }, "Read", '{"p"')],
        [piece({ id: "b" }, "Bash", '{"c"')],
        [piece({ id: "a" }, undefined, ":1}"), piece({ id: "b" }, undefined, ":2}")],
      ],
      [
        ["a", "Read", { p: 1 }],
        ["b", "Bash", { c: 2 }],
      ],
    ],
    [
      "without an index, the id at the beginning",
      [
        [piece({ id: "a" }, "Read", "")],
        [piece({}, undefined, '{"p":')],
        [piece({}, undefined, "1}")],
        [piece({ id: "b" }, "Bash", "{}")],
      ],
      [
        ["a", "Read", { p: 1 }],
        ["b", "Bash", {}],
      ],
    ],
    [
      "without index and id, one after the other",
      [
        [piece({ id: "" }, "Read", '{"p"')],
        [piece({ id: "" }, undefined, ":1}")],
        [piece({ id: null }, "Read", '{"p":2}')],
      ],
      [
        ["call_1", "Read", { p: 1 }],
        ["call_2", "Read", { p: 2 }],
      ],
    ],
    [
      "all at index 0, whole, without ids",
      [[piece({ index: 0, id: "" }, "Read", '{"p":1}')], [piece({ index: 0, id: "" }, "Read", '{"p":1}')]],
      [
        ["call_1", "Read", { p: 1 }],
        ["call_2", "Read", { p: 1 }],
      ],
    ],
    [
      "all at index 0, with ids of their own",
      [
        [piece({ index: 0, id: "a" }, "Read", '{"p":1}')],
        [piece({ index: 0, id: "b" }, "Bash", '{"c"')],
        [piece({ index: 0 }, undefined, ":2}")],
      ],
      [
        ["a", "Read", { p: 1 }],
        ["b", "Bash", { c: 2 }],
      ],
    ],
    [
      "of one id at two indexes",
      [
        [piece({ index: 0, id: "a" }, "Read", "{}"), piece({ index: 1, id: "a" }, "Bash", "{")],
        [piece({ index: 1, id: "a" }, undefined, "}")],
      ],
      [
        ["a", "Read", {}],
        ["call_1", "Bash", {}],
      ],
    ],
    [
      "with the name in each piece",
      [[piece({ index: 0, id: "a" }, "Read", '{"p"')], [piece({ index: 0, id: "a" }, "Read", ":1}")]],
      [["a", "Read", { p: 1 }]],
    ],
    [
      "with a name in pieces",
      [
        [piece({ index: 0, id: "a" }, "mcp_")],
        [piece({ index: 0 }, "look_up")],
        [piece({ index: 0 }, undefined, "{}")],
      ],
      [["a", "mcp_look_up", {}]],
    ],
    [
      "without arguments, two names at one index",
      [[piece({ index: 0 }, "List")], [piece({ index: 0 }, "Read")]],
      [
        ["call_1", "List", {}],
        ["call_2", "Read", {}],
      ],
    ],
    [
      "with an id that comes late",
      [[piece({ index: 0 }, "Read", '{"p"')], [piece({ index: 0, id: "a" }, undefined, ":1}")]],
      [["call_1", "Read", { p: 1 }]],
    ],
    [
      "with a name that comes late",
      [[piece({ index: 0, id: "a" }, undefined, '{"p":1}')], [piece({ index: 0 }, "Read")]],
      [["a", "Read", { p: 1 }]],
    ],
    [
      "sent whole once more at the end",
      [
        [piece({ index: 0, id: "a" }, "Read", '{"p"')],
        [piece({ index: 0 }, undefined, ":1}")],
        [piece({ index: 0, id: "a" }, "Read", '{"p":1}')],
      ],
      [["a", "Read", { p: 1 }]],
    ],
    [
      "with a new id in each piece",
      [
        [piece({ index: 0, id: "a" }, "Read", "")],
        [piece({ index: 0, id: "b" }, undefined, '{"p"')],
        [piece({ index: 0, id: "c" }, undefined, ":")],
        [piece({ index: 0, id: "d" }, undefined, "1}")],
        [piece({ index: 1, id: "e" }, "List", "")],
        [piece({ index: 1, id: "f" }, undefined, "{}")],
      ],
      [
        ["a", "Read", { p: 1 }],
        ["e", "List", {}],
      ],
    ],
    [
      "with a new id and the name in each piece",
      [[piece({ index: 0, id: "a" }, "Read", '{"p"')], [piece({ index: 0, id: "b" }, "Read", ":1}")]],
      [["a", "Read", { p: 1 }]],
    ],
    [
      "with a new id in each piece, and no index",
      [[piece({ id: "a" }, "Read", '{"p"')], [piece({ id: "b" }, undefined, ":1}")]],
      [["a", "Read", { p: 1 }]],
    ],
    [
      "with objects for arguments",
      [[piece({ id: "a" }, "Read", { p: [1] }), piece({ id: "b" }, "List", {})]],
      [
        ["a", "Read", { p: [1] }],
        ["b", "List", {}],
      ],
    ],
    [
      "in one list, two alike",
      [[piece({}, "List"), piece({}, "List")]],
      [
        ["call_1", "List", {}],
        ["call_2", "List", {}],
      ],
    ],
    [
      "with arguments encoded twice",
      [[piece({ id: "a" }, "Read", '"{\\"p\\":1}"')]],
      [["a", "Read", { p: 1 }]],
    ],
    ["with null or nothing for arguments", [[piece({ id: "a" }, "List", "null")]], [["a", "List", {}]]],
    [
      "with name and arguments beside the id",
      [[{ id: "a", name: "Read", arguments: "{}" }]],
      [["a", "Read", {}]],
    ],
    ["with a number for an id", [[piece({ id: 0 }, "Read", "{}")]], [["0", "Read", {}]]],
    ["among heartbeats and nonsense", [[{}], [null], [{ index: 0, function: { arguments: "" } }], ["x"]], []],
  ])("%s", (_name, lists, expected) => {
    const { calls, unusable, events } = accumulate(lists);
    expect(calls).toEqual(expected);
    expect(unusable).toEqual([]);
    expect(events.map((event) => "id" in event && event.id)).toEqual(expected.map(([id]) => id));
  });

  it("gives ids that no call of the conversation has, also where the server counts anew", () => {
    const { calls } = accumulate(
      [[piece({ index: 0, id: "0" }, "Read"), piece({ index: 1 }, "List")]],
      ["0", "call_4"],
    );
    expect(calls.map(([id]) => id)).toEqual(["call_3", "call_5"]);
  });

  it.each(['{"path": "a', "[1]", "7", '"text"', '"{\\"cut', "{}{}", "path=a"])(
    "marks a call with the arguments %s, and keeps them",
    (text) => {
      const { blocks, unusable, raw } = accumulate([[piece({ id: "a" }, "Read", text)]]);
      expect(blocks).toEqual([{ type: "tool_use", id: "a", name: "Read", input: {} }]);
      expect(unusable).toEqual([{ id: "a", reason: expect.stringContaining("not a JSON object") }]);
      expect(raw["a"]?.arguments).toBe(text);
    },
  );

  it("marks a call that names no tool", () => {
    const { calls, unusable } = accumulate([[piece({ id: "a" }, undefined, "{}")]]);
    expect(calls).toEqual([["a", "unnamed", {}]]);
    expect(unusable[0]?.reason).toContain("named no tool");
  });

  it("keeps unknown fields of call and function", () => {
    const { raw } = accumulate([
      [{ index: 0, id: "a", extra: { sign: "x" }, function: { name: "Read", arguments: "", note: "a" } }],
      [{ index: 0, function: { arguments: "{}", note: "b" } }],
    ]);
    expect(raw).toEqual({ a: { fields: { extra: { sign: "x" } }, functionFields: { note: "ab" } } });
  });

  it("takes the old form", () => {
    const calls = new CallAccumulator({ takenIds: [], toolNames: [] });
    calls.addFunction({ name: "Read", arguments: "" });
    calls.addFunction({ arguments: '{"p":1}' });
    calls.addFunction(undefined);
    expect(calls.result().blocks).toEqual([
      { type: "tool_use", id: "call_1", name: "Read", input: { p: 1 } },
    ]);
  });

  it("gives the same calls wherever they are cut, with an index, an id or a new id in each piece, or one after the other", () => {
    const call = fc.record({
      name: fc.constantFrom("Read", "Bash"),
      input: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }),
      cuts: fc.array(fc.nat(40), { maxLength: 4 }),
    });
    const manner = fc.constantFrom("index", "id", "order", "new id");
    fc.assert(
      fc.property(fc.array(call, { maxLength: 4 }), manner, (given, how) => {
        const lists = given.flatMap(({ name, input, cuts }, number) => {
          const text = JSON.stringify(input);
          const [first = "", ...rest] = pieces(text, cuts);
          const address = how === "index" ? { index: number } : how === "id" ? { id: `i${number}` } : {};
          const newIdOr = (same: Record<string, unknown>, at: number): Record<string, unknown> =>
            how === "new id" ? { index: number, id: `n${number}.${at}` } : same;
          return [
            [piece({ ...newIdOr(address, -1), id: `i${number}` }, name, first)],
            ...rest.map((part, at) => [piece(newIdOr(address, at), undefined, part)]),
          ];
        });
        const { calls, unusable } = accumulate(lists);
        const expected = given.map(({ name, input }, number) => [`i${number}`, name, JSON.stringify(input)]);
        expect(calls.map(([id, name, input]) => [id, name, JSON.stringify(input)])).toEqual(
          expected.map(([id, name, text]) => [id, name, JSON.stringify(JSON.parse(text ?? ""))]),
        );
        expect(unusable).toEqual([]);
      }),
    );
  });

  it("never throws, never repeats an id, and gives every call an object, whatever comes", () => {
    const anything = fc.record(
      {
        index: fc.option(fc.nat(2)),
        id: fc.option(fc.constantFrom("", "a", "b", "call_1")),
        function: fc.option(
          fc.record(
            {
              name: fc.option(fc.constantFrom("", "Read", "List", "x")),
              arguments: fc.option(fc.oneof(fc.constantFrom("{}", "{", '"', "}"), fc.jsonValue())),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(anything, fc.jsonValue()))), (lists) => {
        const { blocks } = accumulate(lists, ["b"]);
        expect(new Set(["b", ...blocks.map(({ id }) => id)]).size).toBe(blocks.length + 1);
        for (const { input, name } of blocks) {
          expect(typeof input).toBe("object");
          expect(name).not.toBe("");
        }
      }),
    );
  });
});

function pieces(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].toSorted((a, b) => a - b);
  return [0, ...places].map((place, number) => text.slice(place, places[number] ?? text.length));
}
