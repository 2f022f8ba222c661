import { childEnvironment, findProgram, runGit, type Environment } from "../context/index.ts";
import type { BashPlan } from "./bash-plan.ts";
import { createKeptOutput } from "./kept-output.ts";
import { runCommand, type CommandEnd } from "./run-command.ts";
import type { ToolOutcome } from "./tool.ts";
import type { WorkArea } from "./work-area.ts";

const MOST_BYTES = 256 * 1024 * 1024;
const GIT_BYTES = 16 * 1024 * 1024;

/** Where commands run. */
export interface RunPlace {
  area: WorkArea;
  /** Real path of the project's git directory, null outside git. */
  gitDirectory: string | null;
  environment: Environment;
}

/** One run and its limits. */
export interface Limited {
  place: RunPlace;
  timeLimitMs: number;
  signal: AbortSignal;
}

/** Runs a reading command without a shell. */
export async function runPlan(plan: BashPlan, { place, ...limits }: Limited): Promise<ToolOutcome> {
  const { area, gitDirectory, environment } = place;
  if (plan.kind === "git") {
    const at = { cwd: area.cwd, projectRoot: area.projectRoot, gitDirectory, environment };
    const outcome = await runGit({
      place: at,
      command: plan.command,
      args: plan.args,
      outputBytes: GIT_BYTES,
      ...limits,
    });
    if (!outcome.ran) return failed(`refused: ${outcome.reason}`);
    const { ended, code, stdout, stderr, dropped } = outcome.result;
    const output = createKeptOutput(area.outputFolder);
    const rest = dropped === 0 ? "" : `(${dropped} bytes more were not kept)`;
    for (const part of [stdout, stderr, rest]) await output.add(Buffer.from(asLines(part)));
    const end: CommandEnd = { ended, code, signal: null, leftBehind: null };
    return describeEnd(end, { name: "git", output: await output.finish(), timeLimitMs: limits.timeLimitMs });
  }
  const options = { environment, untrustedFolder: area.projectRoot };
  const program = await findProgram(plan.program, options);
  if (program === null) return failed(`${plan.program} is not installed here`);
  const run = { name: plan.program, program, args: plan.args, environment: childEnvironment(environment) };
  return runAndDescribe(run, { place, ...limits });
}

// So that errors begin on a line of their own.
function asLines(part: string): string {
  return part === "" || part.endsWith("\n") ? part : `${part}\n`;
}

/** Runs any command, as the person allowed it. */
export async function runInShell(command: string, limited: Limited): Promise<ToolOutcome> {
  const { area, environment } = limited.place;
  const options = { environment, untrustedFolder: area.projectRoot };
  const shell = (await findProgram("bash", options)) ?? (await findProgram("sh", options));
  if (shell === null) return failed("there is no shell here: neither bash nor sh is on PATH");
  // One stream, so that errors stand where they happened.
  const args = ["-c", `exec 2>&1; ${command}`];
  return runAndDescribe(
    { name: null, program: shell, args, environment: shellEnvironment(environment) },
    limited,
  );
}

interface NamedRun {
  /** Of a reading command. */
  name: string | null;
  program: string;
  args: readonly string[];
  environment: Record<string, string>;
}

async function runAndDescribe(
  { name, ...run }: NamedRun,
  { place, ...limits }: Limited,
): Promise<ToolOutcome> {
  const { cwd, outputFolder } = place.area;
  const output = createKeptOutput(outputFolder);
  const end = await runCommand({ ...run, cwd, ...limits, mostBytes: MOST_BYTES, onOutput: output.add });
  return describeEnd(end, { name, output: await output.finish(), timeLimitMs: limits.timeLimitMs });
}

/** The person's own variables, without what makes a shell run more or a program wait for keys. */
function shellEnvironment(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && name !== "BASH_ENV" && name !== "ENV") kept[name] = value;
  }
  return {
    ...kept,
    TERM: "dumb",
    NO_COLOR: "1",
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    // An editor would wait for keys until the time limit; so git takes the text as it stands.
    GIT_EDITOR: "true",
    GIT_SEQUENCE_EDITOR: "true",
  };
}

function describeEnd(
  end: CommandEnd,
  { name, output, timeLimitMs }: { name: string | null; output: string; timeLimitMs: number },
): ToolOutcome {
  const left = end.leftBehind === null ? "" : `; ${end.leftBehind}`;
  const withNote = (note: string): string => [output, `(${note}${left})`].filter(Boolean).join("\n");
  switch (end.ended) {
    case "exited":
      return describeExit(end, { name, output, withNote });
    case "timed-out":
      return failed(
        withNote(
          `stopped after ${timeLimitMs / 1000} s; a command gets no input, and timeout_seconds gives it more time`,
        ),
      );
    case "too-much":
      return failed(withNote(`stopped: it printed more than ${MOST_BYTES / 1024 / 1024} MB`));
    case "aborted":
      return failed(withNote("stopped by the person"));
    case "not-started":
      return failed(`the command could not be started: ${end.problem ?? output}`);
  }
}

function describeExit(
  { code, signal, leftBehind }: CommandEnd,
  { name, output, withNote }: { name: string | null; output: string; withNote(note: string): string },
): ToolOutcome {
  // grep says "nothing found" with 1.
  if (name === "grep" && code === 1 && output === "") return { content: "(no match)", isError: false };
  if (code !== 0) return failed(withNote(signal === null ? `exit code ${code}` : `ended by ${signal}`));
  if (leftBehind !== null) return { content: withNote("exit code 0"), isError: false };
  return { content: output === "" ? "(no output)" : output, isError: false };
}

function failed(content: string): ToolOutcome {
  return { content, isError: true };
}
