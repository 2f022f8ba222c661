import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processHost } from "../app/index.ts";
import { createProgram, type CommonOptions } from "./program.ts";
import { readQuickLine } from "./quick-line.ts";
import { quickMain } from "./quick-main.ts";
import { createTerminal } from "./terminal/terminal.ts";

describe("readQuickLine", () => {
  it("reads words and the options of the command, in any order", () => {
    expect(readQuickLine(["search", "a b", "--json", "c", "--limit", "5", "--home=/x"])).toEqual({
      name: "search",
      words: ["a b", "c"],
      json: true,
      limit: "5",
      home: "/x",
    });
    expect(readQuickLine(["recall", "--explain", "where"])).toMatchObject({
      explain: true,
      words: ["where"],
    });
  });

  it("leaves everything else to the full reader", () => {
    for (const line of [
      [],
      ["list"],
      ["search"],
      ["search", "--help"],
      ["search", "a", "--explain"],
      ["recall", "a", "--limit", "5"],
      ["search", "a", "-n", "5"],
      ["search", "a", "--limit"],
      ["search", "a", "--limit", "--json"],
      ["search", "a", "--json=no"],
      ["search", "--", "-a"],
      ["search", "-"],
      ["toString", "a"],
      ["--home", "/x", "search", "a"],
    ]) {
      expect(readQuickLine(line)).toBeUndefined();
    }
  });

  it("gives what the full reader gives", async () => {
    const word = fc.constantFrom(
      "a",
      "a b",
      "",
      "--json",
      "--explain",
      "--limit",
      "--limit=3",
      "--home",
      "--home=h",
      "5",
      "--jso",
      "-n",
      "--",
    );
    const line = fc.tuple(fc.constantFrom("search", "recall"), fc.array(word, { maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(line, async ([name, words]) => {
        const quick = readQuickLine([name, ...words]);
        if (quick === undefined) return;
        const { json, home, name: _name, ...given } = quick;
        const full = await readInFull([name, ...words]);
        expect(full.options).toEqual({ json, ...(home !== undefined && { home }) });
        expect(full.given).toMatchObject(given);
      }),
    );
  });
});

describe("quickMain", () => {
  it("takes every hook but a question for help, since a hook must not fail", async () => {
    for (const line of [["hook"], ["hook", "--host", "emacs", "Start"], ["hook", "--what", "Stop"]]) {
      expect(quickMain(line)).toBeTypeOf("function");
    }
    expect(quickMain(["hook", "--help"])).toBeUndefined();
    expect(quickMain(["list"])).toBeUndefined();
  });
});

async function readInFull(words: readonly string[]): Promise<{ options: CommonOptions; given: unknown }> {
  const terminal = createTerminal(processHost());
  let options: CommonOptions = { json: false };
  const program = createProgram({
    terminal,
    run: async (_start, common) => {
      options = common;
    },
  });
  await program.parseAsync(words, { from: "user" });
  const command = program.commands.find((each) => each.name() === words[0]);
  return { options, given: { ...command?.opts(), words: command?.processedArgs[0] as unknown } };
}
