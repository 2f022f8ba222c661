import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createTurnsToRead } from "./turns-to-read.ts";

const first = { session: "20310301-080000-00ab", begin: 2 };
const second = { session: "20310301-080000-00ab", begin: 10 };
const earlier = { session: "20310228-080000-00ab", begin: 40 };

describe("turns to read", () => {
  it("wait until they are done, oldest first, with the calls that were begun", async () => {
    const turns = createTurnsToRead(createMemoryStorage());
    for (const turn of [second, first, earlier, first]) await turns.add(turn);
    await turns.tried(second);
    await turns.tried(second);
    await turns.done(first);
    expect(await turns.waiting()).toEqual([
      { ...earlier, tries: 0 },
      { ...second, tries: 2 },
    ]);
  });

  it("are told to every process, and survive lines that are none", async () => {
    const storage = createMemoryStorage();
    await createTurnsToRead(storage).add(first);
    for (const line of ["", "{", "null", "7", '{"session":4,"begin":2}', '{"session":"x"}', '{"done":2}'])
      await storage.appendLine("project/extraction.jsonl", line, { setAsideAt: 1_000_000 });
    expect(await createTurnsToRead(storage).waiting()).toEqual([{ ...first, tries: 0 }]);
  });

  it("are still known when the list was set aside", async () => {
    const storage = createMemoryStorage();
    const turns = createTurnsToRead(storage);
    await turns.add(first);
    await turns.add(earlier);
    await storage.appendLine("project/extraction.jsonl", "{}", { setAsideAt: 1 });
    await turns.done(earlier);
    expect(await turns.waiting()).toEqual([{ ...first, tries: 0 }]);
  });

  it("fail nobody", async () => {
    const broken = {
      appendLine: () => Promise.reject(new Error("full")),
      // oxlint-disable-next-line require-yield
      async *stream(): AsyncGenerator<Uint8Array> {
        throw new Error("gone");
      },
    };
    const turns = createTurnsToRead(broken);
    await turns.add(first);
    expect(await turns.waiting()).toEqual([]);
  });
});
