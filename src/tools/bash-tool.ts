import {
  childEnvironment,
  findProgram,
  runGit,
  runProgram,
  type Environment,
  type ProgramResult,
} from "../context/index.ts";
import { planCommand, type BashPlan } from "./bash-plan.ts";
import { runnableCommands } from "./command-rules.ts";
import { parseFields } from "./fields.ts";
import type { ReadableArea } from "./readable-path.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** What `Bash` was asked for. */
export interface BashInput {
  command: string;
}

/** Where commands run, and what they may read. */
export interface BashToolOptions extends ReadableArea {
  /** Real path of the project's git directory, null outside git. */
  gitDirectory: string | null;
  /** As the composition root read it; a child gets only a few of its variables. */
  environment: Environment;
  /** Milliseconds a command may take. */
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 30_000;
const OUTPUT_CHARACTERS = 30_000;

const inputSchema = {
  type: "object",
  properties: {
    command: {
      type: "string",
      description: "One simple command: words and quotes, no pipe, redirection, variable, glob or `&&`.",
    },
  },
  required: ["command"],
};

/** `Bash`: the few commands that only read, started without a shell, inside the project. The rest is refused. */
export function createBashTool(options: BashToolOptions): Tool<BashInput> {
  return {
    name: "Bash",
    description:
      `Run one read-only command in the working directory. These run: ${runnableCommands}. ` +
      "No shell syntax; paths stay inside the project. Anything else is refused: tell the person the command to run instead.",
    inputSchema,
    effect: "execute",
    parse: parseBashInput,
    async permission(input) {
      const planned = await planCommand(input.command, options);
      return planned.ok ? { decision: "allow" } : { decision: "refuse", reason: planned.reason };
    },
    async execute(input, { signal }) {
      // Read again: what the arguments lead to may have changed since the permission.
      const planned = await planCommand(input.command, options);
      if (!planned.ok) return { content: planned.reason, isError: true };
      return runPlan(planned.plan, options, signal);
    },
  };
}

function parseBashInput(input: unknown): ReturnType<Tool<BashInput>["parse"]> {
  const fields = parseFields(input, { command: "string" });
  if (!fields.ok) return fields;
  const { command } = fields.value;
  if (command === undefined || command.trim() === "") {
    return { ok: false, problem: "command is missing: give one simple command" };
  }
  return { ok: true, value: { command: command.trim() } };
}

async function runPlan(plan: BashPlan, options: BashToolOptions, signal: AbortSignal): Promise<ToolOutcome> {
  const limits = {
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    // Four bytes at most for a character that is shown.
    outputBytes: OUTPUT_CHARACTERS * 4,
    signal,
  };
  if (plan.kind === "git") {
    const { cwd, projectRoot, gitDirectory, environment } = options;
    const place = { cwd, projectRoot, gitDirectory, environment };
    const outcome = await runGit({ place, command: plan.command, args: plan.args, ...limits });
    if (!outcome.ran) return { content: `refused: ${outcome.reason}`, isError: true };
    return describeRun(outcome.result, { ...limits, name: "git" });
  }
  const found = await findProgram(plan.program, {
    environment: options.environment,
    untrustedFolder: options.projectRoot,
  });
  if (found === null) return { content: `${plan.program} is not installed here`, isError: true };
  const result = await runProgram({
    program: found,
    args: plan.args,
    cwd: options.cwd,
    environment: childEnvironment(options.environment),
    ...limits,
  });
  return describeRun(result, { ...limits, name: plan.program });
}

function describeRun(
  result: ProgramResult,
  { name, timeLimitMs }: { name: string; timeLimitMs: number },
): ToolOutcome {
  const parts = [result.stdout, result.stderr].map((part) => part.trimEnd()).filter((part) => part !== "");
  const output = cutOutput(parts.join("\n"), result.dropped);
  switch (result.ended) {
    case "exited": {
      // grep says "nothing found" with 1.
      if (name === "grep" && result.code === 1 && output === "")
        return { content: "(no match)", isError: false };
      if (result.code === 0) return { content: output === "" ? "(no output)" : output, isError: false };
      return {
        content: [output, `(exit code ${result.code ?? "unknown"})`].filter(Boolean).join("\n"),
        isError: true,
      };
    }
    case "timed-out":
      return { content: `${output}\n(stopped after ${timeLimitMs / 1000} s)`.trimStart(), isError: true };
    case "aborted":
      return { content: `${output}\n(stopped by the person)`.trimStart(), isError: true };
    case "not-started":
      return { content: `the command could not be started: ${output}`, isError: true };
  }
}

function cutOutput(output: string, droppedBytes: number): string {
  if (output.length <= OUTPUT_CHARACTERS && droppedBytes === 0) return output;
  const kept = output.slice(0, OUTPUT_CHARACTERS).replace(/[\uD800-\uDBFF]$/u, "");
  const left = output.length - kept.length;
  const more = droppedBytes > 0 ? `${left} characters and ${droppedBytes} bytes` : `${left} characters`;
  return `${kept}\n(cut at ${OUTPUT_CHARACTERS} characters; ${more} more. Ask for less: a path, -n, --stat, head)`;
}
