import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createSessionStore } from "../../src/sessions/index.ts";
import { createFileStorage } from "../../src/storage/index.ts";
import { startProgram } from "./processes.ts";

export interface SessionKillReport {
  rounds: number;
  kills: number;
  acknowledged: number;
  /** Sentences; empty when every promise was kept. */
  faults: string[];
}

/** Rounds of one session that is gone on with, each killed at a random moment, with an audit after each. */
export async function runSessionKills(options: {
  sessionWriter: string;
  /** An empty folder. */
  project: string;
  rounds: number;
  /** 0 to 1, as `Math.random`. */
  random: () => number;
}): Promise<SessionKillReport> {
  const { project, rounds, random, sessionWriter } = options;
  const report: SessionKillReport = { rounds: 0, kills: 0, acknowledged: 0, faults: [] };
  const acknowledged = new Map<number, string>();
  let id = "new";
  mkdirSync(project, { recursive: true });
  while (report.rounds < rounds && report.faults.length === 0) {
    const program = startProgram(sessionWriter, [project, id]);
    while (program.lines().length === 0 && program.child.exitCode === null) await sleep(2);
    await sleep(random() * 30);
    if (program.child.kill("SIGKILL")) report.kills += 1;
    const { stderr } = await program.ended;
    if (stderr !== "") report.faults.push(stderr.trim());
    for (const line of program.lines()) {
      const [kind, session = "", n, words = ""] = line.split(" ");
      if (kind === "forked") report.faults.push("the lease of a killed process was not replaced");
      if (kind !== "ack") continue;
      id = session;
      acknowledged.set(Number(n), words);
    }
    report.faults.push(...(await audit(project, id, acknowledged)));
    report.rounds += 1;
  }
  report.acknowledged = acknowledged.size;
  return report;
}

const now = () => new Date();

/** What of the acknowledged records is missing, in the file and in the conversation that is read from it. */
async function audit(
  project: string,
  id: string,
  acknowledged: ReadonlyMap<number, string>,
): Promise<string[]> {
  if (acknowledged.size === 0) return ["nothing was acknowledged"];
  const found = new Map<number, string>();
  for (const line of readFileSync(join(project, "sessions", `${id}.jsonl`), "utf8").split("\n")) {
    const match = /^\{"type":"user","n":(\d+),.*"text":"([\d-]+)x*"/.exec(line);
    if (match !== null) found.set(Number(match[1]), match[2] ?? "");
  }
  const storage = createFileStorage({ folders: { home: dirname(project), project }, now, newId: () => "id" });
  const { messages } = await createSessionStore({ storage, project: "stress", now }).read(id);
  const texts = new Set(
    messages.flatMap(({ content }) => content.map((block) => String(block["text"]).replace(/x+$/, ""))),
  );
  return [...acknowledged].flatMap(([n, words]) => [
    ...(found.get(n) === words
      ? []
      : [`record ${n} should say ${words} and says ${found.get(n) ?? "nothing"}`]),
    ...(texts.has(words) ? [] : [`${words} is not in the conversation`]),
  ]);
}
