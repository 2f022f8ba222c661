import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDraft, renderDraft } from "./draft.ts";

const original = {
  name: "commit message 前缀",
  description: "写 commit message: 用前缀",
  type: "feedback",
  body: "第一行\n---\n第三行\n",
};

describe("renderDraft", () => {
  it("is a header of three lines and the body", () => {
    expect(renderDraft(original)).toBe(
      "---\nname: commit message 前缀\ndescription: 写 commit message: 用前缀\ntype: feedback\n---\n第一行\n---\n第三行\n",
    );
  });
});

describe("parseDraft", () => {
  it("gives only what was changed", () => {
    const text = renderDraft(original).replace("type: feedback", "type: user").replace("第三行", "third");
    expect(parseDraft(text, original)).toEqual({ type: "user", body: "第一行\n---\nthird\n" });
  });

  it("takes values to the letter", () => {
    const text = renderDraft(original).replace("name: commit message 前缀", 'name: "a": # b');
    expect(parseDraft(text, original)).toEqual({ name: '"a": # b' });
  });

  it.each([
    ["no fence", "name: x\n", /line 1/],
    ["no closing fence", "---\nname: x\n", /closing --- is missing/],
    ["a missing field", "---\nname: x\ntype: user\n---\n", /"description:" is missing/],
    ["an unknown field", "---\nname: x\ncolour: red\n---\n", /line 3/],
    ["a second name", "---\nname: x\nname: y\n---\n", /second time/],
    ["a folded value", "---\nname: x\n  and more\n---\n", /line 3/],
    ["nothing", "", /line 1/],
  ])("names the line for %s", (_, text, message) => {
    expect(() => parseDraft(text, original)).toThrow(message);
  });

  it.each(["a\u2028b", "a\u2029b", "a\u0085b\u00a0"])("keeps %j within its line", (name) => {
    const memory = { ...original, name };
    expect(parseDraft(renderDraft(memory), memory)).toEqual({});
    expect(parseDraft(renderDraft(memory).replace("name: ", "name: x"), memory)).toEqual({
      name: `x${name}`.trim(),
    });
  });

  it("finds no change in what it rendered itself, nor in the line end an editor adds", () => {
    const line = fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(line, line, fc.string(), (name, description, body) => {
        const memory = { name, description, type: "user", body };
        expect(parseDraft(renderDraft(memory), memory)).toEqual({});
      }),
    );
  });
});
