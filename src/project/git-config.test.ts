import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastGitSetting, parseGitConfig } from "./git-config.ts";

const sample = [
  "# a comment",
  "[core]",
  "\trepositoryformatversion = 0",
  "\tbare = false ; no",
  "\tignorecase",
  "\tworktree = ../../../sub dir",
  '[remote "origin"]',
  "\turl = https://example.org/a.git",
  "\tfetch = +refs/heads/*:refs/remotes/origin/*",
  '[remote "od\\"d \\\\ name"]',
  '\turl = "git@example.org:a # b.git" # a comment',
  "[Core] bare = true",
  "[alias]",
  "\tlong = one \\",
  "two",
  '\tquoted = "  kept  " \\t end',
  "",
].join("\n");

describe("git configuration", () => {
  it("is read as git reads it", () => {
    const folder = mkdtempSync(join(tmpdir(), "daybook-config-"));
    try {
      const file = join(folder, "config");
      writeFileSync(file, sample);
      const listed = execFileSync("git", ["config", "--file", file, "--list", "-z"], { encoding: "utf8" });
      const ours = parseGitConfig(sample).map(({ section, subsection, key, value }) => {
        const name = [section, ...(subsection === null ? [] : [subsection]), key].join(".");
        // Git lists a key without a value without its line break.
        return key === "ignorecase" ? name : `${name}\n${value}`;
      });
      expect(ours).toEqual(listed.split("\0").filter((entry) => entry !== ""));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("gives the last value, in any case of letters, with any line ends", () => {
    const settings = parseGitConfig(sample.replaceAll("\n", "\r\n"));
    expect(lastGitSetting(settings, "core.bare")).toBe("true");
    expect(lastGitSetting(settings, "core.worktree")).toBe("../../../sub dir");
    expect(lastGitSetting(settings, "core.nothing")).toBeUndefined();
  });

  it("survives any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]"\\ =#;\n\r\tab.0') }), (text) => {
        for (const { section, key } of parseGitConfig(text)) expect(section + key).not.toBe("");
      }),
    );
  });
});
