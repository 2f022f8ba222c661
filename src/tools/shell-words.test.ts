import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitCommand } from "./shell-words.ts";

function words(command: string): string[] {
  const split = splitCommand(command);
  if (!split.ok) throw new Error(split.problem);
  return split.words;
}

describe("splitCommand", () => {
  it.each([
    ["git status", ["git", "status"]],
    ["  git\tlog   -n 3 ", ["git", "log", "-n", "3"]],
    ["cat 'a file.txt'", ["cat", "a file.txt"]],
    [`cat "it's"`, ["cat", "it's"]],
    [`cat "a \\"b\\" \\\\ \\$c \\n"`, ["cat", 'a "b" \\ $c \\n']],
    ["cat a\\ b", ["cat", "a b"]],
    ["cat ''", ["cat", ""]],
    ["git log --format='%h %s'", ["git", "log", "--format=%h %s"]],
    ["git log -- '*.ts'", ["git", "log", "--", "*.ts"]],
    ["git show HEAD~2 HEAD^ HEAD@{1}", ["git", "show", "HEAD~2", "HEAD^", "HEAD@{1}"]],
    ["cat 'x;y|z&$(q)`'", ["cat", "x;y|z&$(q)`"]],
    ["cat \\😀x", ["cat", "😀x"]],
    ["git diff a#b", ["git", "diff", "a#b"]],
    ["cat 'a{b,c}'", ["cat", "a{b,c}"]],
  ])("reads %s", (command, expected) => {
    expect(words(command)).toEqual(expected);
  });

  it.each([
    "git status; rm -rf .",
    "git status && rm x",
    "git status & rm x",
    "git log | sh",
    "git log > file",
    "cat < file",
    "cat $HOME/x",
    'cat "$HOME/x"',
    "cat $(id)",
    "cat `id`",
    'cat "`id`"',
    "ls *.ts",
    "ls a?",
    "ls [ab]",
    "ls ~/x",
    "ls ~",
    "git status\nrm x",
    "git status\rrm x",
    "cat 'open",
    'cat "open',
    "cat a\\",
    "A=1 git status",
    "PATH=. git status",
    "ls a{b,c}",
    "ls {1..3}",
    "# only a comment",
    "(ls)",
    "! ls",
    "cat a\0b",
    "",
    "   ",
    "cat <(ls)",
    "ls 'a'{b,c}",
    "ls }}{a..b}",
  ])("refuses %j with a reason", (command) => {
    expect(splitCommand(command)).toEqual({ ok: false, problem: expect.stringMatching(/.{4}/u) });
  });

  it("is quick on words without end", () => {
    expect(splitCommand(`ls ${"x".repeat(3_000_000)}`)).toMatchObject({ ok: false });
    expect(words(`ls ${"x}".repeat(9_000)}`)).toHaveLength(2);
  });

  it("gives back every word that was put in single quotes", () => {
    const word = fc.string().filter((text) => !/['\r\n\0]/u.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (list) => {
        const expected = ["cat", ...list];
        expect(words(["cat", ...list.map((text) => `'${text}'`)].join(" "))).toEqual(expected);
      }),
    );
  });

  it("never lets a character that a shell acts on through unquoted", () => {
    const unquoted = fc.string({ unit: "binary" }).filter((text) => !/['"\\]/u.test(text));
    const active = fc.constantFrom(..."|&;<>()$`*?[!\n\r");
    fc.assert(
      fc.property(unquoted, active, unquoted, (before, character, after) => {
        expect(splitCommand(before + character + after).ok).toBe(false);
      }),
    );
  });
});
