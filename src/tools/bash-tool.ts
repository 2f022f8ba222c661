import type { Environment } from "../context/index.ts";
import { planCommand, type BashPlan } from "./bash-plan.ts";
import { runnableCommands } from "./command-rules.ts";
import { parseFields } from "./fields.ts";
import { printedMemories } from "./printed-memories.ts";
import { runInShell, runPlan, type RunPlace } from "./run-bash.ts";
import type { PermissionVerdict, Tool, ToolOutcome } from "./tool.ts";
import { judge } from "./verdict.ts";
import type { FileToolOptions } from "./write-tool.ts";

/** What `Bash` was asked for. */
export interface BashInput {
  command: string;
  /** Milliseconds, null for the usual limit. */
  timeLimitMs: number | null;
}

/** Where commands run, and what they may do. */
export interface BashToolOptions extends FileToolOptions {
  /** Real path of the project's git directory, null outside git. */
  gitDirectory: string | null;
  /** As the composition root read it. A reading command gets only a few of its variables. */
  environment: Environment;
  /** Milliseconds a command may take when the model names no time. */
  timeLimitMs?: number;
  /** Id of the memory whose file this is, by real path; null for any other file. */
  memoryAt?: (path: string) => Promise<string | null>;
}

const TIME_LIMIT_MS = 120_000;
const LONGEST_SECONDS = 600;

const inputSchema = {
  type: "object",
  properties: {
    command: { type: "string", description: "The command, for a POSIX shell. It gets no input." },
    timeout_seconds: {
      type: "integer",
      minimum: 1,
      maximum: LONGEST_SECONDS,
      description: `Seconds it may take; ${TIME_LIMIT_MS / 1000} when left out.`,
    },
  },
  required: ["command"],
};

/** `Bash`: a few reading commands without a shell and without asking; every other by the person's word. */
export function createBashTool({
  gitDirectory,
  environment,
  timeLimitMs,
  memoryAt = async () => null,
  ...file
}: BashToolOptions): Tool<BashInput> {
  const { permissions, ...area } = file;
  const place: RunPlace = { area, gitDirectory, environment };
  const shown = new WeakSet<BashInput>();
  const limitOf = (input: BashInput): number => input.timeLimitMs ?? timeLimitMs ?? TIME_LIMIT_MS;

  async function judgeOther(input: BashInput, problem: string): Promise<PermissionVerdict> {
    const { command } = input;
    const remember = permissions.rememberer(command);
    const verdict = judge({
      mode: permissions.mode,
      act: { kind: "run", command: (await permissions.isAllowed(command)) ? "remembered" : "other" },
      subject: "the command is not run",
      why: problem,
      request: () => ({
        tool: "Bash",
        title: "run a command",
        detail: { kind: "command", command, cwd: area.cwd, timeLimitMs: limitOf(input) },
        always: remember === null ? null : "this very command in this project",
      }),
      ...(remember === null ? {} : { remember }),
    });
    return withRunnable(verdict);
  }

  async function runReading(
    plan: BashPlan,
    limits: { timeLimitMs: number; signal: AbortSignal },
  ): Promise<ToolOutcome> {
    const outcome = await runPlan(plan, { place, ...limits });
    const memories = outcome.isError ? [] : await printedMemories(plan, { area, memoryAt });
    return memories.length === 0 ? outcome : { ...outcome, memories };
  }

  return {
    name: "Bash",
    description:
      "Run a command in the working directory; each starts there anew, and what it leaves running is stopped. " +
      `Without the person's word run, as one simple command with paths inside the project: ${runnableCommands}. Long output is cut in the middle and kept in a file.`,
    inputSchema,
    effect: "execute",
    parse: parseBashInput,
    async permission(input) {
      const planned = await planCommand(input.command, area);
      if (planned.ok) return { decision: "allow", onlyReads: true };
      const verdict = await judgeOther(input, planned.problem);
      if (verdict.decision === "ask") shown.add(input);
      return verdict;
    },
    async execute(input, { signal }) {
      const limits = { timeLimitMs: limitOf(input), signal };
      // Read again: what the arguments lead to may have changed since the permission.
      const planned = await planCommand(input.command, area);
      if (planned.ok) return runReading(planned.plan, limits);
      const verdict = await judgeOther(input, planned.problem);
      if (verdict.decision === "refuse") return { content: verdict.reason, isError: true };
      if (verdict.decision === "ask" && !shown.has(input))
        return { content: verdict.otherwise, isError: true };
      return runInShell(input.command, { place, ...limits });
    },
  };
}

function parseBashInput(input: unknown): ReturnType<Tool<BashInput>["parse"]> {
  const fields = parseFields(input, { command: "string", timeout_seconds: "integer" });
  if (!fields.ok) return fields;
  const { command, timeout_seconds: seconds } = fields.value;
  if (command === undefined || command.trim() === "") {
    return { ok: false, problem: "command is missing: give one command" };
  }
  if (command.includes("\0")) return { ok: false, problem: "command holds a NUL character" };
  if (seconds !== undefined && (seconds < 1 || seconds > LONGEST_SECONDS)) {
    return { ok: false, problem: `timeout_seconds is ${seconds}; it may be 1 to ${LONGEST_SECONDS}` };
  }
  return {
    ok: true,
    value: { command: command.trim(), timeLimitMs: seconds === undefined ? null : seconds * 1000 },
  };
}

// Where nobody can be asked, the model should know what it can still do.
function withRunnable(verdict: PermissionVerdict): PermissionVerdict {
  const runnable = ` These run without asking, one simple command at a time: ${runnableCommands}.`;
  switch (verdict.decision) {
    case "allow":
      return verdict;
    case "ask":
      return { ...verdict, otherwise: verdict.otherwise + runnable };
    case "refuse":
      return { ...verdict, reason: verdict.reason + runnable };
  }
}
