import { appendFile, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { createFaultyFiles, nodeFiles } from "../../storage/index.ts";
import { memoryText, openWard } from "./doctor.fixture.ts";

const codes = (findings: readonly { code: string }[]): string[] =>
  findings.map(({ code }) => code).toSorted();

describe("the doctor", () => {
  it("finds nothing in a home that daybook wrote, and writes nothing", async () => {
    const ward = await openWard({ shared: "trusted" });
    for (const type of ["user", "project"])
      await ward.store.save({ name: `${type} 前缀`, description: "when", type, body: "b", source: "agent" });
    await ward.store.save({ name: "user 前缀", body: "c", source: "agent" });
    const before = await ward.snapshot();
    expect(await ward.findings()).toEqual([]);
    expect(await ward.fix()).toMatchObject({
      findings: [],
      fixed: [],
      failures: [],
      memories: 2,
      indexes: 2,
    });
    expect(await ward.snapshot()).toEqual(before);
    await ward.close();
  });

  it("names a file that no path can be made of, and looks at all others", async () => {
    const ward = await openWard({});
    await ward.store.save({ name: "tea", description: "d", type: "user", body: "b", source: "user" });
    const folder = dirname((await ward.store.read("tea")).file);
    await writeFile(join(folder, "back\\slash.md"), "x", { mode: 0o600 });
    const found = await ward.findings();
    expect(codes(found)).toEqual(["unreadable"]);
    expect(found[0]?.message).toContain('"back\\\\slash.md" is passed over');
    await ward.close();
  });

  it("only looks at shared memory that nobody here trusted, and at what is held", async () => {
    const untrusted = await openWard({ shared: "untrusted" });
    await untrusted.put("work/.agent/memory/a.md", memoryText("a", { type: "project" }));
    await untrusted.put("work/.agent/memory/MEMORY.md", "- [gone](gone.md)\n");
    const { findings, fixed } = await untrusted.fix();
    expect([codes(findings), fixed]).toEqual([["dangling-line", "missing-line"], []]);
    expect(findings.every(({ remedy }) => remedy.includes("daybook trust"))).toBe(true);
    await untrusted.close();

    const trusted = await openWard({ shared: "trusted" });
    await trusted.store.save({ name: "own", description: "d", type: "project", body: "b", source: "user" });
    await trusted.put("work/.agent/memory/held.md", memoryText("held", { type: "project" }));
    const index = await trusted.text("work/.agent/memory/MEMORY.md");
    await trusted.put("work/.agent/memory/MEMORY.md", `${index}${index}- [came](came.md)\n`);
    const held = await trusted.fix();
    expect([codes(held.findings), codes(held.fixed)]).toEqual([
      ["dangling-line", "missing-line"],
      ["doubled-line"],
    ]);
    expect(await trusted.text("work/.agent/memory/MEMORY.md")).toBe(`${index}- [came](came.md)\n`);
    await trusted.close();
  });

  it("makes a trusted line for a shared memory that lost it", async () => {
    const ward = await openWard({ shared: "trusted" });
    await ward.store.save({ name: "own", description: "d", type: "project", body: "b", source: "user" });
    const index = await ward.text("work/.agent/memory/MEMORY.md");
    await ward.put("work/.agent/memory/MEMORY.md", "");
    expect(codes((await ward.fix()).fixed)).toEqual(["missing-line"]);
    expect(await ward.text("work/.agent/memory/MEMORY.md")).toBe(index);
    expect((await ward.store.indexes()).notices).toEqual([]);
    await ward.close();
  });

  it("leaves an index with a secret alone, and makes no line of one", async () => {
    const ward = await openWard();
    const secret = ["sk", "-ant-api03-", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"].join("");
    await ward.put("home/memory/a.md", memoryText("a"));
    await ward.put("home/memory/MEMORY.md", `- [x](x.md) — ${secret}\n`);
    const barred = await ward.fix();
    expect([codes(barred.findings), barred.fixed]).toEqual([["dangling-line", "missing-line", "secret"], []]);
    await ward.put("home/memory/MEMORY.md", "");
    await ward.put("home/memory/leak.md", memoryText("leak", { description: secret }));
    expect(codes((await ward.fix()).fixed)).toEqual(["missing-line"]);
    for (const path of Object.values(await ward.snapshot()).filter((text) => text.includes(secret)))
      expect(path).toContain("name: leak");
    await ward.close();
  });

  it("completes the step of a killed writer, and sees torn lines and broken files", async () => {
    const ward = await openWard();
    await ward.store.save({ name: "a", description: "d", type: "user", body: "b", source: "user" });
    const history = join(ward.home, "history.jsonl");
    const record = (await readFile(history, "utf8")).split("\n")[0];
    await writeFile(history, `${record}\n`);
    const first = await ward.fix();
    expect([codes(first.fixed), first.findings]).toEqual([["unfinished-step"], []]);
    await appendFile(history, '{"torn\n');
    await ward.put("home/projects/web-0123456789ab/project.json", "{");
    const second = await ward.fix();
    expect(second.findings.map(({ code, line }) => [code, line])).toEqual([
      ["broken-file", undefined],
      ["broken-history", 3],
    ]);
    await ward.close();
  });

  it("takes no writer's work for a leftover, and says what a read-only disk refuses", async () => {
    const refusing = createFaultyFiles(nodeFiles, (operation, path) =>
      operation === "open-create" && !path.includes("/locks/") ? { code: "EROFS" } : undefined,
    );
    const ward = await openWard({ files: refusing });
    await ward.put("home/memory/a.md", memoryText("a"));
    await ward.put("home/projects/web-0123456789ab/cache/.daybook-tmp-1-ab", "young");
    const { findings, failures } = await ward.fix();
    expect(codes(findings)).toEqual(["missing-line"]);
    expect(failures).toEqual([expect.stringMatching(/read-only .*Nothing was changed/)]);
    const old = join(ward.project, "cache", ".daybook-tmp-1-ab");
    await utimes(old, new Date(0), new Date(0));
    expect(codes((await ward.fix()).fixed)).toEqual(["leftover"]);
    await ward.close();
  });
});
