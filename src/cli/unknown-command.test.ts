import { describe, expect, it } from "vitest";
import { unknownCommand, unknownPart } from "./unknown-command.ts";

describe("a word that is no command", () => {
  it("is answered with the nearest", () => {
    expect(unknownCommand("serch").message).toContain('no command "serch". Did you mean search?');
    expect(unknownPart("sessions", "lsit", ["list", "show"]).message).toContain("Did you mean list?");
  });

  it("is never offered for itself: what stands in the wrong place is told where it stands", () => {
    const misplaced = unknownCommand("sessions");
    expect(misplaced).toMatchObject({ code: "usage" });
    expect(misplaced.message).toContain('"sessions" is a command and stands first: daybook sessions');
    const second = unknownPart("sessions", "list", ["list", "show"]).message;
    expect(second).toContain("daybook sessions list");
    expect(`${misplaced.message}${second}`).not.toContain("Did you mean");
  });
});
