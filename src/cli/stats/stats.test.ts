import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDaybook, type Daybook, type Host } from "../../app/index.ts";
import type { DaybookEvent, ExtractionReceipt, RecallReceipt } from "../../events/index.ts";
import { hostWith } from "../chat/chat.fixture.ts";
import { stats } from "../commands/stats.ts";
import { displayWidth } from "../terminal/display-width.ts";
import { createTerminal } from "../terminal/terminal.ts";

const today = new Date(2031, 2, 10, 9, 30);
const daysAgo = (days: number): Date => new Date(2031, 2, 10 - days, 12);

let folder = "";
let at = today;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-stats-")));
  await mkdir(join(folder, "project"));
  at = today;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const written = { out: "", err: "" };

function host(more: Partial<Host> = {}): Host {
  Object.assign(written, { out: "", err: "" });
  return { ...hostWith("", written), now: () => at, cwd: () => join(folder, "project"), ...more };
}

function open(given: Host = host()): Promise<Daybook> {
  return openDaybook(given, { home: join(folder, "home") });
}

async function run({
  json = false,
  columns,
  env = {},
}: { json?: boolean; columns?: number; env?: Host["env"] } = {}) {
  const given = host({ env });
  if (columns !== undefined) Object.assign(given.stdout, { isTTY: true, columns });
  const terminal = createTerminal(given);
  const code = await stats({ host: given, terminal, json, open: () => open(given) }, {});
  expect(code).toBe(0);
  return written.out;
}

async function record(time: Date, ...events: DaybookEvent[]): Promise<void> {
  at = time;
  const { events: log } = await open();
  for (const event of events) await log.record(event);
  at = today;
}

const recall: RecallReceipt = {
  kind: "recall",
  session: "s",
  mode: "auto",
  memories: 3,
  lexical: { candidates: [], ms: 1 },
  side: { skipped: "local" },
  delivered: [],
  dropped: [],
  bytes: 0,
  sessionBytes: 0,
  ms: 2,
};
const extraction: ExtractionReceipt = {
  kind: "extraction",
  session: "s",
  upto: 3,
  mode: "auto",
  model: "openai/gpt-4.1-mini",
  answer: "items",
  items: [
    { op: "create", to: "memory", id: "user/a" },
    { op: "create", to: "inbox", id: "p", reason: "no-quote" },
  ],
  secrets: 1,
  calls: 1,
  ms: 5,
  tokens: { input: 150_000, output: 30_000 },
};

async function fill(): Promise<void> {
  for (const [days, type, name] of [
    [0, "feedback", "commit message 前缀"],
    [3, "feedback", "tests first"],
    [40, "user", "speaks Chinese 说中文"],
    [400, "project", "release on Friday"],
  ] as const) {
    at = daysAgo(days);
    const { store } = await open();
    await store.save({
      type,
      name,
      description: `about ${name}`,
      body: "Body.",
      source: days > 30 ? "user" : "agent",
    });
  }
  const delivered = [{ id: "user/a", version: "1", by: "lexical" as const, bytes: 120, cut: false }];
  const tokens = { input: 1_234_567, output: 890, cacheRead: 500 };
  await record(daysAgo(20), { kind: "cost", purpose: "chat", model: "openai/gpt-4.1-mini", tokens });
  await record(daysAgo(2), { kind: "cost", purpose: "chat", model: "openai/gpt-4.1-mini", tokens });
  await record(today, { ...recall, delivered }, recall, extraction);
  await record(today, {
    kind: "cost",
    purpose: "compaction",
    model: "openai/gpt-4.1-mini",
    tokens: { input: 9_000, output: 900, estimated: true },
  });
  await record(today, { kind: "cost", purpose: "tidy", model: "m", tokens: { input: 5_000, output: 0 } });
  const { inbox, project } = await open();
  const memory = {
    type: "feedback",
    scope: "user",
    name: "Use tabs",
    description: "indent",
    body: "Tabs.\n",
  } as const;
  await inbox.propose({ op: "create", memory, targets: [], reason: "no-quote", evidence: { quote: "" } });
  await writeFile(join(project.folder, "inbox", "broken.md"), "x");
}

describe("daybook stats", () => {
  it("tells everything as JSON", async () => {
    await fill();
    const figures = JSON.parse(await run({ json: true })) as Record<string, unknown>;
    expect(figures).toMatchObject({
      day: "2031-03-10",
      days: 14,
      memories: {
        total: 4,
        byScope: { user: 3, project: 1 },
        byType: { user: 1, feedback: 2, project: 1, reference: 0, unknown: 0 },
        byAge: { today: 1, week: 1, month: 0, quarter: 1, year: 0, older: 1, unknown: 0 },
        bySource: { user: 2, agent: 2, extracted: 0, imported: 0, unknown: 0 },
      },
      indexes: [
        { scope: "user", lines: 3, lineLimit: 200, byteLimit: 25_000, loaded: 3, total: 3 },
        { scope: "project", lines: 1, loaded: 1, total: 1 },
      ],
      recall: { turns: 2, delivered: 1, late: 0, empty: 1, failed: 0, memories: 1 },
      extraction: {
        turns: 1,
        read: 1,
        kept: 1,
        proposed: 1,
        dropped: 0,
        reasons: { "no-quote": 1 },
        secrets: 1,
      },
      inbox: { waiting: 1 },
      budget: { spent: 185_000, limit: 200_000, left: 15_000 },
      sessions: { count: 0, bytes: 0, pinned: 0, trash: { count: 0, bytes: 0 } },
      notices: [expect.stringContaining("broken.md is no proposal") as string],
    });
    const days = figures["tokens"] as { day: string; byPurpose: Record<string, { input: number }> }[];
    expect(days).toHaveLength(14);
    expect(days.at(-3)).toEqual({
      day: "2031-03-08",
      byPurpose: { chat: { input: 1_234_567, output: 890, cacheRead: 500, cacheWrite: 0 } },
    });
    expect(Object.keys(days.at(-1)?.byPurpose ?? {})).toEqual(["tidy", "compaction", "extraction"]);
    expect(figures).not.toHaveProperty("expenses");
  });

  it("reads well at 80 cells, and in any width no line is wider than the terminal", async () => {
    await fill();
    const usual = await run({ columns: 80, env: { NO_COLOR: "1" } });
    expect(usual).toContain("  project  lines    1     of 200  █░░░░░░░░░░░░░░░░░░░  <1 %");
    expect(usual).toContain("  2031-03-10     ·      ~9,900        180k  5,000  ~195k  █");
    for (const columns of [200, 80, 60, 40, 24]) {
      const lines = (await run({ columns, env: { NO_COLOR: "1" } })).split("\n");
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    }
  });

  it("prints no word of the event file that it does not know", async () => {
    const items = [{ op: "create", to: "inbox", reason: "\u001b]0;title\u0007" }];
    for (const skipped of ["\u001b[2J", "__proto__"])
      await record(today, { ...extraction, items, skipped } as unknown as ExtractionReceipt);
    const out = await run();
    expect(out).not.toContain("\u001b");
    expect(out).toContain("why: other 2");
    expect(out).toContain("not read: other 2");
  });

  it("has something to say where there is nothing yet, and makes nothing", async () => {
    const out = await run();
    expect(out).toContain("memories  none yet");
    expect(out).toContain("nothing waits in the inbox");
    expect(out).not.toContain("\u001b");
    await expect(realpath(join(folder, "home"))).rejects.toThrow("ENOENT");
  });
});
