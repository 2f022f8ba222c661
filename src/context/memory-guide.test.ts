import { describe, expect, it } from "vitest";
import { memoryGuide } from "./memory-guide.ts";

const folders = { user: ["/home/ada/.agent/memory"], project: ["/home/ada/.agent/projects/p/memory"] };

describe("the guide to memory", () => {
  it("speaks of the tool that there is, and of no other", () => {
    const own = memoryGuide(folders);
    const anthropics = memoryGuide(folders, "anthropic");
    expect(own).toContain('Save with Memory, action "save", at once');
    expect(own).not.toContain("/memories");
    expect(anthropics).toContain("Save with the tool memory, command create, at once");
    expect(anthropics).toContain("view /memories/user/SLUG.md");
    expect(anthropics).not.toMatch(/\bMemory\b.{0,10}action/);
    // What to keep and what not is the same, whatever the tool.
    const rules = (guide: string): string => guide.slice(guide.indexOf("## Do not save"));
    expect(rules(anthropics)).toBe(rules(own));
  });
});
