import { describe, expect, it } from "vitest";
import { describeChanges } from "./describe-changes.ts";
import type { ContextBlock } from "./source.ts";

const block = (source: string, text: string): ContextBlock => ({ source, text, placement: "system" });
const room = { tokens: 10_000 };
const index = (...lines: string[]): string =>
  ["# Memory index: user", "Files: /m", '<memory-index scope="user">', ...lines, "</memory-index>"].join(
    "\n",
  );

describe("describeChanges", () => {
  it("says nothing when nothing changed, nor of daybook's own words", () => {
    const before = new Map([
      ["role", "You are daybook 1."],
      ["environment", "Platform: linux"],
    ]);
    const now = [block("role", "You are daybook 2."), block("environment", "Platform: linux")];
    expect(describeChanges(before, now, room)).toEqual({ text: null, told: {} });
  });

  it("gives the lines that came and went, not the whole again", () => {
    const before = new Map([
      ["environment", "# Environment\nPlatform: linux\nDate at the start of this session: 2026-11-29"],
      ["index:user", index("- [a](a.md) — one", "- [b](b.md) — two")],
    ]);
    const fresh = index("- [c](c.md) — 新的", "- [a](a.md) — one");
    const { text, told } = describeChanges(
      before,
      [
        block("environment", "# Environment\nPlatform: linux\nDate at the start of this session: 2026-12-02"),
        block("index:user", fresh),
      ],
      room,
    );
    expect(text).toBe(
      [
        "What has changed since you were told it at the beginning of this conversation:",
        "## Where and when",
        "New:",
        "Date: 2026-12-02",
        "No longer:",
        "Date: 2026-11-29",
        "## User memory",
        "New:",
        "- [c](c.md) — 新的",
        "No longer:",
        "- [b](b.md) — two",
      ].join("\n"),
    );
    expect(told["index:user"]).toBe(fresh);
  });

  it("names what is gone as a whole, and remembers that it was told", () => {
    const before = new Map([
      ["instructions", "<system-reminder>\nInstructions from AGENT.md:\n\nUse tabs.\n</system-reminder>"],
    ]);
    const { text, told } = describeChanges(before, [], room);
    expect(text).toContain("## Instruction files\nNo longer:\nInstructions from AGENT.md:\nUse tabs.");
    expect(told).toEqual({ instructions: null });
  });

  it("says in which instruction file a line came or went", () => {
    const files = (...texts: [string, string][]): string =>
      texts.map(([name, text]) => `Instructions from ${name}:\n\n${text}\n`).join("\n---\n\n");
    const before = new Map([
      ["instructions", files(["AGENT.md", "Use tabs.\nBe brief."], ["CLAUDE.md", "Be brief."])],
    ]);
    const now = [
      block(
        "instructions",
        files(["AGENT.md", "Use tabs.\nBe brief."], ["CLAUDE.md", "Be kind.\nUse tabs."]),
      ),
    ];
    expect(describeChanges(before, now, room).text?.split("\n").slice(1)).toEqual([
      "## Instruction files",
      "New:",
      "Instructions from CLAUDE.md:",
      "Be kind.",
      "Use tabs.",
      "No longer:",
      "Instructions from CLAUDE.md:",
      "Be brief.",
    ]);
  });

  it("says of which included file a line is, and of which one behind it", () => {
    const text = (rule: string, last: string): string =>
      [
        "Instructions from AGENTS.md:\n\nTop.\n<!-- begin docs/a.md -->\nA.\n<!-- begin docs/b.md -->",
        `${rule}\n<!-- end docs/b.md -->\nA too.\n<!-- end docs/a.md -->\n${last}`,
      ].join("\n");
    const before = new Map([["instructions", text("Use tabs.", "Last.")]]);
    const { text: news } = describeChanges(
      before,
      [block("instructions", text("Use blanks.", "The very last."))],
      room,
    );
    expect(news?.split("\n").slice(2)).toEqual([
      "New:",
      "Instructions from docs/b.md:",
      "Use blanks.",
      "Instructions from AGENTS.md:",
      "The very last.",
      "No longer:",
      "Instructions from docs/b.md:",
      "Use tabs.",
      "Instructions from AGENTS.md:",
      "Last.",
    ]);
  });

  it("takes comments elsewhere for lines as any other", () => {
    const { text } = describeChanges(new Map(), [block("index:user", "<!-- begin x -->\n- a")], room);
    expect(text).toContain("New:\n<!-- begin x -->\n- a");
  });

  it("is cut at a line when there is no room", () => {
    const lines = Array.from(
      { length: 200 },
      (_, number) => `- [m${number}](m${number}.md) — what it is about`,
    );
    const { text } = describeChanges(new Map(), [block("index:user", index(...lines))], { tokens: 200 });
    expect(text).toContain("more changed lines are left out here");
    expect(text?.split("\n").length).toBeLessThan(30);
  });
});
