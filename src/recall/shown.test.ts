import { describe, expect, it } from "vitest";
import { createShown, parseRecallTag, recallTag } from "./shown.ts";

describe("what a conversation was shown", () => {
  it("is known by id and version", () => {
    const shown = createShown();
    shown.add("user/a", "v1", 100);
    shown.see("project/b", "v1");
    expect([shown.has("user/a", "v1"), shown.has("user/a", "v2"), shown.has("project/a", "v1")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(shown.has("project/b", "v1")).toBe(true);
    expect([shown.knows("user/a"), shown.knows("user/b")]).toEqual([true, false]);
    expect(shown.bytes).toBe(100);
  });

  it("is rebuilt from the tags of a log, and from what its tools read", () => {
    const shown = createShown({
      blocks: [
        { from: recallTag("user/mail@home", "v1"), bytes: 70 },
        { from: "person", bytes: 1_000 },
        { from: "recall:nonsense", bytes: 5 },
        { from: recallTag("project/b", "v2"), bytes: 30 },
      ],
      seen: ["project/c@v1", "nonsense"],
    });
    expect(shown.bytes).toBe(100);
    expect(shown.has("user/mail@home", "v1")).toBe(true);
    expect(shown.has("project/b", "v2")).toBe(true);
    expect(shown.has("project/c", "v1")).toBe(true);
  });

  it("reads the tags it writes", () => {
    expect(parseRecallTag(recallTag("project/x", "0a1b"))).toEqual({ id: "project/x", version: "0a1b" });
    expect(parseRecallTag("recall:elsewhere/x@1")).toBe(null);
  });
});
