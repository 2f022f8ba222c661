import { describe, expect, it } from "vitest";
import { checkArguments } from "./check-arguments.ts";
import { gitRules, programRules, type CommandRule } from "./command-rules.ts";

function check(line: string): ReturnType<typeof checkArguments> {
  const words = line.split(" ");
  const isGit = words[0] === "git";
  const rule: CommandRule | undefined = isGit ? gitRules[words[1] ?? ""] : programRules[words[0] ?? ""];
  if (rule === undefined) throw new Error(`no rule for ${line}`);
  return checkArguments(words.slice(isGit ? 2 : 1), rule);
}

describe("checkArguments", () => {
  it.each([
    ["git status -sb --porcelain=v2 -uno", []],
    ["git diff --cached --stat", []],
    ["git diff main...HEAD -- src/a.ts", ["main...HEAD", "src/a.ts"]],
    ["git diff -U3 -U 3 --unified=3 HEAD~1", ["HEAD~1"]],
    ["git log --oneline -n 5 -5 -n5 --since=2.weeks --author x", []],
    ["git log -p --format=%h --date=short -- a", ["a"]],
    ["git show HEAD:src/a.ts --stat", ["HEAD:src/a.ts"]],
    ["git branch -a -vv", []],
    ["git branch --list feat/*", []],
    ["git branch --merged main", []],
    ["git rev-parse --abbrev-ref HEAD", ["HEAD"]],
    ["ls -la src", ["src"]],
    ["cat -n a b", ["a", "b"]],
    ["head -20 a", ["a"]],
    ["tail -n +3 a", ["a"]],
    ["wc -lc a", ["a"]],
    ["grep -rn --include=*.ts word src", ["src"]],
    ["grep -in -e word a", ["a"]],
    ["grep -A3 -B 2 word a", ["a"]],
    ["find src -name *.ts -not -path x -type f", ["src"]],
    ["date +%F", []],
    ["pwd", []],
    ["cat -- -n", ["-n"]],
  ])("allows %s", (line, operands) => {
    expect(check(line)).toEqual({ ok: true, operands });
  });

  it.each([
    "git diff --output=x",
    "git diff --output x",
    "git diff --outp=x",
    "git diff --ext-diff",
    "git diff --textconv",
    "git diff --no-index a b",
    "git diff -O/etc/passwd",
    "git log --output=x",
    "git log --exec=x",
    "git log --show-signature",
    "git log --remerge-diff",
    "git diff --submodule=diff",
    "git status -v",
    "git branch new-branch",
    "git branch -a new-branch",
    "git branch -D x",
    "git branch -l x",
    "git branch -m a b",
    "git branch --edit-description",
    "git branch --merged -D",
    "git branch --set-upstream-to=x",
    "git rev-parse --parseopt",
    "git log -n",
    "tail -f a",
    "tail --follow a",
    "tail -qf a",
    "ls -L a",
    "ls -H a",
    "cat -",
    "wc --files0-from=a",
    "grep -f patterns a",
    "grep -R word .",
    "grep -P word a",
    "find . -exec rm x",
    "find . -execdir rm x",
    "find . -delete",
    "find . -fprint x",
    "find . -ok rm",
    "find -L . -name x",
    "find . -newerXY x",
    "date -s tomorrow",
    "date 010100002030",
    "date -f a",
    "pwd x",
  ])("refuses %s", (line) => {
    expect(check(line)).toMatchObject({ ok: false });
  });
});
