import { setTimeout as sleep } from "node:timers/promises";

import { createFileStorage } from "../../src/storage/index.ts";
import { auditMemories, readLedger } from "./ledger.ts";
import { startProgram } from "./processes.ts";

export interface KillReport {
  rounds: number;
  kills: number;
  acknowledged: number;
  /** Steps of killed writers that a later writer completed at the end of a round. */
  completed: number;
  /** Sentences; empty when every promise was kept. */
  faults: string[];
}

const WRITERS = 3;
const SAVES_EACH = 6;

/** Rounds of writers on one home, random ones of them killed at random moments, with an audit after each round. */
export async function runKillRounds(options: {
  writer: string;
  home: string;
  rounds: number;
  /** 0 to 1, as `Math.random`. */
  random: () => number;
}): Promise<KillReport> {
  const report: KillReport = { rounds: 0, kills: 0, acknowledged: 0, completed: 0, faults: [] };
  const said: string[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const programs = Array.from({ length: WRITERS }, (_, index) =>
      startProgram(options.writer, [options.home, `r${round}w${index}`, String(SAVES_EACH), "mixed"]),
    );
    while (programs.every((program) => program.lines().length === 0)) await sleep(2);
    for (const program of programs.slice(0, 1 + Math.floor(options.random() * (WRITERS - 1)))) {
      await sleep(options.random() * 60);
      if (program.child.kill("SIGKILL")) report.kills += 1;
    }
    for (const program of programs) {
      const { code, signal, stderr } = await program.ended;
      if (signal === null && code !== 0)
        report.faults.push(`round ${round}: a writer failed: ${stderr.trim()}`);
      said.push(...program.lines());
    }
    report.completed += await openForWriting(options.home);
    report.faults.push(
      ...auditMemories(options.home, readLedger(said)).map((fault) => `round ${round}: ${fault}`),
    );
    report.rounds += 1;
    if (report.faults.length > 0) break;
  }
  report.acknowledged = said.filter((line) => line.startsWith("ack")).length;
  for (const line of said) if (line.startsWith("double")) report.faults.push(`two owners: ${line}`);
  return report;
}

/** What the next writer would do first: complete unfinished steps. */
async function openForWriting(home: string): Promise<number> {
  const storage = createFileStorage({ folders: { home }, now: () => new Date(), newId: () => "audit" });
  const { recovered } = await storage.change(["user"], async () => undefined);
  return recovered.completed.length;
}
