import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";
import { displayWidth } from "./terminal/display-width.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The help of every command on a terminal of so many cells, as it is printed. */
function helpAt(width: number): { name: string; help: string }[] {
  let printed = "";
  const terminal = { width, print: (text: string) => (printed += text) } as unknown as Terminal;
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  return all(createProgram({ terminal, run: async () => undefined })).map((command) => {
    printed = "";
    command.outputHelp();
    return { name: command.name(), help: printed };
  });
}

describe("help", () => {
  it.each([
    [Number.POSITIVE_INFINITY, 80],
    [200, 80],
    [80, 80],
    [60, 60],
    [40, 40],
    [32, 36],
  ])("on a terminal of %d cells has no line of more than %d", (width, most) => {
    for (const { name, help } of helpAt(width)) {
      const [, ...lines] = help.split("\n");
      const long = lines.filter((line) => displayWidth(line) > most);
      expect({ name, long }).toEqual({ name, long: [] });
    }
  });

  it("gives each command a line at 80 cells, in its group", () => {
    const [{ help } = { help: "" }] = helpAt(80);
    expect(help).toMatch(/^Talking:\n {2}chat .*\n {2}demo .*\n\nReading:\n {2}list /mu);
    expect(help).toMatch(/^Sessions:\n {2}sessions .*\n\nOther agents:\n/mu);
    expect(help).not.toMatch(/^ {8}/mu);
  });

  it("puts a description under its command where there is no room beside it", () => {
    const [{ help } = { help: "" }] = helpAt(40);
    expect(help).toContain(
      "\n  search <words...>\n      Memories that hold these words,\n      the best first\n",
    );
  });
});
