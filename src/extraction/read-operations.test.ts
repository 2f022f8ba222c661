import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOperations } from "./read-operations.ts";

const create = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message",
  body: "Begin with feat:.",
  quote: "always begin with feat:",
};
const answer = (...operations: unknown[]): string => JSON.stringify({ operations });

function itemsOf(text: string) {
  const read = readOperations(text);
  return read.kind === "items" ? read.items : read.kind;
}

const first = (text: string): unknown => {
  const items = itemsOf(text);
  return typeof items === "string" ? items : items[0];
};

describe("the answer of an extraction", () => {
  it.each([
    ["alone", answer(create)],
    ["in a fence", `\`\`\`json\n${answer(create)}\n\`\`\``],
    ["in prose", `I keep one.\n${answer(create)}\nThat is all.`],
    ["as a bare list", JSON.stringify([create])],
    ["as one object", JSON.stringify(create)],
    ["in another object", JSON.stringify({ result: { operations: [create] } })],
    ["under another name", JSON.stringify({ memories: [create] })],
    ["behind a draft", `Draft: ${answer({ ...create, name: "draft" })}\nFinal: ${answer(create)}`],
    ["behind an example of the form", `{"operations":[...]}\n${answer(create)}`],
  ])("is read %s", (_how, text) => {
    expect(itemsOf(text)).toEqual([{ ok: true, operation: create }]);
  });

  it("tells nothing from what cannot be read", () => {
    for (const text of [
      '{"operations":[]}',
      '```json\n{}\n{"operations":[]}\n```',
      "[]",
      '{"operations":null}',
    ])
      expect(itemsOf(text)).toBe("nothing");
    for (const text of ["There is nothing worth keeping here.", "没有需要记住的内容。", "No operations."])
      expect(itemsOf(text)).toBe("nothing");
    for (const text of ["", "ok", "{", '{"facts":["Uses pnpm"]}', "I cannot do that.", '["Uses pnpm"]'])
      expect(itemsOf(text)).toBe("unusable");
  });

  it("takes an answer that was cut before its first item for none", () => {
    for (const text of [
      '{"operations":{"operations":',
      '{"operations":',
      '{"operations":[',
      '{"operations":{',
      'Here it is:\n```json\n{"operations": [\n',
      '{"operations":[{',
    ])
      expect([text, itemsOf(text)]).toEqual([text, "unusable"]);
    for (const text of [
      '{"operations":{"operations":[]}}',
      '{"operations":{}}',
      '{"operations":[\n]',
      "{operations: []}",
    ])
      expect([text, itemsOf(text)]).toEqual([text, "nothing"]);
  });

  it("keeps of an unfinished one what is whole", () => {
    const cut = answer(create, { ...create, name: "second" });
    const items = itemsOf(cut.slice(0, cut.lastIndexOf('"body"') + 14));
    expect(items).toMatchObject([{ ok: true }, { ok: true, operation: { name: "second", quote: "" } }]);
    // What was to be the body is gone, and the description stands for it.
    expect(items[1]).toMatchObject({ operation: { body: create.description } });
  });

  it.each([
    ["a type that there is not", { ...create, type: "misc" }, "create"],
    ["no type", { ...create, type: undefined }, "create"],
    ["no name", { ...create, name: " " }, "create"],
    ["nothing said", { op: "create", type: "user", name: "x" }, "create"],
    ["a number for a text", { ...create, body: 42 }, "create"],
    ["a list for a text", { ...create, name: ["x"] }, "create"],
    ["an endless body", { ...create, body: "x".repeat(9_000) }, "create"],
    ["an operation that there is not", { ...create, op: "merge" }, "unknown"],
    ["no operation", { ...create, op: undefined }, "unknown"],
    ["an operation by a name that objects have", { ...create, op: "constructor" }, "unknown"],
    ["an update of nobody", { op: "update", body: "x" }, "update"],
    ["a forget of nobody", { op: "forget", quote: "that is wrong" }, "forget"],
    ["a text instead", "Uses pnpm", "unknown"],
    ["a list instead", [create], "unknown"],
    ["null instead", null, "unknown"],
  ])("drops an item with %s", (_what, item, op) => {
    expect(itemsOf(answer(item, create))).toEqual([
      { ok: false, op },
      { ok: true, operation: create },
    ]);
  });

  it("takes what can only be meant one way", () => {
    expect(
      first(answer({ ...create, op: " Add ", type: "Feedback", slug: "of-no-use", scope: "everywhere" })),
    ).toEqual({
      ok: true,
      operation: create,
    });
    expect(first(answer({ ...create, name: "a\nb ", description: `x${"y".repeat(600)}` }))).toMatchObject({
      operation: { name: "a b", description: expect.stringMatching(/^xy{498}…$/) },
    });
    expect(first(answer({ op: "delete", slug: "user/old.md", quote: "forget that" }))).toEqual({
      ok: true,
      operation: { op: "forget", slug: "user/old.md", quote: "forget that" },
    });
    expect(first(answer({ op: "update", slug: "old", body: "new", scope: "project" }))).toEqual({
      ok: true,
      operation: { op: "update", slug: "old", body: "new", scope: "project", quote: "" },
    });
  });

  it("reads two hundred items", () => {
    expect(itemsOf(answer(...Array.from({ length: 200 }, () => create)))).toHaveLength(200);
  });

  it("never throws, whatever is said", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readOperations(text)));
    fc.assert(fc.property(fc.array(fc.jsonValue()), (list) => void readOperations(answer(...list))));
    const fields = fc.record({
      op: fc.constantFrom("create", "update", "forget"),
      slug: fc.jsonValue(),
      type: fc.jsonValue(),
      name: fc.jsonValue(),
      body: fc.jsonValue(),
      quote: fc.jsonValue(),
    });
    fc.assert(
      fc.property(
        fc.array(fields),
        fc.nat(400),
        (list, cut) => void readOperations(answer(...list).slice(0, cut)),
      ),
    );
    expect(itemsOf(`{"operations":${"[".repeat(500)}`)).toBe("unusable");
  });
});
