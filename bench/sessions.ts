import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSessionKeeper } from "../src/sessions/index.ts";
import { createFileStorage } from "../src/storage/index.ts";
import type { Cost } from "./measure.ts";
import type { Row } from "./row.ts";

const count = 2_000;
/** As much as the list reads of a file at once. */
const tailBytes = 64 * 1024;

/** A list that begins with nothing derived, as on the first day. */
export const coldListRow: Row = listRow("list of 2,000 sessions, cold", { isWarm: false });

/** A list whose derived part is there, as at every later start. */
export const warmListRow: Row = listRow("list of 2,000 sessions, warm", { isWarm: true });

function listRow(name: string, { isWarm }: { isWarm: boolean }): Row {
  return {
    name,
    baselineName: "reading the folder and each tail",
    limit: 3,
    async prepare(folder) {
      const project = join(folder, "home", "projects", "shop-0123456789ab");
      const sessions = join(project, "sessions");
      await fill(sessions);
      const cacheFolder = join(project, "cache");
      return {
        subject: async () => {
          if (!isWarm) await rm(cacheFolder, { recursive: true, force: true });
          return cpuOf(() => listAnew({ home: join(folder, "home"), project, cacheFolder }));
        },
        baseline: () => cpuOf(async () => readTails(sessions)),
      };
    },
  };
}

function now(): Date {
  return new Date();
}

async function listAnew(at: { home: string; project: string; cacheFolder: string }): Promise<void> {
  const storage = createFileStorage({ folders: at, now, newId: () => "bench" });
  const keeper = createSessionKeeper({
    storage,
    now,
    gate: { check: async () => [] },
    periods: { days: 30, trashDays: 30 },
    cacheFolder: at.cacheFolder,
    settingsFile: "daybook.json",
    append: async () => false,
  });
  const found = (await keeper.list()).length;
  if (found !== count) throw new Error(`${found} of ${count} sessions were listed`);
}

function readTails(folder: string): void {
  const bytes = Buffer.allocUnsafe(tailBytes);
  for (const name of readdirSync(folder)) {
    const file = openSync(join(folder, name), "r");
    const { size } = fstatSync(file);
    readSync(file, bytes, 0, Math.min(size, tailBytes), Math.max(0, size - tailBytes));
    closeSync(file);
  }
}

/** Everything here is served from memory by the system, so that the processor's time is the whole cost. */
async function cpuOf(work: () => Promise<void>): Promise<Cost> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - started, cpu: (user + system) / 1_000 };
}

/** Conversations of an hour: what every request carries, a prompt behind instructions, calls and results. */
async function fill(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const longAgo = new Date("2026-01-01T00:00:00Z");
  for (let index = 0; index < count; index += 1) {
    const began = new Date(Date.UTC(2025, 0, 1) + index * 3_600_000);
    const day = began.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
    const id = `${day}-${index.toString(16).padStart(4, "0")}`;
    const path = join(folder, `${id}.jsonl`);
    await writeFile(path, logOf(id, began, index));
    await utimes(path, longAgo, longAgo);
  }
}

function text(words: string): object[] {
  return [{ type: "text", text: words }];
}

function logOf(id: string, began: Date, index: number): string {
  const ts = began.toISOString();
  const calls = Array.from({ length: 10 }, (_, turn) => [
    {
      type: "assistant",
      ts,
      content: text(`step ${turn} ${"word ".repeat(100)}`),
      stop: "tool_use",
      model: "m",
    },
    { type: "tool_result", ts, content: text("line of output\n".repeat(100)), from: ["tool"] },
  ]);
  const records: { type: string; [field: string]: unknown }[] = [
    { type: "session", v: 1, id, project: "shop", cwd: "/srv/shop", created: ts },
    { type: "context", ts, system: ["rule ".repeat(4_000)], tools: [], model: "m", provider: "p" },
    {
      type: "user",
      ts,
      content: [...text("instruction ".repeat(500)), ...text(`prompt ${index}`)],
      from: ["instructions", "person"],
    },
    ...calls.flat(),
  ];
  return records.map(({ type, ...rest }, n) => `${JSON.stringify({ type, n, ...rest })}\n`).join("");
}
