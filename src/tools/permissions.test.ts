import { describe, expect, it } from "vitest";
import { decideAct, modeThatAllows, permissionModes, type Act } from "./permissions.ts";

const table: [string, Act, ask: string, acceptEdits: string, readOnly: string, all: string][] = [
  ["read in the project", { kind: "read", place: "open" }, "allow", "allow", "allow", "allow"],
  ["read elsewhere", { kind: "read", place: "outside" }, "ask", "ask", "ask", "allow"],
  ["read the home", { kind: "read", place: "home" }, "ask", "ask", "ask", "ask"],
  ["change the project", { kind: "write", place: "project" }, "ask", "allow", "refuse", "allow"],
  ["change .git", { kind: "write", place: "guarded" }, "ask", "ask", "refuse", "allow"],
  ["change instructions", { kind: "write", place: "instructions" }, "ask", "ask", "refuse", "ask"],
  ["change the home", { kind: "write", place: "home" }, "ask", "ask", "refuse", "ask"],
  ["change elsewhere", { kind: "write", place: "outside" }, "ask", "ask", "refuse", "allow"],
  ["change memories", { kind: "write", place: "memory" }, "refuse", "refuse", "refuse", "refuse"],
  ["run a reading command", { kind: "run", command: "reading" }, "allow", "allow", "allow", "allow"],
  ["run a remembered command", { kind: "run", command: "remembered" }, "allow", "allow", "refuse", "allow"],
  ["run another command", { kind: "run", command: "other" }, "ask", "ask", "refuse", "allow"],
];

describe("decideAct", () => {
  it.each(table)("%s", (_name, act, ...decisions) => {
    expect(permissionModes.map((mode) => decideAct(mode, act).decision)).toEqual(decisions);
  });
});

describe("modeThatAllows", () => {
  it("names the narrowest mode, or none", () => {
    expect(modeThatAllows({ kind: "write", place: "project" })).toBe("accept-edits");
    expect(modeThatAllows({ kind: "run", command: "other" })).toBe("all");
    expect(modeThatAllows({ kind: "write", place: "instructions" })).toBeNull();
  });
});
