import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import MiniSearch from "minisearch";
import { createMemorySearch, SearchIndex } from "../src/search/index.ts";
import { createFileStorage } from "../src/storage/index.ts";
import { madeFile, madeMemories, madeMemory, madeQuestion, type MadeMemory } from "./many-memories.ts";
import { timed, type Cost } from "./measure.ts";
import { processCost } from "./process-cost.ts";
import type { Row } from "./row.ts";

/** Questions to an index in memory, which is how a chat has it; the wall is that of one question. */
export const rankingRows: readonly Row[] = [1_000, 10_000, 100_000].map(rankingRow);

function rankingRow(count: number): Row {
  return {
    name: `ranking, ${count.toLocaleString("en")} memories`,
    baselineName: "MiniSearch",
    // A small index is nobody's trouble.
    limit: count < 10_000 ? 1 : 20,
    isAtLeast: true,
    async prepare() {
      const memories = madeMemories(count);
      const ours = indexOf(memories);
      const theirs = new MiniSearch<MadeMemory>({ fields: ["name", "description", "body"] });
      theirs.addAll(memories);
      const asked = { ours: 0, theirs: 0 };
      return {
        subject: async () => cpuOf(() => ours.search(madeQuestion((asked.ours += 1)), { limit: 10 })),
        baseline: async () => cpuOf(() => theirs.search(madeQuestion((asked.theirs += 1))).slice(0, 10)),
      };
    },
  };
}

/** Both work without waiting, so that their time on the processor says more than the clock of a busy machine. */
function cpuOf(work: () => unknown): Cost {
  const before = process.cpuUsage();
  const started = performance.now();
  work();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

function indexOf(memories: Iterable<MadeMemory>): SearchIndex {
  const index = new SearchIndex();
  for (const { id, name, description, slug, body } of memories) {
    index.put({ key: id, name, description, slug, body });
  }
  return index;
}

/** What an index of 100,000 memories keeps in memory, its documents not counted. */
export const indexMemoryRow: Row = {
  name: "memory of an index of 100,000",
  baselineName: "200 MB",
  limit: 1,
  async prepare() {
    const before = megabytesInUse();
    const index = indexOf(manyMemories(100_000));
    index.search(madeQuestion(0), { limit: 10 });
    const memory = megabytesInUse() - before;
    return {
      // It is asked once more, so that it is still there to be measured.
      subject: async () => ({ wall: index.size, memory }),
      baseline: async () => ({ wall: 0, memory: 200 }),
    };
  },
};

function* manyMemories(count: number): Generator<MadeMemory> {
  for (let number = 0; number < count; number += 1) yield madeMemory(number);
}

function megabytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

// What was written a moment ago would be read again.
function aMinuteLater(): Date {
  return new Date(Date.now() + 60_000);
}

/** What stands before every recall: are all memories as they were? */
export const sweepRow: Row = {
  name: "sweep of 10,000 memories",
  baselineName: "bare stats",
  limit: 1.2,
  async prepare(folder) {
    const memories = fill(join(folder, "home"), 10_000);
    const folders = { home: join(folder, "home") };
    const storage = createFileStorage({ folders, now: aMinuteLater, newId: () => "bench" });
    const search = createMemorySearch({ storage, now: aMinuteLater });
    await search.search("", { limit: 1 });
    return {
      subject: () => timed(() => search.search("", { limit: 1 })),
      baseline: () =>
        timed(async () => {
          for (const name of readdirSync(memories)) lstatSync(join(memories, name));
        }),
    };
  },
};

/** As a hook of another agent asks: a process for each prompt. */
export const recallRow: Row = {
  name: "daybook recall, 1,000 memories",
  baselineName: "node -e 0",
  limit: 2,
  async prepare(folder) {
    fill(join(folder, "home"), 1_000);
    const command = [process.execPath, resolve("bin/daybook.js"), "recall", madeQuestion(1)];
    const env = { DAYBOOK_HOME: join(folder, "home") };
    // Only then does the cache that is written stand for what lies there.
    await wait(2_500);
    await processCost(command, { env });
    return {
      subject: () => processCost(command, { env }),
      baseline: () => processCost([process.execPath, "-e", "0"]),
    };
  },
};

/** What another agent's prompt waits for. */
export const hookRow: Row = {
  name: "daybook hook, 1,000 memories",
  baselineName: "node -e 0",
  limit: 2,
  async prepare(folder) {
    fill(join(folder, "home"), 1_000);
    const input = join(folder, "prompt.json");
    writeFileSync(input, JSON.stringify({ session_id: "bench", cwd: folder, prompt: madeQuestion(1) }));
    const program = [process.execPath, resolve("bin/daybook.js")];
    const env = { DAYBOOK_HOME: join(folder, "home") };
    await wait(2_500);
    await processCost([...program, "recall", madeQuestion(1)], { env });
    const command = [...program, "hook", "--host", "claude", "UserPromptSubmit"];
    return {
      subject: () => processCost(command, { env, input }),
      baseline: () => processCost([process.execPath, "-e", "0"]),
    };
  },
};

function fill(home: string, count: number): string {
  const folder = join(home, "memory");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const memory of manyMemories(count))
    writeFileSync(join(folder, `${memory.slug}.md`), madeFile(memory));
  return folder;
}
