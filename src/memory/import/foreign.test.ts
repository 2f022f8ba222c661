import { describe, expect, it } from "vitest";
import { defaultLimits } from "../../limits/index.ts";
import { parseMemory } from "../format.ts";
import { claudeFolderName, isClaudeFolderOf } from "./claude-folder.ts";
import { readForeign } from "./foreign-memory.ts";

describe("KEY-06: the folder of a project in Claude Code", () => {
  it.each([
    ["/srv/ana/proj", "-srv-ana-proj"],
    ["/srv/ana/my_app.v2", "-srv-ana-my-app-v2"],
    ["/srv/ana/.agents", "-srv-ana--agents"],
    ["D:\\code\\ana\\proj", "D--code-ana-proj"],
    ["/srv/ana/자료", "-srv-ana---"],
  ])("%s is %s", (path, name) => {
    expect(claudeFolderName(path)).toEqual({ name, isWhole: true });
  });

  it("is known by its first 200 characters where the path is longer", () => {
    const long = claudeFolderName(`/srv/${"a".repeat(300)}`);
    expect(long).toEqual({ name: `-srv-${"a".repeat(195)}-`, isWhole: false });
    expect(isClaudeFolderOf(long, `${long.name}1x2y3z`)).toBe(true);
    expect(isClaudeFolderOf(long, `-srv-${"a".repeat(195)}`)).toBe(false);
    expect(isClaudeFolderOf(claudeFolderName("/srv/ana"), "-srv-ana-proj")).toBe(false);
  });
});

describe("readForeign", () => {
  const modified = new Date("2026-05-04T03:02:01.999Z");
  const read = (name: string, text: string, hook = "") =>
    readForeign({ name, text, modified, hook }, defaultLimits);

  it("keeps a header and adds what daybook wants to know", async () => {
    const text =
      '---\nname: no friday\ndescription: "deploys: \\"never\\" on Friday"\nmetadata: \n  node_type: memory\n  type: feedback\n  originSessionId: 3f0c9f0e-1111-4222-8333-444455556666\n  modified: 2026-06-01T00:00:00.000Z\npermalink: x # kept\n---\r\nbody  \n---\nmore';
    const result = await read("feedback_no-friday.md", text);
    if (!result.ok) throw new Error(result.reason);
    const { memory } = result;
    expect(memory).toMatchObject({
      slug: "feedback_no-friday",
      type: "feedback",
      description: 'deploys: "never" on Friday',
      session: "3f0c9f0e-1111-4222-8333-444455556666",
    });
    expect(memory.text.replace(/^(?:source|session): .*\n/gm, "")).toBe(text);
    expect((await parseMemory(memory.text, "x")).header).toMatchObject({
      source: "imported",
      session: "3f0c9f0e-1111-4222-8333-444455556666",
      modified: "2026-06-01T00:00:00.000Z",
    });
  });

  it("fills in what a header lacks", async () => {
    const result = await read("reference_wiki.md", "# Wiki\n\nIt is at wiki.example.\n", "where the wiki is");
    expect(result).toMatchObject({
      ok: true,
      memory: { name: "reference_wiki", description: "where the wiki is", type: "reference" },
    });
    const bare = await read("user-ana.md", "Ana likes short answers.\n");
    if (!bare.ok) throw new Error(bare.reason);
    expect(bare.memory.description).toBe("Ana likes short answers.");
    expect((await parseMemory(bare.memory.text, "x")).header.modified).toBe("2026-05-04T03:02:01Z");
    expect(bare.memory.text.endsWith("---\nAna likes short answers.\n")).toBe(true);
    const odd = await read(
      "데이터.md",
      "---\nname: 데이터 규칙\ndescription: d\ntype: project\nsource: https://x.example\n---\nb\n",
    );
    expect(odd).toMatchObject({
      ok: true,
      memory: { slug: expect.stringMatching(/^memory-[0-9a-f]{8}$/) as string },
    });
    expect(odd.ok && odd.memory.text).toContain("source: https://x.example\n");
  });

  it("makes one header of two, where only the second says what the memory is", async () => {
    const front = "---\npermalink: notes/no-friday # kept\ntitle: No Friday\n---\n";
    const own = "name: no friday\ndescription: deploys never on Friday\ntype: feedback\n";
    const result = await read("x.md", `${front}\n---\n${own}---\nNever deploy on Friday.\n`);
    if (!result.ok) throw new Error(result.reason);
    expect(result.memory).toMatchObject({
      name: "no friday",
      description: "deploys never on Friday",
      type: "feedback",
      body: "Never deploy on Friday.\n",
    });
    expect(result.memory.text).toContain(
      "permalink: notes/no-friday # kept\ntitle: No Friday\nname: no friday\n",
    );
    expect(result.memory.text.match(/^---$/gm)).toHaveLength(2);
    const twice = await read("x.md", `${front}---\n${own}title: Other\n---\nb\n`);
    expect(twice).toMatchObject({ ok: false, reason: "it has two headers, and both say title" });
  });

  it("takes no line of a header for a description", async () => {
    const text = "---\nname: a\ntype: user\n---\n\n---\nname: b\ntags: x\n---\n\n# Ana likes tea\n";
    const result = await read("x.md", text);
    expect(result).toMatchObject({ ok: true, memory: { name: "a", description: "Ana likes tea" } });
    const rule = await read("user_x.md", "---\nAna likes tea.\n---\nAnd coffee.\n");
    expect(rule).toMatchObject({ ok: true, memory: { description: "Ana likes tea." } });
  });

  it.each([
    ["plain.md", "no header\n", "no type"],
    ["feedback_x.md", "---\nname: x\ndescription: d\ntype: report\n---\n", '"report" is none of'],
    ["x.md", "---\nname: x\ndescription: d\ntype: user\n", "header cannot be read"],
    ["user_x.md", "", "it is empty"],
    [
      "x.md",
      `---\nname: ${"n".repeat(121)}\ndescription: d\ntype: user\n---\n`,
      "121 characters; the limit is 120",
    ],
    [
      "x.md",
      `---\nname: n\ndescription: d\ntype: user\n---\n${"b".repeat(70_000)}`,
      "70,000 bytes; the limit is 65,536",
    ],
  ])("says why %s cannot be a memory", async (name, text, reason) => {
    const result = await read(name, text);
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string });
  });
});
