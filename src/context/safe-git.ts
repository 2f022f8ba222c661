/**
 * Reads a repository with git without letting the repository run anything. A folder's own `.git/config`
 * and `.gitattributes` may name programs (monitors, hooks, filters, external diffs, signature checkers,
 * transports) and another work tree; every one of these is switched off or checked first.
 */
import { realpath } from "node:fs/promises";
import {
  childEnvironment,
  findProgram,
  runProgram,
  type Environment,
  type ProgramResult,
} from "./run-program.ts";

/** Where git runs, and which repository it may find there. */
export interface GitPlace {
  /** Where git runs; absolute. */
  cwd: string;
  /** Real path of the project's work tree or folder. */
  projectRoot: string;
  /** Real path of the git directory that the project's identity was made from; null outside git. */
  gitDirectory: string | null;
  environment: Environment;
}

/** One reading command. */
export interface GitRun {
  place: GitPlace;
  /** Which reading command, and its arguments as already checked. */
  command: "status" | "diff" | "log" | "show" | "branch" | "rev-parse" | "ls-files";
  args: readonly string[];
  timeLimitMs: number;
  outputBytes: number;
  signal?: AbortSignal;
}

/** The run, or the sentence why it did not take place. */
export type GitOutcome = { ran: true; result: ProgramResult } | { ran: false; reason: string };

const settings: readonly string[] = [
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.quotePath=false",
  "color.ui=false",
  "column.ui=never",
  "diff.external=",
  "diff.submodule=short",
  "log.showSignature=false",
  "status.submoduleSummary=false",
  "submodule.recurse=false",
  "protocol.allow=never",
  "gpg.program=false",
  "gpg.openpgp.program=false",
  "gpg.x509.program=false",
  "gpg.ssh.program=false",
];

const variables: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  // Names no transport, so a partial clone cannot fetch what it lacks through a configured program.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
};

const commandFlags: Readonly<Record<GitRun["command"], readonly string[]>> = {
  // `dirty` keeps git from starting itself inside submodules, where these settings do not all hold.
  status: ["--ignore-submodules=dirty"],
  diff: ["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"],
  log: ["--no-ext-diff", "--no-textconv"],
  show: ["--no-ext-diff", "--no-textconv"],
  branch: [],
  "rev-parse": [],
  "ls-files": [],
};

/** Runs one reading git command under all precautions; never rejects. */
export async function runGit(run: GitRun): Promise<GitOutcome> {
  const { environment, projectRoot } = run.place;
  const program = await findProgram("git", { environment, untrustedFolder: projectRoot });
  if (program === null) return { ran: false, reason: "git is not installed" };
  const start = (command: string, args: readonly string[], extra: readonly string[] = []) =>
    runProgram({
      program,
      args: [
        "--no-pager",
        ...[...settings, ...extra].flatMap((setting) => ["-c", setting]),
        command,
        ...args,
      ],
      cwd: run.place.cwd,
      environment: { ...childEnvironment(environment), ...variables },
      timeLimitMs: run.timeLimitMs,
      outputBytes: run.outputBytes,
      ...(run.signal ? { signal: run.signal } : {}),
    });
  const stranger = await findStranger(run.place, start);
  if (stranger !== null) return { ran: false, reason: stranger };
  const filters = readsWorkTree(run.command) ? await switchOffFilters(start) : [];
  if (filters === null) return { ran: false, reason: "this repository's configuration names odd filters" };
  return {
    ran: true,
    result: await start(run.command, [...commandFlags[run.command], ...run.args], filters),
  };
}

type Start = (command: string, args: readonly string[]) => Promise<ProgramResult>;

// A forged `.git` file or a `core.worktree` would show another repository, or files outside the project.
async function findStranger(place: GitPlace, start: Start): Promise<string | null> {
  const found = await start("rev-parse", ["--path-format=absolute", "--git-common-dir", "--show-toplevel"]);
  const [directory, workTree] = found.stdout.split("\n");
  if (directory === undefined || directory === "") return null;
  if (place.gitDirectory === null || (await real(directory)) !== (await real(place.gitDirectory))) {
    return `the git directory found here (${directory}) is not this project's own`;
  }
  if (workTree === undefined || workTree === "") return null;
  if ((await real(workTree)) === (await real(place.projectRoot))) return null;
  return `the repository's work tree (${workTree}) is not this project's folder`;
}

function readsWorkTree(command: GitRun["command"]): boolean {
  return command === "status" || command === "diff";
}

// Filters of the person's own configuration (git-lfs) stay; those of the repository's do not run.
async function switchOffFilters(start: Start): Promise<string[] | null> {
  const listed = await start("config", [
    "--null",
    "--show-scope",
    "--name-only",
    "--get-regexp",
    "^filter\\..*\\.(clean|smudge|process)$",
  ]);
  const parts = listed.stdout.split("\0");
  const off: string[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [scope, key] = [parts[index], parts[index + 1] ?? ""];
    if (scope !== "local" && scope !== "worktree") continue;
    if (/[=\n]/u.test(key)) return null;
    const name = key.slice(0, key.lastIndexOf("."));
    off.push(`${key}=`, `${name}.required=false`);
  }
  return off;
}

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
