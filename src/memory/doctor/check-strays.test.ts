import { symlink } from "node:fs/promises";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openWard, type Ward } from "./doctor.fixture.ts";

let ward: Ward;
beforeEach(async () => void (ward = await openWard({ shared: "trusted" })));
afterEach(() => ward.close());

const project = "home/projects/web-0123456789ab";
const strays = [
  ".b.md.tmp",
  "b.md~",
  "proj-one.md.tmp-abc",
  ".a.md.daybook-tmp-1234abcd",
  "#b.md#",
  ".b.md.swp",
  "b.md.orig",
  "b.md.bak",
  "MEMORY.md.old",
];

describe("what other programs left beside memories", () => {
  it.each(["home/memory", `${project}/memory`, "work/.agent/memory", `${project}/inbox`])(
    "is told, and stays: in %s",
    async (folder) => {
      for (const name of strays) await ward.put(`${folder}/${name}`, "words");
      await symlink("lin@heron.4711:1", join(ward.root, folder, ".#b.md"));
      const { fixed, findings } = await ward.fix();
      const left = findings.filter(({ code }) => code === "leftover");
      expect(left.map(({ file }) => file).toSorted()).toEqual(
        [".#b.md", ...strays].map((name) => join(ward.root, folder, name)).toSorted(),
      );
      expect(new Set(left.map(({ severity, fix }) => `${severity} ${fix}`))).toEqual(
        new Set(["note manual"]),
      );
      expect(fixed).toEqual([]);
      expect(await ward.names()).toEqual(expect.arrayContaining(strays.map((name) => `${folder}/${name}`)));
    },
  );

  it("is nothing that a person may have put there on purpose", async () => {
    for (const name of ["notes.txt", "report.old.pdf", ".keep", "tmp.txt", "b.md.gpg"])
      await ward.put(`home/memory/${name}`, "words");
    expect(await ward.findings()).toEqual([]);
  });
});
