import type { GitRun } from "../context/index.ts";
import { checkArguments } from "./check-arguments.ts";
import { gitRules, programRules, type CommandRule } from "./command-rules.ts";
import { isInsideFolder, resolveReadablePath, type WorkArea } from "./work-area.ts";
import { splitCommand } from "./shell-words.ts";

/** A command that was read, checked and found to be one of the list. */
export type BashPlan =
  | { kind: "git"; command: GitRun["command"]; args: string[] }
  | { kind: "program"; program: string; args: string[] };

/** The plan, or why the command does not run without asking: half a sentence. */
export type PlannedCommand = { ok: true; plan: BashPlan } | { ok: false; problem: string };

/** Decides, without running anything, whether a command is a reading one that stays inside the area. */
export async function planCommand(command: string, area: WorkArea): Promise<PlannedCommand> {
  const split = splitCommand(command);
  if (!split.ok) return refuse(`it has ${split.problem}`);
  const named = nameCommand(split.words);
  if ("problem" in named) return refuse(named.problem);
  const checked = checkArguments(named.plan.args, named.rule);
  if (!checked.ok) return refuse(checked.problem);
  const outside = await findOutside(checked.operands, area);
  if (outside !== null) return refuse(outside);
  const homeReached = await reachesHome(named.plan, checked.operands, area);
  return homeReached === null ? { ok: true, plan: named.plan } : refuse(homeReached);
}

type NamedCommand = { plan: BashPlan; rule: CommandRule } | { problem: string };

function nameCommand(words: readonly string[]): NamedCommand {
  const [program = "", ...args] = words;
  if (program === "git") return nameGitCommand(args);
  const rule = Object.hasOwn(programRules, program) ? programRules[program] : undefined;
  if (rule === undefined) return { problem: `${program} is not one that runs without asking` };
  return { plan: { kind: "program", program, args }, rule };
}

function nameGitCommand(words: readonly string[]): NamedCommand {
  const rest = words[0] === "--no-pager" || words[0] === "-P" ? words.slice(1) : words;
  const [command = "", ...args] = rest;
  const rule = Object.hasOwn(gitRules, command) ? gitRules[command] : undefined;
  if (rule === undefined)
    return { problem: `${`git ${command}`.trim()} is not one that runs without asking` };
  return { plan: { kind: "git", command: command as GitRun["command"], args }, rule };
}

async function findOutside(operands: readonly string[], area: WorkArea): Promise<string | null> {
  for (const operand of operands) {
    const target = await resolveReadablePath(operand, area);
    if (!target.readable) return target.reason;
  }
  return null;
}

// Where daybook's home lies inside the project, a recursive command would read what is closed there.
async function reachesHome(
  plan: BashPlan,
  operands: readonly string[],
  area: WorkArea,
): Promise<string | null> {
  const recursive =
    plan.kind === "program" &&
    (plan.program === "find" || plan.args.some((word) => /^-[A-Za-z]*[rR]|^--recursive/u.test(word)));
  if (!recursive) return null;
  const starts = operands.length === 0 ? ["."] : operands;
  const home = await resolveReadablePath(area.home, { ...area, memoryFolders: [area.home] });
  for (const start of starts) {
    const target = await resolveReadablePath(start, area);
    const holdsHome =
      target.readable && home.readable && home.exists && isInsideFolder(home.path, target.path);
    if (holdsHome && !isInsideFolder(area.projectRoot, home.path)) {
      return `it would go through daybook's own folder ${area.home}`;
    }
  }
  return null;
}

function refuse(problem: string): PlannedCommand {
  return { ok: false, problem };
}
