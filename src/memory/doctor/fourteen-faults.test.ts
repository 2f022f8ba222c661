import { execFileSync } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { memoryText, openWard, type Ward } from "./doctor.fixture.ts";
import type { Finding } from "./finding.ts";

const lock = { nonce: "n", machine: "another/host", boot: "b", pid: 1, since: "2031-01-01T00:00:00Z" };
// Put together here, so that no scanner takes the test for a leak.
const token = ["ghp", "_", "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"].join("");

/** Each fault of the list, as it comes about in the field. */
async function plant({ put, home, project }: Ward): Promise<void> {
  const memory = "home/memory";
  const good = Array.from({ length: 181 }, (_, at) => `fact-${at}`);
  for (const name of good) await put(`${memory}/${name}.md`, memoryText(name));
  const lines = good.map((name) => `- [${name}](${name}.md) — when ${name} matters`);
  await put(`${memory}/without-line.md`, memoryText("without line"));
  lines.splice(3, 0, "- [gone](gone.md) — a person's words", "- [again](fact-0.md) — the same file");
  await put(`${memory}/broken.md`, "---\nname: [never closed\ntype: user\n---\nbody\n");
  lines.push("- [broken](broken.md)");
  await put(`${memory}/odd-type.md`, memoryText("odd type", { type: "mood" }));
  lines.push("- [odd type](odd-type.md)");
  await put(`${memory}/large.md`, memoryText("large", { body: "x".repeat(70_000) }));
  lines.push(`- [large](large.md) — ${"long ".repeat(50)}`);
  await put(`${memory}/leak.md`, memoryText("leak", { body: `token: ${token}` }));
  lines.push("- [leak](leak.md)");
  await put(`${memory}/A.md`, memoryText("A"));
  await put(`${memory}/a.md`, memoryText("a"));
  lines.push("- [A](A.md)", "- [a](a.md)");
  await put(`${memory}/open.md`, memoryText("open"));
  await chmod(join(home, "memory", "open.md"), 0o644);
  await chmod(project, 0o755);
  lines.push("- [open](open.md)");
  await put(`${memory}/bytes.md`, Buffer.from([0x2d, 0xff, 0xfe]));
  await mkdir(join(home, "memory", "folder.md"), { mode: 0o700 });
  execFileSync("mkfifo", [join(home, "memory", "pipe.md")]);
  await put(`${memory}/.daybook-tmp-1-0123456789ab`, "half");
  await put("home/locks/user.lock", JSON.stringify(lock));
  await put(`${memory}/MEMORY.md`, `# Mine\n\n${lines.join("\n")}\n`);
}

const expected: [Finding["code"], file: string][] = [
  ["stuck-lock", "home/locks/user.lock"],
  ["secret", "home/memory/leak.md"],
  ["unreadable", "home/memory/bytes.md"],
  ["unreadable", "home/memory/folder.md"],
  ["unreadable", "home/memory/pipe.md"],
  ["unparsable-header", "home/memory/broken.md"],
  ["case-collision", "home/memory/a.md"],
  ["missing-line", "home/memory/without-line.md"],
  ["missing-line", "home/memory/bytes.md"],
  ["dangling-line", "home/memory/MEMORY.md"],
  ["doubled-line", "home/memory/MEMORY.md"],
  ["unknown-type", "home/memory/odd-type.md"],
  ["large-body", "home/memory/large.md"],
  ["long-line", "home/memory/MEMORY.md"],
  ["wrong-mode", "home/memory/open.md"],
  ["wrong-mode", "home/projects/web-0123456789ab"],
  ["index-near-limit", "home/memory/MEMORY.md"],
  ["leftover", "home/memory/.daybook-tmp-1-0123456789ab"],
];

function placesOf(ward: Ward, findings: readonly Finding[]): string[] {
  return findings.map(({ code, file }) => `${code} ${file.slice(ward.root.length + 1)}`).toSorted();
}

const listOf = (pairs: readonly [string, string][]): string[] =>
  pairs.map(([code, file]) => `${code} ${file}`).toSorted();

const fixable: readonly Finding["code"][] = ["dangling-line", "doubled-line", "wrong-mode", "leftover"];

describe("the fourteen faults", () => {
  it("are found, without a byte written and without a word of a secret", async () => {
    const ward = await openWard();
    await plant(ward);
    const before = await ward.names();
    const findings = await ward.findings();
    expect(placesOf(ward, findings)).toEqual(listOf(expected));
    expect(JSON.stringify(findings).includes(token)).toBe(false);
    expect(await ward.names()).toEqual(before);
    expect(findings.every(({ message, remedy }) => message !== "" && remedy !== "")).toBe(true);
    await ward.close();
  });

  it("are mended where nothing can be lost, in one step that one undo takes back; a second run finds nothing new", async () => {
    const ward = await openWard();
    await plant(ward);
    await ward.plantDeadLock();
    const index = await ward.text("home/memory/MEMORY.md");
    const { fixed, findings, failures } = await ward.fix();
    expect(failures).toEqual([]);
    const mended = expected.filter(
      ([code, file]) => fixable.includes(code) || code === "stuck-lock" || file.endsWith("without-line.md"),
    );
    expect(placesOf(ward, fixed)).toEqual(listOf(mended));
    expect(placesOf(ward, findings)).toEqual(listOf(expected.filter((each) => !mended.includes(each))));
    const lines = index.split("\n").filter((line) => !/gone\.md|\[again\]/.test(line));
    const after = await ward.text("home/memory/MEMORY.md");
    expect(after.split("\n")).toEqual([
      ...lines.slice(0, -1),
      "- [without line](without-line.md) — when without line matters",
      "",
    ]);
    expect(placesOf(ward, await ward.findings())).toEqual(placesOf(ward, findings));
    const again = await ward.fix();
    expect([again.fixed, again.failures]).toEqual([[], []]);
    expect(await ward.text("home/memory/MEMORY.md")).toBe(after);
    expect(await ward.store.undo({ source: "user" })).toMatchObject({ undone: true, op: "update" });
    expect(await ward.text("home/memory/MEMORY.md")).toBe(index);
    await ward.close();
  });

  it("are left alone under a lock that nobody here can judge, and that is said", async () => {
    const ward = await openWard();
    await plant(ward);
    const index = await ward.text("home/memory/MEMORY.md");
    const { fixed, failures } = await ward.fix();
    expect(new Set(fixed.map(({ code }) => code))).toEqual(new Set(["wrong-mode"]));
    expect(failures).toEqual([expect.stringMatching(/^Nothing of user scope was mended: process 1 on host/)]);
    expect(await ward.text("home/memory/MEMORY.md")).toBe(index);
    await ward.close();
  });
});
