import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createEventLog } from "./event-log.ts";
import type { ExtractionReceipt, LoggedEvent, RecallReceipt } from "./event.ts";
import { expenseOf } from "./expense.ts";
import { sumExtraction } from "./extraction-figures.ts";
import { readEvent } from "./read-event.ts";
import { sumRecall } from "./recall-figures.ts";
import { spentOnNotes, tokensByDay } from "./spending.ts";

const today = new Date(2031, 2, 10, 9, 30);
const ts = today.toISOString();
const tokens = { input: 7, output: 2, cacheRead: 5, cacheWrite: 1, estimated: true };
const whole: readonly object[] = [
  {
    ts,
    kind: "recall",
    session: "s",
    mode: "auto",
    memories: 3,
    lexical: { candidates: [{ id: "user/a", score: 4.5, fields: { body: 4.5 } }], ms: 1 },
    side: {
      outcome: "delivered",
      model: "m",
      offered: 3,
      manifestBytes: 9,
      selected: ["user/a"],
      unknown: 0,
      ms: 1,
      tokens,
    },
    delivered: [{ id: "user/a", version: "1", by: "lexical", bytes: 120, cut: false }],
    dropped: [{ id: "user/b", reason: "weak" }],
    bytes: 120,
    sessionBytes: 120,
    ms: 2,
  },
  {
    ts,
    kind: "extraction",
    session: "s",
    upto: 3,
    mode: "auto",
    answer: "items",
    model: "m",
    items: [{ op: "create", to: "inbox", id: "p", reason: "no-quote" }],
    secrets: 1,
    calls: 1,
    ms: 5,
    tokens,
  },
  { ts, kind: "cost", purpose: "tidy", session: "s", model: "m", tokens },
];

/** Every figure that comes out of a log with these lines. */
async function figuresOf(lines: readonly string[]): Promise<unknown> {
  const storage = createMemoryStorage();
  for (const line of lines) await storage.appendLine("project/events.jsonl", line, { setAsideAt: 90_000 });
  const log = createEventLog({ storage, now: () => today });
  const events: LoggedEvent[] = [];
  for await (const event of log.since(new Date(0))) events.push(event);
  const expenses = events.flatMap((event) => expenseOf(event) ?? []);
  return [
    sumRecall(events.filter((event): event is LoggedEvent & RecallReceipt => event.kind === "recall")),
    sumExtraction(
      events.filter((event): event is LoggedEvent & ExtractionReceipt => event.kind === "extraction"),
    ),
    tokensByDay(expenses, { at: today, days: 2 }),
    await spentOnNotes(log, today),
  ];
}

/** Everything in a value that is neither an object nor a list. */
function leaves(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
}

/** Figures, days, and whether a sum is an estimate. */
function isFigure(leaf: unknown): boolean {
  if (typeof leaf === "number") return Number.isFinite(leaf) && leaf >= 0;
  return typeof leaf === "boolean" || /^\d{4}-\d\d-\d\d$/.test(String(leaf));
}

/** Puts another value in the place that a path of numbers leads to. */
function damaged(value: unknown, [step = 0, ...rest]: readonly number[], other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[step % keys.length];
  if (key === undefined) return other;
  const inner = (value as Record<string, unknown>)[key];
  const changed = rest.length === 0 ? other : damaged(inner, rest, other);
  if (Array.isArray(value)) return value.with(Number(key), changed);
  return { ...value, [key]: changed };
}

const odd = fc.oneof(
  fc.constantFrom(null, "5", -1, 1e308, 0.5, true, [null], [], {}, "__proto__", "\u001b[31m", {
    skipped: null,
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

describe("readEvent", () => {
  it("gives back a whole event as it is", () => {
    for (const event of whole) expect(readEvent(JSON.stringify(event))).toEqual(event);
  });

  it("lets no damaged line stop whoever adds up, nor spoil a figure", async () => {
    const path = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 });
    const line = fc
      .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(path, odd), { minLength: 1, maxLength: 3 }))
      .map(([event, damages]) =>
        JSON.stringify(damages.reduce<unknown>((now, [at, other]) => damaged(now, at, other), event)),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        expect(leaves(await figuresOf(lines)).filter((leaf) => !isFigure(leaf))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    { kind: "extraction", items: [], tokens: null },
    { kind: "extraction", items: [null], secrets: "5" },
    {
      kind: "recall",
      lexical: { skipped: "off" },
      side: { outcome: "empty", tokens: null },
      delivered: [null],
      dropped: [],
    },
  ])("reads what is left of %j", async (event) => {
    const figures = await figuresOf([JSON.stringify({ ts, ...event })]);
    expect(leaves(figures)).not.toContain(null);
    expect(leaves(figures)).not.toContain("05");
  });

  it("folds words of a later version, or of nobody, into one", async () => {
    const words = ["later", "__proto__", "constructor", "\u001b[2J"];
    const items = words.map((reason) => ({ op: "create", to: "inbox", reason }));
    const lines = words.map((skipped) => JSON.stringify({ ts, kind: "extraction", items, skipped }));
    const [, extraction] = (await figuresOf(lines)) as [unknown, ReturnType<typeof sumExtraction>];
    expect(extraction).toMatchObject({ skipped: { other: 4 }, reasons: { other: 16 } });
    expect(Object.keys(extraction.reasons)).toEqual(["other"]);
  });
});
