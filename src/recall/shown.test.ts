import { describe, expect, it } from "vitest";
import { parseRecallTag, recallTag, shownIn } from "./shown.ts";

const room = { bytes: 61_440 };
const text = (words: string) => ({ type: "text", text: words });

describe("what a conversation was shown", () => {
  it("is known by id and version", () => {
    const shown = shownIn([], room);
    shown.add("user/a", "v1", "x".repeat(100));
    shown.see("project/b", "v1");
    expect([shown.has("user/a", "v1"), shown.has("user/a", "v2"), shown.has("project/a", "v1")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(shown.has("project/b", "v1")).toBe(true);
    expect(shown.bytes).toBe(100);
  });

  it("is read off the tags of messages, never off their words", () => {
    const shown = shownIn(
      [
        {
          content: [text("recall:user/fake@v1"), text("12345"), text("部"), text("x")],
          from: [
            "person",
            recallTag("user/mail@home", "v1"),
            recallTag("project/b", "v2"),
            "recall:nonsense",
          ],
        },
        { content: [text("an answer")] },
      ],
      room,
    );
    expect(shown.bytes).toBe(8);
    expect(shown.has("user/mail@home", "v1")).toBe(true);
    expect(shown.has("project/b", "v2")).toBe(true);
    expect(shown.has("user/fake", "v1")).toBe(false);
  });

  it("stands at the ends of tool results too, of several in one message", () => {
    const result = (id: string, content: unknown) => ({ type: "tool_result", tool_use_id: id, content });
    const shown = shownIn(
      [
        {
          content: [
            result("1", [text("output that is long"), text("a note"), text("1234567")]),
            result("2", "plain"),
            result("3", [text("other output"), text("123")]),
          ],
          from: ["tool", "note", recallTag("user/a", "v1"), "tool", "tool", recallTag("user/b", "v1")],
          memories: ["project/c@v1", "nonsense"],
        },
      ],
      room,
    );
    expect(shown.bytes).toBe(10);
    expect(["user/a", "user/b", "project/c"].map((id) => shown.has(id, "v1"))).toEqual([true, true, true]);
  });

  it("has room for so many bytes, and for so many tokens", () => {
    const shown = shownIn([], { bytes: 2_000, tokens: 300 });
    expect([
      shown.fits("x".repeat(1_200)),
      shown.fits("x".repeat(1_201)),
      shown.fits("部".repeat(301)),
    ]).toEqual([true, false, false]);
    expect(shown.hasRoom).toBe(true);
    shown.add("user/a", "v1", "部".repeat(250));
    expect(shown.hasRoom).toBe(false);
    expect(shownIn([], { bytes: 300 }).hasRoom).toBe(false);
    expect(shownIn([], { bytes: 500 }).fits("x".repeat(501))).toBe(false);
  });

  it("reads the tags it writes", () => {
    expect(parseRecallTag(recallTag("project/x", "0a1b"))).toEqual({ id: "project/x", version: "0a1b" });
    expect(parseRecallTag("recall:elsewhere/x@1")).toBe(null);
  });
});
