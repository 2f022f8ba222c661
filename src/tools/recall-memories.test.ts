import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits/index.ts";
import { createMemoryStore } from "../memory/index.ts";
import { createMemorySearch } from "../search/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { recallMemories } from "./recall-memories.ts";

describe("recall as an operation", () => {
  const now = () => new Date(2031, 2, 10);
  const storage = createMemoryStorage({ now });
  const store = createMemoryStore({ storage, gate: { check: async () => [] }, now });
  const doors = { index: createMemorySearch({ storage, now }), store, limits: defaultLimits, now };

  it("gives the blocks of what matters, and names them", async () => {
    expect(await recallMemories(doors, { prompt: "where do we deploy" })).toEqual({
      content: "Memory is empty; nothing is brought.",
      isError: false,
      display: "recalled nothing",
    });
    await store.save({
      name: "staging",
      description: "the staging deploy target",
      type: "reference",
      body: "https://staging.example.com",
      source: "user",
    });
    const recalled = await recallMemories(doors, { prompt: "where do we deploy" });
    expect(recalled).toMatchObject({
      isError: false,
      display: "recalled staging",
      memories: ["project/staging"],
    });
    expect(recalled.content).toMatch(
      /^<system-reminder>\nRecalled memory project\/staging[\s\S]*example\.com/,
    );
    expect((await recallMemories(doors, { prompt: "cats and dogs" })).content).toMatch(/^No memory matters/);
  });
});
