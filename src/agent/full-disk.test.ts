import { describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import type { SessionRecord } from "../sessions/index.ts";
import {
  agentWith,
  answer,
  collect,
  endOf,
  fakeModel,
  requestProblems,
  say,
  use,
  prefixProblems,
} from "./agent.fixture.ts";

/** A log that takes so many records, and more when there is room again. */
function smallDisk(room: number) {
  const records: SessionRecord[] = [];
  const disk = { room, records };
  const append = async (record: SessionRecord): Promise<number> => {
    if (records.length >= disk.room) {
      throw new DaybookError(
        "no-space",
        "There is no space left on the disk. What was there before is whole.",
      );
    }
    return records.push(structuredClone(record)) - 1;
  };
  return { disk, append };
}

describe("a disk that is full", () => {
  const steps = () => [
    answer([use("Echo", {}, "a"), use("Echo", {}, "b")]),
    say("done"),
    say("ok"),
    say("ok"),
    say("ok"),
  ];

  it.each([0, 1, 2, 3, 4, 5])(
    "after %i records ends the turn with a sentence; nothing is sent that was not recorded, and the chat goes on",
    async (room) => {
      const { disk, append } = smallDisk(room);
      const model = fakeModel(...steps());
      const { agent } = agentWith(model, { append });
      const end = await endOf(agent.run("go"));
      expect(end).toMatchObject({ outcome: "failed", failure: { kind: "no-space" } });
      expect(end.failure?.message).toContain("no space left on the disk");
      expect((await endOf(agent.run("still full?"))).outcome).toBe("failed");
      disk.room = Number.POSITIVE_INFINITY;
      expect((await endOf(agent.run("and now"))).outcome).toBe("answered");
      expect(model.requests.flatMap(requestProblems)).toEqual([]);
      expect(prefixProblems(model.requests)).toEqual([]);
      const recorded = JSON.stringify(disk.records);
      for (const { content } of agent.messages())
        for (const block of content) expect(recorded).toContain(JSON.stringify(block));
    },
  );

  it("does not keep a compaction from being tried again", async () => {
    const { disk, append } = smallDisk(Number.POSITIVE_INFINITY);
    const summary = say("SUMMARY");
    const model = fakeModel(say("1"), say("2"), summary, summary, say("3"));
    const { agent } = agentWith(model, { append });
    for (const prompt of ["one", "two"]) await endOf(agent.run(prompt));
    disk.room = disk.records.length;
    const before = agent.messages();
    expect(await endOf(agent.compact())).toMatchObject({ outcome: "failed", failure: { kind: "no-space" } });
    expect(agent.messages()).toEqual(before);
    disk.room = Number.POSITIVE_INFINITY;
    expect((await collect(agent.compact())).at(-1)).toMatchObject({ outcome: "answered" });
    expect((await endOf(agent.run("three"))).outcome).toBe("answered");
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("SUMMARY");
  });
});
