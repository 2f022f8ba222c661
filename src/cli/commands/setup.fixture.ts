import { mkdir, mkdtemp, readFile, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Host } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import type { CommandContext } from "../command.ts";
import { createTerminal } from "../terminal/terminal.ts";
import { setup, type SetupGiven } from "./setup.ts";

/** What a run came to: its exit code, and what it wrote. */
export interface SetupRun {
  code: number;
  out: string;
  told: string;
}

/** What differs between the processes of `daybook setup`. */
export interface SetupWish {
  json?: boolean;
  node?: string;
  env?: Record<string, string>;
}

/** A person's home that is new for each test, and `daybook setup` in it. */
export interface SetupPlace {
  readonly home: string;
  /** Makes the home; before each test. */
  begin(): Promise<void>;
  run(given: Omit<SetupGiven, "host"> & { host?: string }, wish?: SetupWish): Promise<SetupRun>;
  /** Every file and folder with its bytes: a picture of the disk. */
  picture(): Promise<Record<string, string>>;
  write(path: string, text: string): Promise<string>;
}

/** A place for the tests of a file. */
export function setupPlace(): SetupPlace {
  let home = "";
  return {
    get home() {
      return home;
    },
    async begin() {
      home = await realpath(await mkdtemp(join(tmpdir(), "daybook-setup-")));
    },
    run: (given, wish = {}) => runIn(home, given, wish),
    picture: () => pictureOf(home),
    async write(path, text) {
      const file = join(home, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      return file;
    },
  };
}

async function runIn(
  home: string,
  given: Omit<SetupGiven, "host"> & { host?: string },
  { json = false, node = "/opt/node", env = {} }: SetupWish,
): Promise<SetupRun> {
  const written = { out: "", told: "" };
  const stream = (key: "out" | "told") => ({ write: (text: string) => (written[key] += text) !== "" });
  const host = {
    env,
    platform: "linux",
    userHome: home,
    stdin: {},
    stdout: stream("out"),
    stderr: stream("told"),
    self: [node, "/opt/daybook/bin/daybook.js"],
    cwd: () => home,
  } as unknown as Host;
  const context = { host, terminal: createTerminal(host), json } as CommandContext;
  const code = await setup(context, { host: "claude", ...given });
  return { code, ...written };
}

async function pictureOf(home: string): Promise<Record<string, string>> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const pairs = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(home.length + 1), entry.isFile() ? await readFile(path, "utf8") : "(folder)"] as const;
  });
  return Object.fromEntries((await Promise.all(pairs)).toSorted());
}

/** The error of daybook with which this fails. */
export async function failure(work: Promise<unknown>): Promise<DaybookError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (DaybookError.isInstance(error)) return error;
  throw new Error("It did not fail with an error of daybook.", { cause: error });
}

/** Settings of Claude Code with a comment of their person's. */
export const claudeSettings =
  '{\n  // the dark one\n  "theme": "dark",\n  "hooks": {\n    "Stop": []\n  }\n}\n';
