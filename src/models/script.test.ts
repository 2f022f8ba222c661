import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import { parseScript } from "./script.ts";

const parse = (value: unknown): ReturnType<typeof parseScript> =>
  parseScript(JSON.stringify(value), "demo.json");

function outcomeOf(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return DaybookError.isInstance(error) ? error.code : String(error);
  }
}

describe("a script file", () => {
  it("is read whole", () => {
    const script = {
      comment: "for the tour",
      turns: [
        {
          when: "commit",
          text: "I note it.",
          tools: [{ name: "Memory", input: { action: "save" } }, { name: "List" }],
        },
        {
          text: "",
          thinking: "hm",
          delayMs: 5,
          usage: { input: 1, cacheRead: 2 },
          stop: "max_tokens",
          comment: "x",
        },
        { error: "out of luck" },
        {
          text: "a",
          error: { failure: "too-long", message: "busy", status: 400, window: 8192 },
          usage: { input_tokens: 3 },
        },
      ],
      side: [{ match: "choose", text: "{}" }],
    };
    expect(parse(script)).toEqual({
      name: "demo.json",
      turns: [
        {
          when: "commit",
          text: "I note it.",
          tools: [
            { name: "Memory", input: { action: "save" } },
            { name: "List", input: {} },
          ],
        },
        { text: "", thinking: "hm", delayMs: 5, usage: { input: 1, cacheRead: 2 }, stop: "max_tokens" },
        { error: { failure: "script", message: "out of luck" } },
        {
          text: "a",
          error: { failure: "too-long", message: "busy", status: 400, window: 8192 },
          usage: { input: 3 },
        },
      ],
      side: [{ match: "choose", text: "{}" }],
    });
    expect(parseScript('\uFEFF{"turns":[]}', "a")).toEqual({ name: "a", turns: [] });
  });

  it.each<[unknown, string]>([
    [[], "the file must be an object, not a list"],
    [{}, 'the file needs "turns", a list of answers'],
    [{ turns: {} }, '"turns" must be a list, not an object'],
    [
      { turns: [], trun: 1 },
      'the file has the unknown field "trun"; known are turns, side, comment, $schema',
    ],
    [{ turns: [{ text: "a" }, null] }, "turn 2 must be an object, not null"],
    [{ turns: [{ when: "x" }] }, 'turn 1 needs "text", "tools" or "error"'],
    [{ turns: [{ text: 1 }] }, '"text" of turn 1 must be a text, not the number 1'],
    [{ turns: [{ text: "a", tool: [] }] }, 'turn 1 has the unknown field "tool"; known are when, text'],
    [{ turns: [{ tools: [{ input: {} }] }] }, '"name" of tool 1 of turn 1 is missing or blank'],
    [
      { turns: [{ tools: [{ name: "R", input: [] }] }] },
      '"input" of tool 1 of turn 1 must be an object, not a list',
    ],
    [
      { turns: [{ text: "a", delayMs: -1 }] },
      '"delayMs" of turn 1 must be a number from 0, not the number -1',
    ],
    [
      { turns: [{ text: "a", usage: { in: 1 } }] },
      '"usage" of turn 1 has the unknown field "in"; known are input, output',
    ],
    [
      { turns: [{ text: "a", usage: { input: "1" } }] },
      '"input" in "usage" of turn 1 must be a number from 0, not the string "1"',
    ],
    [
      { turns: [{ error: { failure: "bad", message: "x" } }] },
      '"failure" in "error" of turn 1 must be one of aborted, unreachable',
    ],
    [{ turns: [{ error: " " }] }, '"error" of turn 1 is missing or blank'],
    [{ turns: [{ text: "a", stop: "done" }] }, '"stop" of turn 1 must be one of end_turn'],
    [{ turns: [], side: [{ text: "a" }] }, '"match" of side answer 1 is missing or blank'],
    [{ turns: [], side: [{ match: "a" }] }, 'side answer 1 needs "text", "tools" or "error"'],
  ])("names what is wrong in %j", (script, problem) => {
    expect(() => parse(script)).toThrow(`demo.json: ${problem}`);
  });

  it("names line and column where it is no JSON", () => {
    const text = '{\n  "turns": [\n    { "text": "a" }\n    { "text": "b" }\n  ]\n}';
    expect(() => parseScript(text, "demo.json")).toThrow(
      "demo.json is not JSON: it cannot be read at line 4, column 5.",
    );
    expect(() => parseScript("", "demo.json")).toThrow("line 1, column 1");
  });

  it("is read or refused with a DaybookError, whatever it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(outcomeOf(() => parseScript(text, "demo.json"))).toMatch(/^(read|invalid)$/);
      }),
    );
  });
});
