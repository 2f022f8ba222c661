import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { nodeFiles } from "../../storage/index.ts";
import type { FileOperations } from "../../storage/index.ts";
import { memoryText, openWard, type Ward } from "./doctor.fixture.ts";
import type { Finding } from "./finding.ts";

let ward: Ward;
beforeEach(async () => void (ward = await openWard()));
afterEach(() => ward.close());

// Put together here, so that no scanner takes the test for a leak.
const token = ["ghp", "_", "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"].join("");
const project = "home/projects/web-0123456789ab";
const places = (findings: readonly Finding[]): string[] =>
  findings.map(({ code, file }) => `${code} ${file.slice(ward.root.length + 1)}`).toSorted();

async function pipe(path: string): Promise<void> {
  await mkdir(join(ward.root, path, ".."), { recursive: true, mode: 0o700 });
  execFileSync("mkfifo", ["-m", "600", join(ward.root, path)]);
}

describe("what is no file, in the place of one", () => {
  it.each([
    ["home/history.jsonl", "unreadable"],
    [`${project}/history.jsonl`, "unreadable"],
    [`${project}/project.json`, "broken-file"],
    [`${project}/session-marks.json`, "broken-file"],
    [`${project}/trash/state.json`, "broken-file"],
    [`${project}/prompts.jsonl`, "unreadable"],
    [`${project}/purge-0123456789abcdef.json`, "unfinished-purge"],
    [`${project}/inbox/one.md`, "unreadable"],
    ["home/locks/user.lock", "stuck-lock"],
    ["home/memory/MEMORY.md", "unreadable"],
  ])("is told once and waited for by nobody: a pipe at %s", async (path, code) => {
    await pipe(path);
    expect(places(await ward.findings()).filter((each) => each.startsWith(code))).toEqual([
      `${code} ${path}`,
    ]);
    expect((await ward.fix()).findings.map(({ file }) => file)).toContain(join(ward.root, path));
  });

  it("is a finding where locks should be: a folder as a lock, a file as their folder", async () => {
    await mkdir(join(ward.home, "locks", "user.lock"), { recursive: true, mode: 0o700 });
    await chmod(join(ward.home, "locks"), 0o700);
    await ward.put("home/memory/a.md", memoryText("a"));
    expect(places(await ward.findings())).toContain("stuck-lock home/locks/user.lock");
    expect((await ward.fix()).failures).toEqual([expect.stringMatching(/user\.lock is a folder\.$/)]);
    await rm(join(ward.home, "locks"), { recursive: true });
    await ward.put("home/locks", "x");
    expect(places(await ward.findings())).toEqual(["missing-line home/memory/a.md", "unreadable home/locks"]);
  });

  it("keeps no other check from its work: a folder of locks that refuses", async () => {
    await ward.close();
    const files: FileOperations = {
      ...nodeFiles,
      async names(folder) {
        if (/\/(?:locks|inbox)$/.test(folder)) throw Object.assign(new Error("refused"), { code: "EACCES" });
        return nodeFiles.names(folder);
      },
    };
    ward = await openWard({ files });
    await ward.put("home/memory/a.md", memoryText("a"));
    await mkdir(join(ward.project, "inbox"), { mode: 0o700 });
    expect(places(await ward.findings())).toEqual([
      "missing-line home/memory/a.md",
      "unreadable home/locks",
      `unreadable ${project}/inbox`,
    ]);
  });
});

describe("modes", () => {
  it.each([
    ["home", 0o500],
    ["home/memory", 0o000],
    [project, 0o600],
    ["home/memory/a.md", 0o400],
    ["home/memory/a.md", 0o000],
    ["home/memory/a.md", 0o644],
    ["home/history.jsonl", 0o200],
  ])("that are too narrow or too wide are found and set, whoever looks: %s", async (path, mode) => {
    await ward.store.save({ name: "a", description: "d", type: "user", body: "b", source: "user" });
    const before = await ward.snapshot();
    await chmod(join(ward.root, path), mode);
    const { fixed, findings } = await ward.fix();
    expect([places(fixed), findings]).toEqual([[`wrong-mode ${path}`], []]);
    expect(await ward.snapshot()).toEqual(before);
  });
});

describe("half-made files", () => {
  const unknown = { nonce: "n", machine: "another/host", boot: "b", pid: 1, since: "2031-01-01T00:00:00Z" };

  it("of a writer that nobody here can judge are told and left, wherever the home lies", async () => {
    await ward.close();
    ward = await openWard({ below: "cache/locks" });
    const half = "home/memory/.daybook-tmp-1-0123456789ab";
    await ward.put(half, "half");
    await utimes(join(ward.root, half), new Date(0), new Date(0));
    await ward.put("home/locks/user.lock", JSON.stringify(unknown));
    const left = await ward.fix();
    expect(left.findings.map(({ code, fix }) => [code, fix])).toContainEqual(["leftover", "manual"]);
    expect(await ward.text(half)).toBe("half");
    await rm(join(ward.home, "locks", "user.lock"));
    expect(places((await ward.fix()).fixed)).toEqual([`leftover ${half}`]);
  });
});

describe("what is written beside memories", () => {
  it("is searched for secrets: histories, receipts, typed lines, titles; kind and line, never the value", async () => {
    await ward.store.save({ name: "a", description: "d", type: "user", body: "b", source: "user" });
    const record = {
      id: "x",
      ts: "2031-01-01T00:00:00Z",
      scopes: ["user"],
      changes: [
        {
          path: "home/memory/x.md",
          before: null,
          after: "0",
          splice: { at: 0, removed: "", inserted: `k\n${token}\n` },
        },
      ],
    };
    const lines = (text: string): string => `{"ts":"t"}\n${text}\n`;
    await writeFile(join(ward.home, "history.jsonl"), lines(JSON.stringify(record)), { flag: "a" });
    for (const name of ["events.jsonl", "events.jsonl.old", "prompts.jsonl"])
      await ward.put(`${project}/${name}`, lines(JSON.stringify({ text: `use ${token}` })));
    await ward.put(`${project}/session-marks.json`, JSON.stringify({ x: { title: { value: token } } }));
    const found = (await ward.findings()).filter(({ code }) => code === "secret");
    expect(found.map(({ file, line, fix }) => [file.slice(ward.home.length + 1), line, fix])).toEqual([
      ["history.jsonl", 4, "manual"],
      ["projects/web-0123456789ab/events.jsonl", 2, "manual"],
      ["projects/web-0123456789ab/events.jsonl.old", 2, "manual"],
      ["projects/web-0123456789ab/prompts.jsonl", 2, "manual"],
      ["projects/web-0123456789ab/session-marks.json", 1, "manual"],
    ]);
    expect(JSON.stringify(found)).not.toContain(token);
  });
});
