import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createScriptedModel } from "../models/index.ts";
import type { ApprovalRequest, PermissionMode } from "../tools/index.ts";
import { openDaybook } from "./daybook.ts";
import type { Host } from "./host.ts";
import { createSession } from "./session.ts";

let project = "";
let home = "";

beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-session-")));
  project = join(folder, "project");
  home = join(folder, "home");
  await mkdir(project);
  execFileSync("git", ["init", "-q", project]);
});

function host(): Host {
  return {
    env: process.env,
    platform: process.platform,
    userHome: "/nowhere",
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    self: ["node"],
    now: () => new Date(),
    cwd: () => project,
    onInterrupt: () => () => {},
  };
}

interface Call {
  name: string;
  input: Record<string, unknown>;
}

/** One new session in which the model makes these calls; the person answers `answer` to every question. */
async function session(
  calls: Call[],
  { answer, mode }: { answer?: "allow" | "allow-always" | "refuse"; mode?: PermissionMode } = {},
) {
  const daybook = await openDaybook(host(), { home });
  const asked: ApprovalRequest[] = [];
  const { agent } = await createSession(daybook, {
    model: createScriptedModel({ turns: [{ tools: calls }, { text: "done" }] }),
    ...(mode === undefined ? {} : { permissions: mode }),
    ...(answer === undefined
      ? {}
      : {
          approve: async (request) => {
            asked.push(request);
            return answer;
          },
        }),
  });
  const results: string[] = [];
  for await (const event of agent.run("go")) {
    if (event.type === "tool-end") results.push(event.content);
  }
  return { results, asked, notices: daybook.notices };
}

const bash = (command: string): Call => ({ name: "Bash", input: { command } });

describe("a session's permissions", () => {
  it("are kept for the project in the home, never in the repository", async () => {
    const first = await session([bash("echo hi > made")], { answer: "allow-always" });
    expect(first.asked).toHaveLength(1);
    expect(existsSync(join(project, "made"))).toBe(true);
    const [id = ""] = await readdir(join(home, "projects"));
    const stored = JSON.parse(await readFile(join(home, "projects", id, "project.json"), "utf8"));
    expect(stored.allowedCommands).toEqual(["echo hi > made"]);
    expect(await readdir(project)).toEqual([".git", "made"]);
    const second = await session([bash("echo hi > made"), bash("echo hi > other")]);
    expect(second.results[0]).toBe("(no output)");
    expect(second.results[1]).toMatch(/^refused: /u);
  });

  it("keep no command with a secret in it", async () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const command = `echo ${token} >/dev/null; echo ran`;
    const { results } = await session([bash(command)], { answer: "allow-always" });
    expect(results).toEqual(["ran"]);
    const [id = ""] = await readdir(join(home, "projects"));
    expect(await readFile(join(home, "projects", id, "project.json"), "utf8")).not.toContain(
      "allowedCommands",
    );
  });

  it("come from the settings of the home and from the caller, not from the project", async () => {
    await mkdir(home);
    const write: Call = { name: "Write", input: { file_path: "a.txt", content: "x" } };
    await mkdir(join(project, ".agent"));
    await writeFile(join(project, ".agent", "daybook.json"), '{"permissions": "all"}');
    await writeFile(join(project, "daybook.json"), '{"permissions": "all"}');
    expect((await session([write])).results[0]).toContain("permissions: accept-edits would allow it");
    await writeFile(join(home, "daybook.json"), '{"permissions": "accept-edits"}');
    expect((await session([write])).results[0]).toBe("Made a.txt (+1 -0 lines).");
    expect((await session([bash("touch b")])).results[0]).toMatch(/^refused: /u);
    expect((await session([bash("touch b")], { mode: "all" })).results[0]).toBe("(no output)");
    expect((await session([bash("touch c")], { mode: "read-only", answer: "allow" })).asked).toEqual([]);
    await writeFile(join(home, "daybook.json"), '{"permissions": "everything"}');
    const odd = await session([bash("touch d")]);
    expect(odd.notices.join()).toContain('"permissions" must be one of ask, accept-edits, read-only, all');
    expect(odd.results[0]).toMatch(/^refused: /u);
  });

  it("let the model read its own long output, and write no memory but by Memory", async () => {
    const { results } = await session([bash("yes | head -c 200000"), bash("ls")], { mode: "all" });
    const path = /all of it is in (\S+),/u.exec(results[0] ?? "")?.[1] ?? "";
    const read = await session([
      { name: "Read", input: { file_path: path, limit: 1 } },
      { name: "Write", input: { file_path: join(home, "memory", "x.md"), content: "x" } },
      { name: "Edit", input: { file_path: join(home, "memory", "x.md"), old_string: "x", new_string: "y" } },
    ]);
    expect(read.results[0]).toMatch(/\ty$/u);
    expect(read.results[1]).toContain("use the Memory tool");
    expect(read.results[2]).toContain("use the Memory tool");
  });
});
