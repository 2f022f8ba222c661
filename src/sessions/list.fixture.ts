import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStorage } from "../storage/index.ts";
import { createSessionKeeper } from "./session-keeper.ts";
import type { SessionKeeperOptions } from "./session-keeper.ts";

/** A project's private folder on the real disk, with the keeper of its sessions and a clock to set. */
export function openKeeping(more: Partial<SessionKeeperOptions> = {}) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "daybook-sessions-")));
  const project = join(home, "projects", "shop-0123456789ab");
  mkdirSync(join(project, "sessions"), { recursive: true });
  const clock = { now: new Date("2031-05-01T00:00:00Z") };
  const now = () => clock.now;
  let ids = 0;
  const open = (changed: Partial<SessionKeeperOptions> = {}) => {
    const storage = createFileStorage({ folders: { home, project }, now, newId: () => `op-${(ids += 1)}` });
    const keeper = createSessionKeeper({
      storage,
      now,
      gate: { check: async (text) => (text.includes("TOKEN") ? [{ kind: "token", line: 1 }] : []) },
      periods: { days: 30, trashDays: 30 },
      cacheFolder: join(project, "cache"),
      settingsFile: "~/.agent/daybook.json",
      append: async () => false,
      ...more,
      ...changed,
    });
    return { storage, keeper };
  };
  return {
    ...open(),
    open,
    clock,
    home,
    project,
    path: (id: string, folder = "sessions") => join(project, folder, `${id}.jsonl`),
    /** Writes a log as it is, with the date of the file. */
    put(id: string, text: string | Uint8Array, modified?: string) {
      const path = join(project, "sessions", id.includes(".") ? id : `${id}.jsonl`);
      writeFileSync(path, text);
      // Long ago unless told otherwise: a fresh file is never taken from the derived list.
      const date = new Date(modified ?? "2031-04-01T00:00:00Z");
      utimesSync(path, date, date);
      return path;
    },
  };
}

export interface ToldSession {
  id: string;
  /** ISO time of the answer; the prompt was a minute before. */
  at: string;
  prompt?: string;
  /** Records behind the answer. */
  more?: object[];
}

/** A log of one prompt and its answer, as daybook writes it. */
export function logOf({ id, at, prompt = "what is due?", more = [] }: ToldSession): string {
  const before = new Date(Date.parse(at) - 60_000).toISOString();
  const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };
  const records = [
    { type: "session", v: 1, id, project: "shop-0123456789ab", cwd: "/srv/shop", created: before },
    { type: "context", ts: before, system: ["You are an agent."], tools: [], model: "m", provider: "p" },
    {
      type: "user",
      ts: before,
      content: [
        { type: "text", text: "<system-reminder>AGENT.md</system-reminder>" },
        { type: "text", text: prompt },
      ],
      from: ["instructions", "person"],
    },
    {
      type: "assistant",
      ts: at,
      content: [{ type: "text", text: "Two things." }],
      usage,
      stop: "end_turn",
      model: "m",
      provider: "p",
    },
    ...more,
  ];
  return records
    .map(({ type, ...rest }: { type?: string }, n) => `${JSON.stringify({ type, n, ...rest })}\n`)
    .join("");
}

/** Ids of the two sessions of `openOldAndRecent`. */
export const old = "20310301-080000-a1b2";
export const recent = "20310428-080000-c3d4";

/** A project with one session of two months ago and one of three days ago. */
export function openOldAndRecent(more: Partial<SessionKeeperOptions> = {}) {
  const keeping = openKeeping(more);
  keeping.put(old, logOf({ id: old, at: "2031-03-01T08:00:00.000Z" }));
  keeping.put(recent, logOf({ id: recent, at: "2031-04-28T08:00:00.000Z" }));
  const names = (folder: string) =>
    existsSync(join(keeping.project, folder)) ? readdirSync(join(keeping.project, folder)).toSorted() : [];
  return {
    ...keeping,
    kept: () => names("sessions"),
    trashed: () => names("trash").filter((name) => name !== "state.json"),
    later: (days: number) => {
      keeping.clock.now = new Date(keeping.clock.now.getTime() + days * 24 * 60 * 60 * 1000);
    },
    ids: async () => (await keeping.keeper.list()).map(({ id }) => id),
  };
}
