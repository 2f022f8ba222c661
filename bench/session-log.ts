import { execFile } from "node:child_process";
import { createReadStream, createWriteStream, fdatasync } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";

import { build } from "esbuild";

import { createSessionStore, type SessionStore } from "../src/sessions/index.ts";
import { createFileStorage } from "../src/storage/index.ts";
import { timed, type Cost } from "./measure.ts";
import type { Row } from "./row.ts";

const longId = "20310301-080000-00aa";
const shortId = "20310301-080000-00bb";
const longBytes = 100 * 1024 * 1024;
const at = "2031-03-01T08:00:00.000Z";
const run = promisify(execFile);
const now = () => new Date();

/** A record of about 2 KB costs what writing it costs, however long the log is. */
export const appendRows: readonly Row[] = [
  appendRow("a new log", 0),
  appendRow("a log of 100 MB", longBytes),
];

/** What is read follows what is kept, not what was said: to find where that begins takes a few more reads, no more. */
export const resumeRow: Row = {
  name: "resume of 100 MB with a compaction near its end",
  baselineName: "resume of what that keeps",
  limit: 2.5,
  async prepare(folder) {
    const { store, sessions } = await createHome(folder);
    await fill(join(sessions, `${longId}.jsonl`), { bytes: longBytes, tail: liveTail });
    await fill(join(sessions, `${shortId}.jsonl`), { bytes: 0, tail: liveTail });
    return { subject: () => resumeOf(store, longId), baseline: () => resumeOf(store, shortId) };
  },
};

/** A log without a compaction is kept and read as a whole. */
export const fullScanRow: Row = {
  name: "full scan of a session of 100 MB",
  baselineName: "readline + JSON.parse",
  limit: 1,
  async prepare(folder) {
    const { store, sessions } = await createHome(folder);
    const path = join(sessions, `${longId}.jsonl`);
    await fill(path, { bytes: longBytes });
    return {
      subject: () => cpuOf(async () => void (await store.read(longId))),
      baseline: () => cpuOf(() => parseLines(path)),
    };
  },
};

/** All that was said is kept, and little more. */
export const scanMemoryRow: Row = memoryRow("memory of a full scan of 100 MB", {
  line: spokenLine,
  baselineName: "3 x bytes kept + 64 MB",
});

/** Records that nobody needs cost no memory. */
export const skipMemoryRow: Row = memoryRow("memory of reading past 100 MB of other records", {
  line: otherLine,
  baselineName: "64 MB",
});

function appendRow(where: string, bytes: number): Row {
  return {
    name: `session append, 2 KB, ${where}`,
    baselineName: "write + fdatasync on a kept handle",
    limit: 1.3,
    async prepare(folder) {
      const { store, sessions } = await createHome(folder);
      await fill(join(sessions, `${longId}.jsonl`), { bytes });
      await fill(join(sessions, "baseline"), { bytes });
      const { log } = await store.resume(longId, { cwd: "/" });
      const handle = await open(join(sessions, "baseline"), "a");
      const line = Buffer.from(spokenLine(1));
      const sync = promisify(fdatasync);
      return {
        subject: () =>
          timed(() =>
            log.append({ type: "user", content: [{ type: "text", text: words }], from: ["person"] }),
          ),
        baseline: () =>
          timed(async () => {
            await handle.write(line);
            await sync(handle.fd);
          }),
        close: async () => {
          await handle.close();
          await log.close();
        },
      };
    },
  };
}

function memoryRow(
  name: string,
  { line, baselineName }: { line: (n: number) => string; baselineName: string },
): Row {
  return {
    name,
    baselineName,
    limit: 1,
    async prepare(folder) {
      const { sessions } = await createHome(folder);
      const path = join(sessions, `${longId}.jsonl`);
      await fill(path, { bytes: longBytes, line });
      const kept = line === spokenLine ? (await stat(path)).size : 0;
      const program = await bundleReader(folder);
      const memoryOf = async (argv: readonly string[]): Promise<number> => {
        const { stdout } = await run(process.execPath, [program, ...argv]);
        return Number(stdout) / 1024;
      };
      return {
        subject: async () => ({
          wall: 0,
          memory: (await memoryOf([dirname(sessions), longId])) - (await memoryOf([])),
        }),
        baseline: async () => ({ wall: 0, memory: (3 * kept) / 1024 / 1024 + 64 }),
      };
    },
  };
}

async function createHome(folder: string): Promise<{ store: SessionStore; sessions: string }> {
  const project = join(folder, "home", "projects", "shop-0123456789ab");
  const sessions = join(project, "sessions");
  await mkdir(sessions, { recursive: true });
  const storage = createFileStorage({
    folders: { home: join(folder, "home"), project },
    now,
    newId: () => "bench",
  });
  return { store: createSessionStore({ storage, project: "shop-0123456789ab", now }), sessions };
}

const words = "The deploy of the shop waits for a review. ".repeat(45);

/** A prompt, and to every second number its answer. */
function spokenLine(n: number): string {
  const content = [{ type: "text", text: words }];
  const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
  const record =
    n % 2 === 1
      ? { type: "user", n, ts: at, content, from: ["person"] }
      : { type: "assistant", n, ts: at, content, usage, stop: "end_turn", model: "m", provider: "scripted" };
  return `${JSON.stringify(record)}\n`;
}

function otherLine(n: number): string {
  return `${JSON.stringify({ type: "sidechain", n, ts: at, content: words })}\n`;
}

/** A summary of all that was said, a new context, and a little new. */
function liveTail(n: number): string {
  const records = [
    { type: "compaction", summary: "What was said.", firstKept: n - 20 },
    { type: "context", system: [words], tools: [], model: "m", provider: "scripted" },
  ];
  return records
    .map(({ type, ...rest }, number) => `${JSON.stringify({ type, n: n + number, ts: at, ...rest })}\n`)
    .join("");
}

async function fill(
  path: string,
  {
    bytes,
    tail,
    line = spokenLine,
  }: { bytes: number; tail?: (n: number) => string; line?: (n: number) => string },
): Promise<void> {
  const file = createWriteStream(path);
  const head = `${JSON.stringify({ type: "session", n: 0, v: 1, id: longId, project: "shop", cwd: "/", created: at })}\n`;
  file.write(head);
  const lines = Math.max(20, Math.ceil(bytes / line(1).length));
  for (let n = 1; n <= lines; n += 1) file.write(line(n));
  if (tail !== undefined) file.write(tail(lines + 1));
  file.end();
  await finished(file);
}

async function resumeOf(store: SessionStore, id: string): Promise<Cost> {
  return cpuOf(async () => {
    const { log } = await store.resume(id, { cwd: "/" });
    await log.close();
  });
}

async function parseLines(path: string): Promise<void> {
  const kept: unknown[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    kept.push(JSON.parse(line));
  }
}

async function cpuOf(work: () => Promise<void>): Promise<Cost> {
  const before = process.cpuUsage();
  const { wall } = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

/** A program that says how much memory it took at most, in KB; without arguments it reads nothing. */
async function bundleReader(folder: string): Promise<string> {
  const outfile = join(folder, "reader.mjs");
  const contents = `
    import { readFileSync } from "node:fs";
    import { createFileStorage } from "./src/storage/index.ts";
    import { createSessionStore } from "./src/sessions/index.ts";
    const [project, id] = process.argv.slice(2);
    const now = () => new Date();
    if (id !== undefined) {
      const storage = createFileStorage({ folders: { home: project, project }, now, newId: () => "" });
      await createSessionStore({ storage, project: "shop", now }).read(id);
    }
    process.stdout.write(String(peak()));
    function peak() {
      // What the kernel says of a process counts its parent in, from before the program was loaded.
      try {
        return /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
      } catch {
        return process.resourceUsage().maxRSS;
      }
    }`;
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  return outfile;
}
