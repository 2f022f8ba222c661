import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../tools/index.ts";
import { createApproval } from "./approval.ts";

const colors = createColors(false);

async function ask(request: Partial<ApprovalRequest>, key = "y", width = 200) {
  let printed = "";
  let keys: string[] = [];
  let line = "";
  const approve = createApproval(
    {
      print: (text) => void (printed += text),
      async ask({ text, answers, refusal }) {
        line = text;
        keys = Object.keys(answers);
        return answers[key] ?? refusal;
      },
    },
    { colors, cwd: "/work", width: () => width },
  );
  const whole: ApprovalRequest = {
    tool: "Bash",
    title: "run a command",
    reason: "it is not on the list",
    detail: { kind: "command", command: "rm x", cwd: "/work", timeLimitMs: 1_000 },
    always: null,
    ...request,
  };
  const answer = await approve(whole, { signal: new AbortController().signal });
  return { answer, printed, keys, line };
}

describe("createApproval", () => {
  it("shows the command, with what would drive the terminal as escapes", async () => {
    const detail = {
      kind: "command",
      command: "rm \u001b[2Jx\necho \u202ey",
      cwd: "/other",
      timeLimitMs: 1,
    } as const;
    const { printed } = await ask({ detail });
    expect(printed).toBe(
      "? Bash: run a command\n  it is not on the list\n  $ rm \\u{1b}[2Jx\n    echo \\u{202e}y\n  in /other",
    );
  });

  it("shows a difference with its numbers", async () => {
    const { printed } = await ask({
      tool: "Edit",
      title: "change src/a.ts",
      detail: {
        kind: "diff",
        path: "/work/src/a.ts",
        isNew: false,
        added: 1,
        removed: 1,
        omitted: 7,
        lines: [
          { kind: "gap", text: "8", before: null, after: null },
          { kind: "same", text: "one", before: 9, after: 9 },
          { kind: "removed", text: "\ttwo", before: 10, after: null },
          { kind: "added", text: "2", before: null, after: 10 },
        ],
      },
    });
    expect(printed.split("\n").slice(2)).toEqual([
      "  src/a.ts +1 -1",
      "     ⋮",
      "   9   one",
      "  10 -   two",
      "  10 + 2",
      "  … 7 more lines of the difference",
    ]);
  });

  it("breaks long lines between words and keeps what goes on below its beginning", async () => {
    const reason = "it is not on the list of commands that only read";
    const command = "npm install --save-dev left-pad@1.3.0 right-pad\n  && ok";
    const detail = { kind: "command", command, cwd: "/work", timeLimitMs: 1_000 } as const;
    expect((await ask({ reason, detail }, "y", 32)).printed.split("\n")).toEqual([
      "? Bash: run a command",
      "  it is not on the list of",
      "  commands that only read",
      "  $ npm install --save-dev",
      "    left-pad@1.3.0 right-pad",
      "      && ok",
    ]);
    const difference: ApprovalRequest["detail"] = {
      kind: "diff",
      path: "/work/src/deep/down/in/here/a.ts",
      isNew: true,
      added: 1,
      removed: 0,
      omitted: 0,
      lines: [{ kind: "added", text: "  const words = several(words);", before: null, after: 1 }],
    };
    expect((await ask({ detail: difference }, "y", 32)).printed.split("\n").slice(2)).toEqual([
      "  src/deep/down/in/here/a.ts",
      "  (new) +1 -0",
      "  1 +   const words =",
      "        several(words);",
    ]);
  });

  it("offers to remember only what can be remembered", async () => {
    expect(await ask({}, "y")).toMatchObject({ answer: "allow", keys: ["y", "n"] });
    expect(await ask({ always: "git push" }, "a")).toMatchObject({
      answer: "allow-always",
      line: "  y allow · n refuse · a always (git push)",
    });
    expect((await ask({}, "a")).answer).toBe("refuse");
    expect((await ask({}, "n")).answer).toBe("refuse");
  });
});
