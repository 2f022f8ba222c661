import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createEventLog } from "./event-log.ts";
import type { CostEvent, ExtractionReceipt, LoggedEvent, TokenCount } from "./event.ts";
import { expenseOf, localDay } from "./expense.ts";
import { spentOnNotes, startOfDay, sumByPurpose, tokensByDay } from "./spending.ts";

// Times of this machine's calendar, whatever its time zone.
const today = new Date(2031, 2, 10, 9, 30);
const tokens = { input: 100, output: 10, cacheRead: 1000, cacheWrite: 50 };

function cost(purpose: CostEvent["purpose"], count: TokenCount = tokens): CostEvent {
  return { kind: "cost", purpose, session: "s", model: "openai/gpt-5", tokens: count };
}

function extraction(count?: TokenCount): ExtractionReceipt {
  const receipt = { session: "s", upto: 3, mode: "auto", items: [], secrets: 0, calls: 1, ms: 5 } as const;
  return { kind: "extraction", ...receipt, model: "m", ...(count === undefined ? {} : { tokens: count }) };
}

function logAt(storage = createMemoryStorage()) {
  let at = today;
  const log = createEventLog({ storage, now: () => at });
  return {
    storage,
    log,
    record: (time: Date, event: CostEvent | ExtractionReceipt) => ((at = time), log.record(event)),
  };
}

describe("expenseOf", () => {
  const at = (event: object): LoggedEvent => ({ ts: today.toISOString(), ...event }) as LoggedEvent;

  it("reads what was spent off costs and receipts", () => {
    const side = { outcome: "empty", model: "side", tokens: { input: 7, output: 2 } };
    expect(expenseOf(at(cost("chat")))).toEqual({
      day: "2031-03-10",
      purpose: "chat",
      model: "openai/gpt-5",
      session: "s",
      tokens,
    });
    expect(expenseOf(at({ kind: "recall", side }))).toMatchObject({ purpose: "recall", model: "side" });
    expect(expenseOf(at(extraction({ input: 5, output: 1, estimated: true })))).toMatchObject({
      purpose: "extraction",
      tokens: { input: 5, output: 1, cacheRead: 0, cacheWrite: 0, estimated: true },
    });
  });

  it("finds nothing where nothing was asked, and takes no odd figure for tokens", () => {
    expect(expenseOf(at({ kind: "recall", side: { skipped: "local" } }))).toBeNull();
    expect(expenseOf(at(extraction()))).toBeNull();
    expect(expenseOf(at({ kind: "later", tokens }))).toBeNull();
    expect(expenseOf(at({ ...cost("chat"), purpose: "later" }))).toBeNull();
    expect(expenseOf({ ...at(cost("chat")), ts: "yesterday" })).toBeNull();
    const odd = { input: "9", output: -1, cacheRead: null, cacheWrite: Number.NaN } as unknown as TokenCount;
    expect(expenseOf(at(cost("chat", odd)))?.tokens).toEqual({
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
    });
  });
});

describe("spentOnNotes", () => {
  it("adds up what one calendar day spent on taking and tidying notes, also over what was set aside", async () => {
    const { storage, log, record } = logAt();
    await record(new Date(2031, 2, 9, 23, 59, 59, 999), extraction({ input: 1_000, output: 0 }));
    await record(new Date(2031, 2, 10, 0, 0), extraction({ input: 200, output: 20 }));
    await storage.appendLine("project/events.jsonl", "torn {", { setAsideAt: 0 });
    await record(today, cost("chat"));
    await record(today, cost("tidy", { input: 5_000, output: 0 }));
    await record(today, extraction({ input: 30, output: 3, cacheRead: 4 }));
    expect(await spentOnNotes(log, today)).toBe(5_257);
    expect(await spentOnNotes(log, new Date(2031, 2, 9, 3))).toBe(1_000);
    expect(await spentOnNotes(log, new Date(2031, 2, 11))).toBe(0);
  });

  it("counts what stands before a line of a wrong clock", async () => {
    const { log, record } = logAt();
    await record(today, extraction({ input: 200, output: 20 }));
    await record(new Date(1970, 0, 1), extraction({ input: 1, output: 0 }));
    expect(await spentOnNotes(log, today)).toBe(220);
  });

  it("is zero where nothing was recorded", async () => {
    expect(await spentOnNotes(logAt().log, today)).toBe(0);
  });
});

describe("tokensByDay", () => {
  it("has every day, oldest first, also over a change of the clocks", () => {
    const days = tokensByDay([], { at: new Date(2031, 3, 2), days: 14 });
    expect(days.map(({ day }) => day)).toEqual([
      ...Array.from({ length: 12 }, (_, index) => `2031-03-${20 + index}`),
      "2031-04-01",
      "2031-04-02",
    ]);
  });

  it("leaves out what is older, and keeps purposes apart", () => {
    const expenses = [new Date(2031, 2, 8), today, today].flatMap(
      (time) => expenseOf({ ts: time.toISOString(), ...cost("chat") }) ?? [],
    );
    expect(tokensByDay(expenses, { at: today, days: 2 })).toEqual([
      { day: "2031-03-09", spent: {} },
      { day: "2031-03-10", spent: { chat: { input: 200, output: 20, cacheRead: 2000, cacheWrite: 100 } } },
    ]);
  });
});

it("a sum is an estimate as soon as one part is", () => {
  const parts = [tokens, { input: 1, output: 1, estimated: true as const }];
  const spent = sumByPurpose(parts.map((count) => ({ purpose: "chat", tokens: count })));
  expect(spent.chat?.estimated).toBe(true);
});

it("days begin at midnight of this machine", () => {
  expect(localDay(new Date(2031, 0, 5, 0, 0))).toBe("2031-01-05");
  expect(localDay(startOfDay(new Date(2031, 0, 5, 23, 59)))).toBe("2031-01-05");
  expect(localDay(startOfDay(new Date(2031, 0, 5), 14))).toBe("2030-12-23");
});
