import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInProcess } from "./in-process.ts";
import { runProgram } from "./real-cli.ts";
import type { RealCli, RunResult } from "./real-cli.ts";

/** A scratch machine: a person's home, folders to work in, the command line. */
export interface World {
  root: string;
  /** `~/.agent` of its person. */
  agent: string;
  /** Runs daybook in a folder of the world (default: its root). */
  daybook(
    given: readonly string[],
    options?: { in?: string; input?: string | Buffer; env?: Record<string, string> },
  ): Promise<RunResult>;
  /** The same in this process: for what is only looked up, or made ready, around the processes that a test is about. */
  here: World["daybook"];
  /** Runs daybook in this process, which must end with 0, and reads what it printed as JSON. */
  json<Value>(given: readonly string[], options?: { in?: string; input?: string }): Promise<Value>;
  /** Runs git, which must succeed, and gives its output. */
  git(folder: string, ...words: string[]): Promise<string>;
  /** Makes a folder to work in and gives its path. What looks at it starts no git, unlike in a repository. */
  folder(name: string): Promise<string>;
  /** Makes a repository with one commit and gives its path. */
  repository(name: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

const gitSettings = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.invalid",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.invalid",
};

/** With a command line each call is a process of its own; without one it runs in this process, at a tenth of the cost. */
export async function createWorld(cli?: RealCli): Promise<World> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybook-world-")));
  const env = { HOME: join(root, "person"), TMPDIR: join(root, "tmp"), ...gitSettings };
  await mkdir(env.HOME);
  await mkdir(env.TMPDIR);
  const optionsOf = ({ in: cwd = root, env: more = {}, ...rest }: Parameters<World["daybook"]>[1] = {}) => ({
    cwd,
    env: { ...env, ...more },
    ...rest,
  });
  const world: World = {
    root,
    agent: join(env.HOME, ".agent"),
    daybook(given, options) {
      if (cli === undefined) return world.here(given, options);
      return runProgram([process.execPath, cli.script, ...given], optionsOf(options));
    },
    here: (given, options) => runInProcess(given, optionsOf(options)),
    async json<Value>(given: readonly string[], options = {}) {
      const result = await world.here(given, options);
      if (result.code !== 0)
        throw new Error(`daybook ${given.join(" ")}: exit ${result.code}: ${result.stderr}`);
      return JSON.parse(result.stdout) as Value;
    },
    async git(folder, ...words) {
      const result = await runProgram(["git", ...words], { cwd: folder, env });
      if (result.code !== 0) throw new Error(`git ${words.join(" ")}: exit ${result.code}: ${result.stderr}`);
      return result.stdout;
    },
    async folder(name) {
      const folder = join(root, name);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async repository(name) {
      const folder = await world.folder(name);
      await world.git(folder, "init", "--quiet", "--initial-branch=main");
      await world.write(join(folder, "README.md"), `# ${name}\n`);
      await world.git(folder, "add", ".");
      await world.git(folder, "commit", "--quiet", "-m", "docs: begin");
      return folder;
    },
    async write(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
  return world;
}

/** Every file under a folder with its bytes, as a plain object: a picture of the disk. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = await Promise.all(
    files
      .toSorted()
      .map(async (file) => [file.slice(folder.length + 1), await readFile(file, "utf8")] as const),
  );
  return Object.fromEntries(pairs);
}

/** Arguments of a `save` that is right. */
export function saving(
  name: string,
  more: Partial<Record<"type" | "description" | "body" | "scope" | "slug", string>> = {},
): string[] {
  const fields = { type: "feedback", description: "when it matters", body: "The fact.\n", ...more };
  return [
    "save",
    "--name",
    name,
    ...Object.entries(fields).flatMap(([field, value]) => [`--${field}`, value]),
  ];
}
