import { access, constants, realpath } from "node:fs/promises";
import { delimiter, isAbsolute, join, sep } from "node:path";
import type { ProjectIdentity } from "./types.ts";

/** What daybook asks git itself; everything else is read from files. */
export interface Git {
  /** The root commit of `HEAD`; null for none, a shallow clone, no git, or a history too long to walk in time. */
  firstCommit(project: ProjectIdentity): Promise<string | null>;
  /** Which of the commits the project's repository has. */
  knownCommits(project: ProjectIdentity, commits: readonly string[]): Promise<Set<string>>;
  /** Whether git ignores a path of the work tree; null when git cannot say. */
  isIgnored(project: ProjectIdentity, path: string): Promise<boolean | null>;
}

export interface GitOptions {
  /** Environment of the process: `PATH` and where the person's git settings lie. */
  environment: Readonly<Record<string, string | undefined>>;
  timeLimitMs?: number;
}

// A repository's own configuration may name programs and transports: all of them are switched off.
const settings = ["core.fsmonitor=", "core.hooksPath=/dev/null", "protocol.allow=never"];
const variables = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  // A partial clone would fetch what it lacks, through a program that the repository chose.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C",
};
const keptVariables = /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|TMPDIR|TEMP|XDG_CONFIG_HOME)$/i;

interface GitCall {
  args: readonly string[];
  project: ProjectIdentity;
  input?: string;
}
type RunGit = (call: GitCall) => Promise<{ code: number; stdout: string } | null>;

/** Git as an ordinary program on `PATH`, run so that no repository can make it run something else. */
export function createGit(options: GitOptions): Git {
  const run = createRunner(options);
  return {
    async firstCommit(project) {
      // The oldest commit of a shallow clone is only where it was cut.
      if (project.gitDirectory === null || (await exists(join(project.gitDirectory, "shallow")))) return null;
      const args = [`--git-dir=${project.gitDirectory}`, "rev-list", "--max-parents=0", "HEAD", "--"];
      const result = await run({ args, project });
      return result?.code === 0 ? (commitIds(result.stdout).at(-1) ?? null) : null;
    },
    async knownCommits(project, commits) {
      const asked = commits.filter((commit) => /^[0-9a-f]{40,64}$/.test(commit));
      if (asked.length === 0 || project.gitDirectory === null) return new Set();
      const format = "--batch-check=%(objectname) %(objecttype)";
      const args = [`--git-dir=${project.gitDirectory}`, "cat-file", format];
      const result = await run({ args, project, input: `${asked.join("\n")}\n` });
      const lines = new Set(result?.stdout.split("\n"));
      return new Set(asked.filter((commit) => lines.has(`${commit} commit`)));
    },
    async isIgnored(project, path) {
      if (project.kind !== "git") return null;
      const result = await run({ args: ["check-ignore", "-q", "--", path], project });
      return result !== null && result.code < 2 ? result.code === 0 : null;
    },
  };
}

async function exists(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

function commitIds(output: string): string[] {
  return output.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
}

function createRunner({ environment, timeLimitMs = 3000 }: GitOptions): RunGit {
  const kept = Object.entries(environment).filter(([name]) => keptVariables.test(name));
  const env = { ...Object.fromEntries(kept), ...variables };
  return async ({ args, project, input }) => {
    const program = await findGit(environment["PATH"] ?? "", project);
    if (program === null) return null;
    const all = ["--no-pager", ...settings.flatMap((setting) => ["-c", setting]), ...args];
    // Most projects are known, and git is not asked: then this part of Node is not worth its loading.
    const { execFile } = await import("node:child_process");
    return new Promise((resolve) => {
      const child = execFile(
        program,
        all,
        {
          cwd: project.root,
          env,
          timeout: timeLimitMs,
          killSignal: "SIGKILL",
          maxBuffer: 1 << 24,
          windowsHide: true,
        },
        (error, stdout) => {
          const code = error === null ? 0 : error.code;
          resolve(typeof code === "number" ? { code, stdout } : null);
        },
      );
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input ?? "");
    });
  };
}

/** The first `git` on `PATH`, passing over folders inside the project: it must not bring its own. */
async function findGit(path: string, { root, key }: ProjectIdentity): Promise<string | null> {
  const name = process.platform === "win32" ? "git.exe" : "git";
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder) || !(await exists(join(folder, name), constants.X_OK))) continue;
    const real = await realpath(folder).catch(() => folder);
    if (![root, key].some((inside) => real === inside || real.startsWith(inside + sep)))
      return join(folder, name);
  }
  return null;
}
