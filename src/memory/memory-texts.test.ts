import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "./store.ts";
import { createMemoryTexts } from "./memory-texts.ts";
import { openFolderStore, type FolderStore } from "./testing/folder-store.ts";

let folder: FolderStore;
afterEach(() => folder.close());
const by = { source: "agent" as const };

describe("memories as whole files", () => {
  it("completes a header", async () => {
    folder = await openFolderStore();
    const texts = createMemoryTexts(folder.options);
    const r = await texts.write({ scope: "user", slug: "a_b" }, () => "# Tabs, not spaces\nfour wide", by);
    console.log(r, await folder.snapshot());
    const r2 = await texts.write(
      { scope: "user", slug: "a_b" },
      (t) => t!.text.replace(/Tabs[^\n]*\nfour/, "Spaces\ntwo"),
      by,
    );
    console.log(r2, await folder.snapshot());
    const r3 = await texts.rename({ scope: "user", slug: "a_b" }, { scope: "project", slug: "c" }, by);
    console.log(r3, await folder.snapshot());
    for (let i = 0; i < 3; i++) {
      console.log(await createMemoryStore(folder.options).undo(by));
      console.log(await folder.snapshot());
    }
    expect(1).toBe(1);
  });
});
