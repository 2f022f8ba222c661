/** `npm run test:stress -- 300`: rounds of writers with random kills, in homes and sessions of 30 rounds each. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runKillRounds } from "../test/stress/kill-rounds.ts";
import { runNoteKills } from "../test/stress/note-kills.ts";
import { bundlePrograms } from "../test/stress/processes.ts";
import { runSessionKills } from "../test/stress/session-kills.ts";

const ROUNDS_A_HOME = 30;

async function main(): Promise<number> {
  const rounds = Number(process.argv[2] ?? 300);
  if (!Number.isSafeInteger(rounds) || rounds < 1) {
    process.stderr.write("stress: give a number of rounds, for example: npm run test:stress -- 300\n");
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), "daybook-stress-"));
  const programs = await bundlePrograms(folder);
  const faults = await killMemoryWriters(programs.writer, { folder, rounds });
  if (faults.length === 0) faults.push(...(await killSessions(programs.sessionWriter, { folder, rounds })));
  if (faults.length === 0) faults.push(...(await killNoteTakers(programs.noteTaker, { folder, rounds })));
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 0) process.stdout.write(`The homes are kept in ${folder}\n`);
  else await rm(folder, { recursive: true });
  return faults.length > 0 ? 1 : 0;
}

interface Plan {
  folder: string;
  rounds: number;
}

async function killMemoryWriters(writer: string, { folder, rounds }: Plan): Promise<string[]> {
  const total = { rounds: 0, kills: 0, acknowledged: 0, completed: 0 };
  const faults: string[] = [];
  while (total.rounds < rounds && faults.length === 0) {
    const home = await mkdtemp(join(folder, "home-"));
    const part = Math.min(ROUNDS_A_HOME, rounds - total.rounds);
    const report = await runKillRounds({ writer, home, rounds: part, random: Math.random });
    for (const key of ["rounds", "kills", "acknowledged", "completed"] as const) total[key] += report[key];
    faults.push(...report.faults);
    process.stdout.write(
      `${total.rounds} of ${rounds} rounds · ${total.kills} writers killed · ${total.acknowledged} acknowledged · ` +
        `${total.completed} steps completed by the next writer · ${faults.length} faults\n`,
    );
  }
  return faults;
}

async function killSessions(sessionWriter: string, { folder, rounds }: Plan): Promise<string[]> {
  const total = { rounds: 0, kills: 0, acknowledged: 0 };
  const faults: string[] = [];
  while (total.rounds < rounds && faults.length === 0) {
    const project = join(await mkdtemp(join(folder, "home-")), "projects", "stress-0123456789ab");
    const part = Math.min(ROUNDS_A_HOME, rounds - total.rounds);
    const report = await runSessionKills({ sessionWriter, project, rounds: part, random: Math.random });
    for (const key of ["rounds", "kills", "acknowledged"] as const) total[key] += report[key];
    faults.push(...report.faults);
    process.stdout.write(
      `${total.rounds} of ${rounds} rounds · ${total.kills} sessions killed · ` +
        `${total.acknowledged} records acknowledged · ${faults.length} faults\n`,
    );
  }
  return faults;
}

async function killNoteTakers(noteTaker: string, { folder, rounds }: Plan): Promise<string[]> {
  const total = { rounds: 0, kills: 0, answered: 0 };
  const faults: string[] = [];
  while (total.rounds < rounds && faults.length === 0) {
    const home = await mkdtemp(join(folder, "home-"));
    const part = Math.min(ROUNDS_A_HOME, rounds - total.rounds);
    const report = await runNoteKills({ noteTaker, home, rounds: part, random: Math.random });
    for (const key of ["rounds", "kills", "answered"] as const) total[key] += report[key];
    faults.push(...report.faults);
    process.stdout.write(
      `${total.rounds} of ${rounds} rounds · ${total.kills} note takers killed · ` +
        `${total.answered} turns answered · ${faults.length} faults\n`,
    );
  }
  return faults;
}

process.exitCode = await main();
