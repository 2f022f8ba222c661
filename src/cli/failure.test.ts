import { describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import { reportFailure } from "./failure.ts";
import type { Terminal } from "./terminal/terminal.ts";

function told(error: unknown, json = false): { code: number; said: unknown } {
  let said: unknown;
  const terminal = {
    problem: (text: string) => (said = text),
    errorJson: (value: unknown) => (said = value),
  } as unknown as Terminal;
  return { code: reportFailure(terminal, error, json), said };
}

const refused = Object.assign(new Error("EACCES: permission denied, mkdir '/x'"), {
  code: "EACCES",
  path: "/x",
});

describe("reportFailure", () => {
  it("says what the system refused as a sentence, or as JSON", () => {
    const message = "Cannot use /x: permission was denied (EACCES).";
    expect(told(refused)).toEqual({ code: 1, said: message });
    expect(told(refused, true)).toEqual({ code: 1, said: { error: { code: "io", message } } });
    const full = Object.assign(new Error("write"), { code: "ENOSPC" });
    expect(told(full, true)).toEqual({
      code: 1,
      said: {
        error: {
          code: "no-space",
          message: "Cannot go on: no space is left on the disk (ENOSPC).",
        },
      },
    });
  });

  it("gives 2 for wrong usage, 1 for all else", () => {
    expect(told(new DaybookError("usage", "No."))).toEqual({ code: 2, said: "No." });
    expect(told(new Error("odd"))).toEqual({ code: 1, said: "odd" });
  });
});
