import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";
import { createTurns } from "./turns.ts";

async function withSession(): Promise<{ store: SessionStore; id: string }> {
  const store = createSessionStore({ storage: createMemoryStorage(), project: "p", now: () => new Date(0) });
  const log = store.create("/");
  await log.append({ type: "user", content: [{ type: "text", text: "hello" }], from: ["person"] });
  await log.close();
  return { store, id: log.id };
}

describe("leases that are held for a moment", () => {
  it.each([
    ["a look", (store: SessionStore, id: string) => store.isOpen(id)],
    ["a mark", (store: SessionStore, id: string) => store.appendTo(id, { type: "mark", pinned: true })],
    ["a note", (store: SessionStore, id: string) => store.appendExtraction(id, extraction)],
  ])("of %s do not make whoever goes on with the session go on with a copy", async (_name, hold) => {
    const { store, id } = await withSession();
    const [, resumed, after] = await Promise.all([
      hold(store, id),
      store.resume(id, { cwd: "/" }),
      store.isOpen(id),
    ]);
    expect(resumed).toMatchObject({ fork: null, said: [expect.not.stringContaining("copy")] });
    expect(resumed.log.id).toBe(id);
    expect(after).toBe(true);
    await resumed.log.close();
  });

  const extraction = { type: "extraction" as const, upto: 1, items: [] };
});

describe("works of one key", () => {
  it("run one after the other, also behind one that failed, and beside those of another", async () => {
    const inTurn = createTurns();
    const seen: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const results = await Promise.allSettled([
      inTurn("a", work("first", true)),
      inTurn("a", work("second")),
      inTurn("b", work("other")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    const ofA = seen.filter((line) => !line.startsWith("other"));
    expect(ofA).toEqual(["first begins", "first ends", "second begins", "second ends"]);
    expect(seen.indexOf("other begins")).toBeLessThan(seen.indexOf("first ends"));
  });
});
