import { describe, expect, it } from "vitest";
import { isCommandAllowed, isRememberable } from "./allowed-command.ts";

describe("isCommandAllowed", () => {
  it.each([
    ["npm test", "npm test", true],
    ["npm  'test'", "npm test", true],
    ["npm test -- -u", "npm test", false],
    ["npm", "npm test", false],
    ["npm test; rm x", "npm test", false],
    ["npm test", "npm *", true],
    ["npm", "npm *", true],
    ["npmx", "npm *", false],
    ["npm test; rm x", "npm *", false],
    ["npm test $(x)", "npm *", false],
    ["a | b", "a | b", true],
    ["a  | b", "a | b", false],
    ["a | b c", "a | b *", false],
    ["rm *", "rm *", true],
    ["anything", "", false],
    ["anything", " *", false],
  ])("%s by %j: %s", (command, entry, expected) => {
    expect(isCommandAllowed(command, [entry])).toBe(expected);
  });

  it("lets nothing be remembered that would be read as more", () => {
    expect(isRememberable("rm *")).toBe(false);
    expect(isRememberable("rm *  ")).toBe(false);
    expect(isRememberable("make build")).toBe(true);
  });
});
