import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { startProgram } from "./processes.ts";

export interface NoteKillReport {
  rounds: number;
  kills: number;
  /** Turns that had an answer when their process was killed. */
  answered: number;
  /** Sentences; empty when every promise was kept. */
  faults: string[];
}

/** Rounds of a process that is killed while it talks and takes notes, then one that takes what is left, and an audit. */
export async function runNoteKills(options: {
  noteTaker: string;
  /** An empty folder. */
  home: string;
  rounds: number;
  /** 0 to 1, as `Math.random`. */
  random: () => number;
}): Promise<NoteKillReport> {
  const { home, rounds, random, noteTaker } = options;
  const report: NoteKillReport = { rounds: 0, kills: 0, answered: 0, faults: [] };
  const wishes = new Set<string>();
  while (report.rounds < rounds && report.faults.length === 0) {
    const program = startProgram(noteTaker, [home, String(report.rounds)]);
    while (program.lines().length === 0 && program.child.exitCode === null) await sleep(2);
    await sleep(random() * 60);
    if (program.child.kill("SIGKILL")) report.kills += 1;
    const { stderr } = await program.ended;
    if (stderr !== "") report.faults.push(stderr.trim());
    for (const line of program.lines()) if (line.startsWith("answered ")) wishes.add(line.slice(9));
    report.rounds += 1;
  }
  const last = startProgram(noteTaker, [home, "end"]);
  const { code, stderr } = await last.ended;
  if (code !== 0) report.faults.push(`the last start ended with ${code}: ${stderr.trim()}`);
  report.answered = wishes.size;
  report.faults.push(...audit(home, wishes));
  return report;
}

/** Each wish: one memory, one record of the history. */
function audit(home: string, wishes: ReadonlySet<string>): string[] {
  // Where every process was killed before it had an answer, nothing is there, and nothing needs to be.
  if (wishes.size === 0 && !existsSync(join(home, "memory"))) return [];
  const names = readdirSync(join(home, "memory")).filter((name) => name !== "MEMORY.md");
  const files = names.map((name) => readFileSync(join(home, "memory", name), "utf8"));
  const history = readFileSync(join(home, "history.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.includes('"op":"'));
  return [...wishes].flatMap((wish) => {
    const memories = files.filter((text) => text.includes(wish)).length;
    const records = history.filter((line) => line.includes(wish)).length;
    return memories === 1 && records === 1
      ? []
      : [`"${wish}" has ${memories} memories and ${records} records in the history`];
  });
}
