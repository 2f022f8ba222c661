import { deepStrictEqual } from "node:assert";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { World } from "./world.ts";

/** A record of a session's log. */
export interface LogRecord {
  type: string;
  n: number;
  ts?: string;
  [field: string]: unknown;
}

/** Ids of the sessions of the only project of a world, oldest first. */
export async function sessionIds(world: World): Promise<string[]> {
  const names = await readdir(await sessionFolder(world)).catch(() => []);
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => name.slice(0, -".jsonl".length))
    .toSorted();
}

async function sessionFolder(world: World): Promise<string> {
  const [project = "none"] = await readdir(join(world.agent, "projects")).catch(() => []);
  return join(world.agent, "projects", project, "sessions");
}

/** Path of a session's log. */
export async function logFile(world: World, id: string): Promise<string> {
  return join(await sessionFolder(world), `${id}.jsonl`);
}

/** The records of a log that is whole. */
export async function readLog(world: World, id: string): Promise<LogRecord[]> {
  const text = await readFile(await logFile(world, id), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogRecord);
}

/** Fails unless the records of each log are numbered from 0 without gap or repetition; torn lines have no number. */
export async function assertNumbered(world: World): Promise<void> {
  const ids = await sessionIds(world);
  const texts = await Promise.all(ids.map(async (id) => readFile(await logFile(world, id), "utf8")));
  for (const text of texts) {
    const numbers = text.split("\n").flatMap(numberIn);
    deepStrictEqual(
      numbers,
      numbers.map((_n, at) => at),
    );
  }
}

function numberIn(line: string): number[] {
  try {
    return [(JSON.parse(line) as LogRecord).n];
  } catch {
    return [];
  }
}

/** Makes every record of a log so many milliseconds older, as if it had been written then. */
export async function makeOlder(world: World, id: string, milliseconds: number): Promise<void> {
  const older = (await readLog(world, id)).map((record) =>
    record.ts === undefined
      ? record
      : { ...record, ts: new Date(Date.parse(record.ts) - milliseconds).toISOString() },
  );
  await writeFile(await logFile(world, id), older.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/** What a session that is only listed holds. */
export interface KeptSession {
  id: string;
  prompt: string;
  /** Given by a person. */
  title?: string;
  /** When it was talked in. */
  at: Date;
}

/** Puts a short session beside those that are there. */
export async function keepSession(world: World, { id, prompt, title, at }: KeptSession): Promise<void> {
  const ts = at.toISOString();
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
  const records = [
    { type: "session", v: 1, id, project: "any", cwd: "/", created: ts },
    { type: "context", ts, system: ["Role."], tools: [], model: "scripted", provider: "scripted" },
    { type: "user", ts, content: textOf(prompt), from: ["person"] },
    {
      type: "assistant",
      ts,
      content: textOf("Answered."),
      usage,
      stop: "end_turn",
      model: "scripted",
      provider: "scripted",
    },
    ...(title === undefined ? [] : [{ type: "title", ts, title }]),
  ];
  const lines = records.map(({ type, ...rest }, n) => JSON.stringify({ type, n, ...rest }));
  await writeFile(await logFile(world, id), `${lines.join("\n")}\n`);
}

function textOf(words: string): { type: "text"; text: string }[] {
  return [{ type: "text", text: words }];
}
