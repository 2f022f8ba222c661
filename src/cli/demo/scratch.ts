import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import type { Host } from "../../app/index.ts";
import {
  fifthScript,
  firstScript,
  fourthScript,
  project,
  secondScript,
  sixthScript,
  thirdScript,
} from "./story.ts";

/** A home and a repository that exist for the demo only. */
export interface Scratch {
  home: string;
  repository: string;
  firstScript: string;
  secondScript: string;
  thirdScript: string;
  fourthScript: string;
  fifthScript: string;
  sixthScript: string;
  /** For child processes: neither the person's home nor their git settings. */
  env: Record<string, string | undefined>;
  remove(): Promise<void>;
}

/** Fails with `not-found` without git; nothing is left behind when it fails or `signal` stops it. */
export async function createScratch(host: Host, signal: AbortSignal): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybook-demo-")));
  const scratch: Scratch = {
    home: join(root, "home"),
    repository: join(root, project.name),
    firstScript: join(root, "first.json"),
    secondScript: join(root, "second.json"),
    thirdScript: join(root, "third.json"),
    fourthScript: join(root, "fourth.json"),
    fifthScript: join(root, "fifth.json"),
    sixthScript: join(root, "sixth.json"),
    env: childEnvironment(host.env),
    remove: () => rm(root, { recursive: true, force: true }),
  };
  try {
    await writeFile(scratch.firstScript, JSON.stringify(firstScript));
    await writeFile(scratch.secondScript, JSON.stringify(secondScript));
    await writeFile(scratch.thirdScript, JSON.stringify(thirdScript));
    await writeFile(scratch.fourthScript, JSON.stringify(fourthScript));
    await writeFile(scratch.fifthScript, JSON.stringify(fifthScript));
    await writeFile(scratch.sixthScript, JSON.stringify(sixthScript));
    await createRepository(scratch, signal);
    return scratch;
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

// Git's own variables would send our commands into the repository of a hook that runs the demo.
function childEnvironment(env: Host["env"]): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^(?:GIT_|DAYBOOK_|FORCE_COLOR$)/.test(name));
  return { ...Object.fromEntries(kept), GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
}

async function createRepository({ repository, env }: Scratch, signal: AbortSignal): Promise<void> {
  const git = (...words: string[]) => runGit({ words, cwd: repository, env, signal });
  await mkdir(repository);
  await git("init", "--quiet");
  await writeFiles(repository, project.committed);
  await git("add", ".");
  await git(
    "-c",
    "user.name=demo",
    "-c",
    "user.email=demo@example.invalid",
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--quiet",
    "-m",
    "chore: begin",
  );
  await writeFiles(repository, project.staged);
  await git("add", ".");
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

interface GitCall {
  words: string[];
  cwd: string;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}

async function runGit({ words, cwd, env, signal }: GitCall): Promise<void> {
  const child = spawn("git", words, { cwd, env, signal, stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (cause) => {
      reject(
        new DaybookError(
          "not-found",
          "The demo needs git, which could not be started. Install git, then run daybook demo again.",
          { cause },
        ),
      );
    });
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new DaybookError(
      "io",
      `git ${words[0] ?? ""} failed in the demo's scratch folder: ${complaint.trim()}`,
    );
}
