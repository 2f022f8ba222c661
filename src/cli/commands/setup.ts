import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Host } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { nearest } from "../../text/index.ts";
import type { CommandContext } from "../command.ts";
import { done, failed } from "../command.ts";
import { describeHost, type HostSetup } from "../hosts/hosts.ts";
import { hostNames, type HostName } from "../hosts/host-name.ts";
import type { Launch } from "../hosts/launch.ts";
import { isIdle, planFiles, type PlannedFile } from "../hosts/plan-files.ts";
import { planForPrograms, showPlan } from "../hosts/show-plan.ts";
import { writeFiles } from "../hosts/write-files.ts";
import { confirm } from "../terminal/ask.ts";
import { showLine } from "../terminal/show.ts";

export interface SetupGiven {
  host: string;
  home?: string;
  /** Show the difference and change nothing. */
  print?: boolean;
  undo?: boolean;
  yes?: boolean;
}

/** `daybook setup`: gives this memory to another agent, in that agent's own files. */
export async function setup(context: CommandContext, given: SetupGiven): Promise<number> {
  const name = hostNamed(given.host);
  const launch = launchOf(context.host, given.home);
  const { userHome, env, platform } = context.host;
  assertHomeKnown(context.host);
  const place = { userHome, env, platform, exists: existsSync };
  const description = describeHost(name, { place, launch });
  const undo = given.undo === true;
  const plan = planFiles(description.files, { undo, userHome });
  const idle = isIdle(plan);
  const advice = [...(undo ? [] : launchAdvice(launch)), ...(idle || undo ? [] : description.advice)];
  const applied = !idle && (await decide(context, { given, description, plan }));
  if (applied) await writeFiles(plan);
  const isRefused = !applied && !idle && given.print !== true && !context.json;
  if (context.json)
    context.terminal.json({ host: name, undo, applied, files: plan.map(planForPrograms), advice });
  else tell(context, { description, undo, isIdle: idle, applied, isRefused, advice, plan });
  return isRefused ? failed : done;
}

/** Another agent started with this HOME would read other files than those of the home that the system knows. */
function assertHomeKnown({ userHome, env, platform }: Host): void {
  const said = platform === "win32" ? undefined : env["HOME"];
  if (userHome !== "" && (said === undefined || isAbsolute(said))) return;
  const why =
    said === undefined || userHome === "" ? "is not known" : `is not clear: HOME is ${JSON.stringify(said)}`;
  throw new DaybookError(
    "invalid",
    `Your home folder ${why}, and setup writes there. Set HOME to an absolute path, then run this again.`,
  );
}

function hostNamed(given: string): HostName {
  const found = hostNames.find((name) => name === given.toLowerCase());
  if (found !== undefined) return found;
  const near = nearest(given, hostNames, 1)[0];
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new DaybookError(
    "usage",
    `daybook setup does not know "${showLine(given)}".${meant} It knows ${hostNames.join(", ")}; others can use \`daybook mcp\` (docs/agents.md).`,
  );
}

/**
 * Node and daybook by absolute path: programs with windows know no PATH of a shell, and a folder must not be able to
 * put another `daybook` in front.
 */
function launchOf(host: Host, home: string | undefined): Launch {
  const [command, ...leading] = host.self;
  const chosen = home ?? host.env["DAYBOOK_HOME"];
  const folder = chosen === undefined || chosen.trim() === "" ? undefined : absolute(host, chosen);
  return {
    command,
    leading,
    platform: host.platform,
    ...(folder !== undefined && folder !== join(host.userHome, ".agent") && { home: folder }),
  };
}

function absolute(host: Host, folder: string): string {
  return resolve(
    host.cwd(),
    folder.replace(/^~(?=$|[/\\])/, () => host.userHome),
  );
}

function launchAdvice({ leading }: Launch): string[] {
  return leading.some((word) => /[/\\]_npx[/\\]/.test(word))
    ? [
        "This daybook lies in npx's cache, which npm empties at times. Install it (npm install -g daybook), then run setup again.",
      ]
    : [];
}

interface Decision {
  given: SetupGiven;
  description: HostSetup;
  plan: readonly PlannedFile[];
}

/** Whether the plan is to be carried out. Shows it first, wherever a person may read it. */
async function decide(
  { terminal, host, json }: CommandContext,
  { given, description, plan }: Decision,
): Promise<boolean> {
  if (!json) for (const line of showPlan(plan, terminal)) terminal.print(line);
  if (given.print === true) return false;
  // Where nobody can be asked, whoever wrote the command has decided: what is shown here, backups and --undo make up for it.
  if (given.yes === true || json || !terminal.canAsk) return true;
  const what = given.undo === true ? "Take daybook out of" : "Give daybook to";
  return confirm(host, `${what} ${description.title} like this?`);
}

interface Told {
  description: HostSetup;
  undo: boolean;
  isIdle: boolean;
  applied: boolean;
  isRefused: boolean;
  advice: readonly string[];
  plan: readonly PlannedFile[];
}

function tell({ terminal }: CommandContext, told: Told): void {
  const { title } = told.description;
  const { green, dim } = terminal.colors;
  if (told.isIdle) {
    terminal.print(
      told.undo
        ? `Nothing that daybook setup wrote is in ${title}: nothing to undo.`
        : `daybook is already set up in ${title}.`,
    );
  }
  if (told.applied) {
    terminal.print(green(told.undo ? `daybook is out of ${title} again.` : `${title} has this memory now.`));
    const kept = told.plan.filter(({ copy }) => copy !== undefined).length;
    if (kept > 0)
      terminal.print(
        dim(
          "As they were: beside each file, with .before-daybook- and a fingerprint behind its name. --undo takes it all back.",
        ),
      );
  }
  for (const sentence of told.applied || told.isIdle ? told.advice : []) terminal.notice(showLine(sentence));
  if (told.isRefused) terminal.problem("Nothing was changed.");
}
