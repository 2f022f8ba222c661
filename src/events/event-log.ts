import type { Storage } from "../storage/index.ts";
import type { DaybookEvent, LoggedEvent } from "./event.ts";
import { readEvent } from "./read-event.ts";

/** The events of one project. */
export interface EventLog {
  /** Adds an event. Never fails: what cannot be noted must not stop what it is about. */
  record(event: DaybookEvent): Promise<void>;
  /** Newest first. What is torn or of another kind is passed over; none when they cannot be read. */
  newest<Kind extends DaybookEvent["kind"]>(kind: Kind): AsyncIterable<Extract<LoggedEvent, { kind: Kind }>>;
  /** Those of every kind from this time on, newest first, passing over the same. */
  since(time: Date): AsyncIterable<LoggedEvent>;
}

/** What the log is made of. */
export interface EventLogOptions {
  storage: Pick<Storage, "appendLine" | "size" | "stream">;
  now: () => Date;
  /** Runs before the first event, so that the folder it goes to is known as this project's. */
  prepare?: () => Promise<void>;
}

const PATH = "project/events.jsonl";
// Receipts of some ten thousand turns, and as many again in the file that was set aside.
const SET_ASIDE_BYTES = 4_000_000;
// A file that something else has made longer is read from behind.
const READ_BYTES = 2 * SET_ASIDE_BYTES;
/** How every line begins that daybook wrote. */
const TIME_FIRST = /^\{"ts":"([\dTZ:.-]+)"/;

/** The events of the open project, in a file that several processes add to. */
export function createEventLog({ storage, now, prepare = async () => {} }: EventLogOptions): EventLog {
  let prepared: Promise<void> | undefined;
  return {
    async record(event) {
      try {
        await (prepared ??= prepare());
        const { kind, ...rest } = event;
        const line = JSON.stringify({ ts: now().toISOString(), kind, ...rest });
        await storage.appendLine(PATH, line, { setAsideAt: SET_ASIDE_BYTES });
      } catch {
        prepared = undefined;
      }
    },
    async *newest<Kind extends DaybookEvent["kind"]>(kind: Kind) {
      for await (const event of newestFirst(storage)) {
        if (event.kind === kind) yield event as Extract<LoggedEvent, { kind: Kind }>;
      }
    },
    async *since(time) {
      // To the end: a line of a process whose clock was wrong says nothing about those before it.
      const isOld = (ts: string): boolean => Date.parse(ts) < time.getTime();
      for await (const event of newestFirst(storage, isOld)) {
        if (Date.parse(event.ts) >= time.getTime()) yield event;
      }
    },
  };
}

type Readable = Pick<Storage, "size" | "stream">;

async function* newestFirst(
  storage: Readable,
  isUnwanted: (ts: string) => boolean = () => false,
): AsyncGenerator<LoggedEvent, void> {
  for (const path of [PATH, `${PATH}.old`] as const) {
    for (const line of (await linesOf(storage, path)).toReversed()) {
      // Most lines are not wanted, and to know that takes far less than to read them.
      const ts = TIME_FIRST.exec(line)?.[1];
      if (ts !== undefined && isUnwanted(ts)) continue;
      const event = readEvent(line);
      if (event !== null) yield event;
    }
  }
}

async function linesOf(storage: Readable, path: `project/${string}`): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  try {
    const from = Math.max(0, ((await storage.size(path)) ?? 0) - READ_BYTES);
    for await (const chunk of storage.stream(path, { from })) chunks.push(chunk);
  } catch {
    return [];
  }
  return Buffer.concat(chunks).toString("utf8").split("\n");
}
