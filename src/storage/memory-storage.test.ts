import { describe, expect, test } from "vitest";

import { storageContract } from "./contract.ts";
import { createMemoryStorage } from "./memory-storage.ts";

describe("the in-memory storage", () => {
  storageContract({ test, expect }, async () => createMemoryStorage());

  test("begins with the files it is given", async () => {
    const storage = createMemoryStorage({ roots: ["home"], files: { "home/memory/a.md": "a" } });
    expect(await storage.read("home/memory/a.md")).toMatchObject({ text: "a" });
    expect(storage.has("project")).toBe(false);
    await expect(storage.read("project/a.md")).rejects.toMatchObject({ code: "internal" });
  });
});
