import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createEventLog } from "./event-log.ts";
import type { ExtractionReceipt, RecallReceipt, SideOutcome } from "./event.ts";
import { sumExtraction } from "./extraction-figures.ts";
import { sumRecall } from "./recall-figures.ts";

function recall(parts: Partial<RecallReceipt> = {}): RecallReceipt {
  const none = { delivered: [], dropped: [], bytes: 0, sessionBytes: 0, ms: 1 };
  return {
    kind: "recall",
    mode: "auto",
    memories: 3,
    lexical: { candidates: [], ms: 1 },
    side: { skipped: "local" },
    ...none,
    ...parts,
  };
}

function asked(outcome: SideOutcome): Pick<RecallReceipt, "side"> {
  return { side: { outcome, model: "m", offered: 3, manifestBytes: 9, selected: [], unknown: 0, ms: 1 } };
}

const brought = {
  delivered: [{ id: "user/a", version: "1", by: "lexical" as const, bytes: 120, cut: false }],
};

describe("sumRecall", () => {
  it("puts every turn into one drawer", () => {
    const nothing = { lexical: { skipped: "no-memories" }, side: { skipped: "no-memories" } } as const;
    const figures = sumRecall([
      recall(brought),
      recall({ ...brought, ...asked("late") }),
      recall(asked("late")),
      recall(),
      recall(asked("empty")),
      recall(asked("timeout")),
      recall({ lexical: { skipped: "failed" } }),
      recall(nothing),
    ]);
    expect(figures).toEqual({
      turns: 8,
      delivered: 2,
      late: 1,
      empty: 2,
      failed: 2,
      notAsked: 1,
      memories: 2,
      bytes: 240,
      side: { delivered: 0, empty: 1, late: 2, unusable: 0, timeout: 1, failed: 0 },
    });
  });
});

describe("sumExtraction", () => {
  it("counts turns, where items went, and why", () => {
    const base = {
      kind: "extraction",
      session: "s",
      upto: 1,
      mode: "auto",
      items: [],
      secrets: 0,
      calls: 1,
      ms: 1,
    } as const;
    const receipts: ExtractionReceipt[] = [
      { ...base, skipped: "no-words", calls: 0 },
      { ...base, answer: "nothing" },
      { ...base, answer: "unusable", calls: 2 },
      {
        ...base,
        answer: "items",
        secrets: 1,
        items: [
          { op: "create", to: "memory", id: "user/a" },
          { op: "update", to: "memory", id: "user/b", reason: "duplicate" },
          { op: "update", to: "inbox", id: "p", reason: "no-quote" },
          { op: "unknown", to: "nowhere", reason: "invalid" },
        ],
      },
    ];
    expect(sumExtraction(receipts)).toEqual({
      turns: 4,
      read: 3,
      skipped: { "no-words": 1 },
      kept: 2,
      proposed: 1,
      dropped: 1,
      reasons: { duplicate: 1, "no-quote": 1, invalid: 1 },
      failed: 1,
      secrets: 1,
      calls: 4,
    });
  });
});

it("an event without the parts of its kind is passed over", async () => {
  const storage = createMemoryStorage();
  const halves = [
    { kind: "recall" },
    { kind: "extraction", items: "x" },
    { kind: "cost", tokens: null },
    { kind: 3 },
  ];
  for (const half of halves)
    await storage.appendLine(
      "project/events.jsonl",
      JSON.stringify({ ts: "2031-03-10T09:00:00Z", ...half }),
      { setAsideAt: 9_000 },
    );
  const log = createEventLog({ storage, now: () => new Date() });
  await log.record({ kind: "cost", purpose: "tidy", model: "m", tokens: { input: 1, output: 1 } });
  const kinds: string[] = [];
  for await (const { kind } of log.since(new Date(0))) kinds.push(kind);
  expect(kinds).toEqual(["cost"]);
});
