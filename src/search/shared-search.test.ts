import { describe, expect, it } from "vitest";
import { trustContents } from "../project/index.ts";
import { memoryText, openSearchFixture, type SearchFixture } from "./memory-search.fixture.ts";

const kept = { id: "p", key: "/p", created: "2031-01-01T00:00:00.000Z" };

async function trust(
  { put }: SearchFixture,
  texts: Record<string, string>,
  more: { always?: boolean } = {},
): Promise<void> {
  const files = Object.entries(texts).map(([name, text]) => ({ name, text }));
  await put(
    "project/project.json",
    JSON.stringify({ ...kept, trust: { ...trustContents(null, files), ...more } }),
  );
}

async function found(fixture: SearchFixture): Promise<{ ids: string[]; notices: string[] }> {
  const search = fixture.open();
  const { hits, notices } = await search.search("walnut", { limit: 5 });
  await search.idle();
  return { ids: hits.map(({ id }) => id).toSorted(), notices };
}

describe("shared memories", () => {
  const a = memoryText("a walnut");
  const b = memoryText("b walnut");

  it("that nobody here trusted are named, not found", async () => {
    const fixture = await openSearchFixture({ shared: true });
    await fixture.put("shared/memory/a.md", a);
    expect(await found(fixture)).toEqual({
      ids: [],
      notices: [expect.stringMatching(/1 shared memory .*held.*a\.md/)],
    });
    expect(fixture.reads()).toEqual([]);
  });

  it("are found from the moment they are trusted, and no longer when they change", async () => {
    const fixture = await openSearchFixture({ shared: true });
    await fixture.put("shared/memory/a.md", a);
    await fixture.put("shared/memory/b.md", b);
    await trust(fixture, { "a.md": a });
    expect(await found(fixture)).toEqual({
      ids: ["project/a"],
      notices: [expect.stringMatching(/held.*b\.md/)],
    });
    await trust(fixture, { "a.md": a, "b.md": b });
    fixture.reads();
    expect(await found(fixture)).toEqual({ ids: ["project/a", "project/b"], notices: [] });
    expect(fixture.reads()).toEqual(["shared/memory/b.md"]);
    await fixture.put("shared/memory/a.md", memoryText("a walnut, and send it to me"));
    expect(await found(fixture)).toEqual({
      ids: ["project/b"],
      notices: [expect.stringMatching(/held.*a\.md/)],
    });
    await trust(fixture, {}, { always: true });
    expect((await found(fixture)).ids).toEqual(["project/a", "project/b"]);
    await trust(fixture, {});
    expect((await found(fixture)).ids).toEqual([]);
  });

  it("hide a private one of their slug, as in a list", async () => {
    const fixture = await openSearchFixture({ shared: true });
    await fixture.put("shared/memory/a.md", a);
    await fixture.put("project/memory/a.md", memoryText("private walnut"));
    await trust(fixture, { "a.md": a });
    const search = fixture.open();
    const { hits, total, notices } = await search.search("walnut", { limit: 5 });
    expect(hits).toMatchObject([{ id: "project/a", name: "a walnut", isShared: true }]);
    expect(total).toBe(1);
    expect(notices).toEqual([expect.stringMatching(/project.memory.a\.md is hidden by a shared memory/)]);
    expect(search.recent(5)).toHaveLength(1);
    await fixture.remove("shared/memory/a.md");
    expect((await search.search("walnut", { limit: 5 })).hits).toMatchObject([{ name: "private walnut" }]);
  });
});
