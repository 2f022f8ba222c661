import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createSession, openDaybook } from "../app/index.ts";
import type { Daybook, Host } from "../app/index.ts";
import { createScriptedModel } from "../models/index.ts";
import type { ScriptTurn } from "../models/index.ts";
import { main } from "./main.ts";

/** A person's home and a project, with the command line in this process. */
export interface Desk {
  home: string;
  work: string;
  /** Runs a command line; `answer` is typed where it asks, and makes it a terminal. */
  run(words: readonly string[], answer?: string): Promise<{ code: number; out: string; said: string }>;
  /** The same with lines that come through a pipe. */
  pipe(words: readonly string[], lines: string): Promise<{ code: number; out: string; said: string }>;
  /** What follows is run in another project of the same person, or in the first again. */
  goTo(project: "first" | "other"): Promise<void>;
  /** Path of a script of these answers. */
  script(turns: readonly ScriptTurn[]): Promise<string>;
  open(): Promise<Daybook>;
  /** One session of these prompts and answers; gives its id. */
  talk(prompts: readonly string[], turns: ScriptTurn[]): Promise<string>;
  /** Files of the home, and of the work tree without git, that hold a text. */
  filesWith(text: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-desk-")));
  const [home, work] = [join(folder, "home", ".agent"), join(folder, "work")];
  const [first, other] = [work, join(folder, "other")];
  let cwd = first;
  for (const tree of [first, other]) {
    await mkdir(tree, { recursive: true });
    execFileSync("git", ["init", "-q", tree]);
  }
  const hostWith = (answer?: string): { host: Host; out: () => string; said: () => string } => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    if (answer !== undefined) {
      Object.assign(stdin, { isTTY: true });
      Object.assign(stderr, { isTTY: true });
      stdin.write(`${answer}\n`);
    }
    const host: Host = {
      env: { NO_COLOR: "1" },
      platform: process.platform,
      userHome: join(folder, "home"),
      stdin,
      stdout,
      stderr,
      self: ["node"],
      now: () => new Date(),
      cwd: () => cwd,
      onInterrupt: () => () => {},
    };
    return { host, out: () => textOf(stdout), said: () => textOf(stderr) };
  };
  const open = () => openDaybook(hostWith().host, {});
  return {
    home,
    work,
    open,
    async run(words, answer) {
      const { host, out, said } = hostWith(answer);
      const code = await main(words, host);
      return { code, out: out(), said: said() };
    },
    async pipe(words, lines) {
      const { host, out, said } = hostWith();
      Object.assign(host.stdin, { isTTY: false });
      (host.stdin as PassThrough).end(lines);
      const code = await main(words, host);
      return { code, out: out(), said: said() };
    },
    async script(turns) {
      await writeFile(join(folder, "script.json"), JSON.stringify({ turns }));
      return join(folder, "script.json");
    },
    goTo: async (project) => void (cwd = project === "first" ? first : other),
    async talk(prompts, turns) {
      const session = await createSession(await open(), {
        model: createScriptedModel({ turns }),
        permissions: "all",
      });
      for (const prompt of prompts) for await (const event of session.agent.run(prompt)) void event;
      await session.close();
      return session.id;
    },
    async filesWith(text) {
      const found: string[] = [];
      for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
        const path = join(entry.parentPath, entry.name);
        if (path.includes("/.git/") || !entry.isFile()) continue;
        if ((await readFile(path)).includes(text)) found.push(path.slice(folder.length + 1));
      }
      return found.toSorted();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Caches are written once a file has rested, so whether one stands depends on how busy the machine is. */
export function withoutCaches(paths: readonly string[]): string[] {
  return paths.filter((path) => !path.includes("/cache/"));
}

function textOf(stream: PassThrough): string {
  return String(stream.read() ?? "");
}
