/** What the tries of `daybook mcp` with other programs share: programs from npm, and a server in a home of its own. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** One thing that was tried. */
export interface Tried {
  what: string;
  ok: boolean;
  /** Figures, or what was seen instead. */
  seen: string;
}

/** The command line of this checkout, as it is built. */
export const daybook = resolve("bin/daybook.js");

const folder = process.env["DAYBOOK_CLIENTS"] ?? join(tmpdir(), "daybook-clients");

/** Installs a pinned package into a folder of its own that is kept for the next run; gives that folder. */
export async function install(spec: string): Promise<string> {
  const own = join(folder, spec.replaceAll(/[^a-z0-9.]+/giu, "-").replace(/^-/u, ""));
  if (existsSync(join(own, "node_modules"))) return own;
  await mkdir(own, { recursive: true });
  process.stdout.write(`installing ${spec} into ${own}\n`);
  const args = ["install", "--save-exact", "--no-audit", "--no-fund", "--prefix", own, spec];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${spec} could not be installed.`);
  return own;
}

/** A Node of at least 22: this one, the one that NODE22 names, or one from npm. */
export async function node22(): Promise<string> {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const named = process.env["NODE22"];
  if (named !== undefined) return named;
  const name = `node-${process.platform}-${process.arch}`;
  return join(await install(`${name}@22`), "node_modules", name, "bin", "node");
}

/** A home and a project that nobody else has; `memories` of them stand in it. */
export async function makeHome(memories = 0): Promise<{ home: string; project: string }> {
  const place = await realpath(await mkdtemp(join(tmpdir(), "daybook-mcp-")));
  const [home, project] = [join(place, "home"), join(place, "project")];
  await mkdir(join(home, "memory"), { recursive: true });
  await mkdir(project);
  await writeFile(join(project, "AGENTS.md"), "Use tabs.\n");
  const lines: string[] = [];
  for (let number = 0; number < memories; number += 1) {
    lines.push(`- [note ${number}](note-${number}.md) — what was decided about topic ${number % 97}\n`);
    const text = `---\nname: note ${number}\ndescription: what was decided about topic ${number % 97}\ntype: user\n---\n\nWord${number} stands here.\n`;
    await writeFile(join(home, "memory", `note-${number}.md`), text);
  }
  await writeFile(join(home, "memory", "MEMORY.md"), lines.join(""));
  return { home, project };
}

/** A server over HTTP on a free port. */
export interface HttpServer {
  url: string;
  /** Tells it to end, and waits; gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `daybook mcp --http 0` without a token, for this home. */
export async function startHttpServer({
  home,
  project,
}: {
  home: string;
  project: string;
}): Promise<HttpServer> {
  const child = spawn(process.execPath, [daybook, "mcp", "--http", "0", "--no-token"], {
    cwd: project,
    env: { ...process.env, DAYBOOK_HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = new Promise<number | null>((resolveCode) => child.once("close", resolveCode));
  const url = await new Promise<string>((resolveUrl, reject) => {
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(told)?.[0];
      if (found !== undefined) resolveUrl(found);
    });
    void closed.then(() => reject(new Error(`daybook mcp ended: ${told}`)));
  });
  return {
    url,
    stop: () => {
      child.kill("SIGTERM");
      return closed;
    },
  };
}

/** Runs a program to its end; what it said to either output. */
export function said(
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string> } = {},
): string {
  const { stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, ...options.env },
  });
  return `${stdout}${stderr}`;
}
