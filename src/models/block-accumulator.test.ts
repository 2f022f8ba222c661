import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlockAccumulator } from "./block-accumulator.ts";
import type { ModelEvent } from "./model.ts";

const idOf = (position: number): string => `call_${position}`;

function accumulate(start: unknown, deltas: readonly unknown[]): ReturnType<BlockAccumulator["result"]> {
  const accumulator = new BlockAccumulator(idOf);
  accumulator.start(0, JSON.stringify(start));
  for (const delta of deltas) accumulator.add(0, JSON.stringify(delta));
  accumulator.stop(0);
  return accumulator.result();
}

describe("blocks out of raw events", () => {
  it("appends an unknown delta's texts, and replaces by its other fields", () => {
    const start = { type: "future", note: "a", count: 1, gone: "x", none: null };
    const deltas = [
      { type: "future_delta", note: "b", count: 2, fresh: "n" },
      { type: "future_delta", note: "c", fresh: "ew", gone: null, none: "now a text", list: [1] },
    ];
    const { blocks, exact } = accumulate(start, deltas);
    expect(blocks).toEqual([
      { type: "future", note: "abc", count: 2, gone: null, none: "now a text", fresh: "new", list: [1] },
    ]);
    expect(exact).toEqual([]);
  });

  it("keeps unknown fields of known kinds, and leaves out what only concerns the stream", () => {
    const { blocks } = accumulate({ type: "thinking", thinking: "", signature: "", extra: { a: 1 } }, [
      { type: "thinking_delta", thinking: "so", estimated_tokens: 12 },
      { type: "signature_delta", signature: "c2ln" },
    ]);
    expect(blocks).toEqual([{ type: "thinking", thinking: "so", signature: "c2ln", extra: { a: 1 } }]);
  });

  it("gathers citations", () => {
    const { blocks } = accumulate({ type: "text", text: "a", citations: null }, [
      { type: "citations_delta", citation: { page: 1 } },
      { type: "text_delta", text: "b" },
      { type: "citations_delta", citation: { page: 2 } },
    ]);
    expect(blocks).toEqual([{ type: "text", text: "ab", citations: [{ page: 1 }, { page: 2 }] }]);
  });

  it("keeps integers above 2^53, spellings of numbers and the order of keys as text", () => {
    const accumulator = new BlockAccumulator(idOf);
    accumulator.start(0, '{"type":"tool_use","id":"toolu_1","name":"Read","input":{},"2":1,"1":2}');
    for (const piece of ['{"id": 12345678', "901234567890, ", '"b":1.0, "1":', "null}"])
      accumulator.add(0, JSON.stringify({ type: "input_json_delta", partial_json: piece }));
    const { blocks, exact, unusable } = accumulator.result();
    expect(blocks[0]?.["input"]).toEqual({ id: 12345678901234567000, b: 1, "1": null });
    expect(exact).toEqual([
      '{"type":"tool_use","id":"toolu_1","name":"Read","input":{"id":12345678901234567890,"b":1.0,"1":null},"2":1,"1":2}',
    ]);
    expect(unusable).toEqual([]);
  });

  it.each(['{"path": "a', "[1]", '"text"', "null", "path=a"])(
    "marks a call with the arguments %s",
    (text) => {
      const { blocks, unusable, unread } = accumulate(
        { type: "tool_use", id: "t", name: "Read", input: {} },
        [{ type: "input_json_delta", partial_json: text }],
      );
      expect(blocks).toEqual([{ type: "tool_use", id: "t", name: "Read", input: {} }]);
      expect(unusable.map(({ id }) => id)).toEqual(["t"]);
      expect(unread).toEqual({ t: text });
    },
  );

  it.each([[[]], [[""]]])("takes a call without arguments for an empty object: %j", (pieces) => {
    const deltas = pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
    const { blocks, unusable } = accumulate({ type: "tool_use", id: "t", name: "List" }, deltas);
    expect(blocks).toEqual([{ type: "tool_use", id: "t", name: "List", input: {} }]);
    expect(unusable).toEqual([]);
  });

  it("takes whole arguments that come with the start", () => {
    const start = { type: "tool_use", id: "t", name: "Read", input: { path: "a" } };
    expect(accumulate(start, []).blocks).toEqual([start]);
  });

  it("names a call that came without an id, or with another's", () => {
    const accumulator = new BlockAccumulator(idOf);
    const events = ["a", "", "a"].flatMap((id, index) =>
      accumulator.start(index, JSON.stringify({ type: "tool_use", id, name: "Read", input: {} })),
    );
    const ids = ["a", "call_1", "call_2"];
    expect(events).toEqual(ids.map((id) => ({ type: "tool-call-start", id, name: "Read" })));
    expect(accumulator.result().blocks.map(({ id }) => id)).toEqual(ids);
  });

  it("does not mistake __proto__ and constructor for fields of its own", () => {
    const accumulator = new BlockAccumulator(idOf);
    accumulator.start(0, '{"type":"future","__proto__":{"polluted":true},"constructor":"x"}');
    accumulator.add(0, '{"type":"constructor","__proto__":1,"toString":"y"}');
    const { blocks } = accumulator.result();
    expect(JSON.stringify(blocks)).toBe('[{"type":"future","__proto__":1,"constructor":"x","toString":"y"}]');
    expect(({} as Record<string, unknown>)["polluted"]).toBe(undefined);
  });

  it("takes a text that nobody announced, and drops other deltas without a block", () => {
    const accumulator = new BlockAccumulator(idOf);
    expect(accumulator.add(3, '{"type":"text_delta","text":"hi"}')).toEqual([
      { type: "text-delta", text: "hi" },
    ]);
    expect(accumulator.add(4, '{"type":"input_json_delta","partial_json":"{}"}')).toEqual([]);
    expect(accumulator.result().blocks).toEqual([{ type: "text", text: "hi" }]);
  });

  it("shows text, whole characters only, wherever it is cut", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "é", "前", "\ud83d", "\udc4d", "👍", "\n") });
    fc.assert(
      fc.property(piece, fc.array(piece), (first, rest) => {
        const accumulator = new BlockAccumulator(idOf);
        const events: ModelEvent[] = [];
        events.push(...accumulator.start(0, JSON.stringify({ type: "text", text: first })));
        for (const text of rest)
          events.push(...accumulator.add(0, JSON.stringify({ type: "text_delta", text })));
        events.push(...accumulator.stopAll());
        const texts = events.map((event) => (event.type === "text-delta" ? event.text : ""));
        const whole = [first, ...rest].join("");
        expect(texts.join("")).toBe(whole);
        expect(accumulator.result().blocks).toEqual([{ type: "text", text: whole }]);
        // Between two shown pieces no character is cut in half.
        expect(texts.join("|")).not.toMatch(/[\ud800-\udbff]\|[\udc00-\udfff]/);
      }),
    );
  });

  it("gives back any block that comes whole", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const json = JSON.stringify({ ...fields, type: "future" });
        const { blocks } = accumulate(JSON.parse(json), []);
        expect(JSON.stringify(blocks[0])).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });
});
