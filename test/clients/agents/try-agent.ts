import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workFolder, type AgentClient } from "./agent-client.ts";
import { cue, startScriptedProvider, type KeptFact, type ScriptedProvider } from "./scripted-provider.ts";

/** One thing that a trial looked at. */
export interface TrialStep {
  what: string;
  ok: boolean;
  /** What was seen instead. */
  seen?: string;
}

interface Trial {
  client: AgentClient;
  provider: ScriptedProvider;
  home: string;
  env: Record<string, string>;
  /** Absolute path of the agent's program. */
  program: string;
  /** Absolute path of `bin/daybook.js`. */
  daybook: string;
}

const fact: KeptFact = {
  type: "project",
  name: "staging deploy target",
  description: "where changes are tried before a release: QUARTZ-HARBOUR",
  body: "Changes are tried on https://staging.example.com before a release.",
};
const mark = "QUARTZ-HARBOUR";
const minutes = 3;

/**
 * Two sessions of another agent with daybook set up: what the first keeps is on the disk, and in the first request of
 * the second. Everything happens in a home of its own, whose files `setup --undo` must leave as they were.
 */
export async function tryAgent(
  client: AgentClient,
  { bin, daybook }: { bin: string; daybook: string },
): Promise<TrialStep[]> {
  const provider = await startScriptedProvider(fact, client.hiddenTool);
  const home = await mkdtemp(join(tmpdir(), `daybook-${client.host}-`));
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, ...client.env };
  const trial: Trial = { client, provider, home, env, program: join(bin, client.command), daybook };
  try {
    return await run(trial);
  } finally {
    await provider.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function run(trial: Trial): Promise<TrialStep[]> {
  const { client, provider, home } = trial;
  await mkdir(join(home, workFolder, ".git"), { recursive: true });
  const files = client.files(provider.port);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  // Before a turn: programs write into these files themselves.
  const steps = [await setUp(trial, []), await setUp(trial, ["--undo"])];
  for (const [path, text] of Object.entries(files)) {
    const now = await readFile(join(home, path), "utf8");
    steps.push({ what: `~/${path} is as it was`, ok: now === text, seen: now });
  }
  steps.push(await setUp(trial, []));
  const first = await turn(trial, `${cue}: changes are tried on staging first.`);
  steps.push({ what: "first turn ends", ok: first.code === 0, seen: first.text });
  steps.push(await isOnDisk(trial));
  const before = provider.bodies().length;
  const second = await turn(trial, "Say hello.");
  steps.push({ what: "second turn ends", ok: second.code === 0, seen: second.text });
  steps.push(isInNextSession(provider.bodies().slice(before)));
  steps.push(await setUp(trial, ["--undo"]));
  return steps;
}

async function setUp(trial: Trial, more: readonly string[]): Promise<TrialStep> {
  const args = [trial.daybook, "setup", trial.client.host, "--yes", ...more];
  const { code, text } = await start(trial, process.execPath, args);
  return { what: `daybook setup ${[trial.client.host, ...more].join(" ")}`, ok: code === 0, seen: text };
}

async function turn(trial: Trial, prompt: string): Promise<{ code: number; text: string }> {
  return start(trial, trial.program, trial.client.turn(prompt));
}

async function isOnDisk(trial: Trial): Promise<TrialStep> {
  const { text } = await start(trial, process.execPath, [trial.daybook, "list", "--json"]);
  return { what: "the memory is on the disk", ok: text.includes(mark), seen: text };
}

// Programs ask for titles and the like beside the conversation: what has tools is the conversation.
function isInNextSession(bodies: readonly string[]): TrialStep {
  const [first] = bodies.filter((body) => body.includes("memory_save"));
  return {
    what: "the first request of the next session knows it",
    ok: first?.includes(mark) === true,
    seen: first === undefined ? "no request with tools" : `${first.length} characters without it`,
  };
}

function start(
  { home, env }: Trial,
  program: string,
  args: readonly string[],
): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd: join(home, workFolder), env, timeout: minutes * 60_000, maxBuffer: 20_000_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : 1, text: `${stdout}\n${stderr}`.trim().slice(-2_000) }),
    );
    child.stdin?.end();
  });
}

/** Whether this folder holds an installed program. */
export async function hasProgram(bin: string, command: string): Promise<boolean> {
  const names: readonly string[] = await readdir(bin).catch(() => []);
  return names.includes(command);
}
