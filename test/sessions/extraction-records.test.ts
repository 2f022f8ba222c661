import { describe, expect, it } from "vitest";
import { createSessionHome, linesOf, record, sessionId, whole } from "./session-home.ts";

const wish = { cwd: "/srv/shop" };
const talk = [record.context(), record.user("go"), record.assistant("done")];
const extraction = (upto: number) => ({ type: "extraction" as const, upto, items: [] });

describe("what was read out of a session", () => {
  it("is added once, under the lease, however many read it", async () => {
    const home = await createSessionHome();
    await home.write(whole(linesOf(talk)));
    const added = await Promise.all(
      [1, 2, 3].map(() => home.store.appendExtraction(sessionId, extraction(3))),
    );
    expect(added.filter((outcome) => outcome === "added")).toHaveLength(1);
    expect(await home.store.appendExtraction(sessionId, extraction(3))).toBe("behind");
    const records = await home.store.records(sessionId);
    expect(records.map(({ type, n }) => `${n} ${type}`)).toEqual([
      "0 session",
      "1 context",
      "2 user",
      "3 assistant",
      "4 extraction",
    ]);
  });

  it("leaves a session to the process that writes it", async () => {
    const home = await createSessionHome();
    await home.write(whole(linesOf(talk)));
    const { log } = await home.store.resume(sessionId, wish);
    expect(await home.store.isOpen(sessionId)).toBe(true);
    expect(await home.store.appendExtraction(sessionId, extraction(3))).toBe("busy");
    await log.close();
    expect(await home.store.isOpen(sessionId)).toBe(false);
    await expect(home.store.isOpen("20300101-000000-0000")).rejects.toMatchObject({ code: "not-found" });
  });

  it("changes nothing of the conversation", async () => {
    const home = await createSessionHome();
    await home.write(whole(linesOf(talk)));
    const before = (await home.store.read(sessionId)).messages;
    await home.store.appendExtraction(sessionId, extraction(3));
    expect((await home.store.read(sessionId)).messages).toEqual(before);
  });

  it("is looked for in the part of a long log that is still live, with its context", async () => {
    const home = await createSessionHome();
    const long = record.assistant("x".repeat(600_000));
    const lines = [record.context(), record.user("old"), long, record.user("older"), long];
    const kept = lines.length + 1;
    await home.write(
      whole(
        linesOf([
          ...lines,
          record.user("kept"),
          record.assistant("done"),
          record.compaction(kept),
          extraction(7),
        ]),
      ),
    );
    const records = await home.store.records(sessionId);
    expect(records.map(({ n }) => n)).toEqual([0, 1, 6, 7, 8, 9]);
    expect(await home.store.appendExtraction(sessionId, extraction(7))).toBe("behind");
    expect(await home.store.appendExtraction(sessionId, extraction(9))).toBe("added");
    expect((await home.store.records(sessionId)).at(-1)).toMatchObject({ n: 10, upto: 9 });
  });
});
