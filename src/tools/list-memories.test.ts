import { describe, expect, it } from "vitest";
import type { KnownMemory } from "../search/index.ts";
import { listMemories } from "./list-memories.ts";
import { linkTo } from "./memory-work.ts";

function memory(slug: string, { modified, isShared }: { modified: string | null; isShared: boolean }) {
  const known: KnownMemory = {
    id: `project/${slug}`,
    slug,
    scope: "project",
    path: isShared ? `shared/memory/${slug}.md` : `project/memory/${slug}.md`,
    file: `/somewhere/${slug}.md`,
    isShared,
    version: "v",
    name: slug,
    description: "",
    type: "project",
    modified,
    source: null,
    session: null,
    fileTime: Date.parse("2026-11-29T10:00:00Z"),
  };
  return known;
}

describe("a list of memories", () => {
  const memories = [
    memory("dated", { modified: "2020-01-02T03:04:05Z", isShared: false }),
    memory("private", { modified: null, isShared: false }),
    memory("cloned", { modified: null, isShared: true }),
  ];

  it("dates each by its header, else by its file, and what came with a clone not by the clone", async () => {
    const { content, facts } = await listMemories(
      { index: { all: async () => ({ memories, notices: [] }) } },
      {},
    );
    expect(content).toContain("dated [project, 2020-01-02]");
    expect(content).toContain("private [project, 2026-11-29]");
    expect(content).toContain("cloned [project, no date]");
    expect(facts).toMatchObject({
      memories: [
        { modified: "2020-01-02T03:04:05Z" },
        { modified: "2026-11-29T10:00:00.000Z" },
        { modified: null },
      ],
    });
  });

  it("links to the time of a file where that means anything", () => {
    expect(memories.map((each) => linkTo(each).file)).toEqual([
      "/somewhere/dated.md",
      "/somewhere/private.md",
      null,
    ]);
  });
});
