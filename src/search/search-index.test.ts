import { describe, expect, it } from "vitest";
import { indexFromBytes, indexToBytes } from "./index-bytes.ts";
import { SearchIndex, type SearchDocument } from "./search-index.ts";

function indexOf(documents: readonly SearchDocument[]): SearchIndex {
  const index = new SearchIndex();
  for (const document of documents) index.put(document);
  return index;
}

function found(index: SearchIndex, question: string): string[] {
  return index.search(question, { limit: 10 }).map(({ key }) => key);
}

describe("REC-01", () => {
  const index = indexOf([
    {
      key: "rel.md",
      name: "发布规则",
      description: "发布之前必须先跑完整测试",
      body: "发布之前必须先跑完整测试。",
    },
    {
      key: "walk.md",
      name: "朝の手順",
      description: "毎朝散歩をしてから端末を起動する",
      body: "毎朝散歩をしてから端末を起動する。",
    },
    { key: "en.md", name: "Backups", description: "nightly backup at two", body: "Nightly backup at 02:00." },
  ]);

  it.each([
    ["完整测试", "rel.md"],
    ["发布", "rel.md"],
    ["散歩", "walk.md"],
    ["backup", "en.md"],
  ])("a part of a sentence without spaces finds it: %s", (question, key) => {
    expect(found(index, question)[0]).toBe(key);
    const reread = indexFromBytes(indexToBytes(index));
    expect(reread && found(reread, question)[0]).toBe(key);
  });
});
