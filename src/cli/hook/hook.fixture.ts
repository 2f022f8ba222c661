import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { Host } from "../../app/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { readHookLine } from "./hook-line.ts";
import { runHook } from "./run-hook.ts";

// What a hook says must not depend on how busy the machine is that tests it.
const patience = 60_000;

/** One line of a hook, read. */
export interface Said {
  hookSpecificOutput?: { hookEventName: string; additionalContext: string };
  additional_context?: string;
  decision?: string;
  reason?: string;
  followup_message?: string;
}

export interface Asking {
  host?: string;
  session?: string | null;
  now?: string;
  env?: Record<string, string>;
  input?: Readable;
}

/** A person's home with a project, and an agent that calls its hooks there. */
export interface HookWorld {
  person: string;
  project: string;
  /** A place in `~/.agent`. */
  home: (...parts: string[]) => string;
  /** What a hook says, as it stands on standard output. */
  hear: (event: string, given?: Record<string, unknown>, asking?: Asking) => Promise<string>;
  /** The same, read; empty where it says nothing. */
  ask: (event: string, given?: Record<string, unknown>, asking?: Asking) => Promise<Said>;
  remember: (slug: string, memory?: Partial<Record<MemoryPart, string>>) => Promise<void>;
}

type MemoryPart = "name" | "description" | "body" | "type" | "folder";

export function contextIn({ hookSpecificOutput }: Said): string {
  return hookSpecificOutput?.additionalContext ?? "";
}

export async function createHookWorld(): Promise<HookWorld> {
  const person = await realpath(await mkdtemp(join(tmpdir(), "daybook-hook-")));
  const project = join(person, "shop");
  await mkdir(join(project, ".git"), { recursive: true });
  const home = (...parts: string[]): string => join(person, ".agent", ...parts);

  async function hear(
    event: string,
    given: Record<string, unknown> = {},
    asking: Asking = {},
  ): Promise<string> {
    const { host: name = "claude", session = "s1", now = "2026-11-30T10:00:00Z", env = {} } = asking;
    const body = {
      ...(session !== null && { session_id: session }),
      cwd: project,
      hook_event_name: event,
      ...given,
    };
    let said = "";
    const host = {
      env,
      platform: "linux",
      userHome: person,
      stdin: asking.input ?? Readable.from([Buffer.from(JSON.stringify(body))]),
      stdout: {
        write(text: string, written: () => void) {
          said += text;
          written();
        },
      },
      stderr: { write: () => true },
      self: ["node", "daybook.js"],
      now: () => new Date(now),
      cwd: () => person,
    } as unknown as Host;
    const line = readHookLine(["--host", name, event]);
    if (!line) throw new Error("The line was not understood.");
    assert.equal(await runHook(host, line, patience), 0);
    assert.ok([...said].length <= defaultLimits.hookCharacters);
    assert.match(said, /^(?:[^\n]+\n)?$/);
    return said;
  }

  async function ask(event: string, given: Record<string, unknown> = {}, asking: Asking = {}): Promise<Said> {
    const said = await hear(event, given, asking);
    return said === "" ? {} : (JSON.parse(said) as Said);
  }

  async function remember(
    slug: string,
    {
      name = slug,
      description = "when it matters",
      body = "The fact.\n",
      type = "feedback",
      folder = home("memory"),
    } = {},
  ): Promise<void> {
    const file = join(folder, `${slug}.md`);
    await mkdir(dirname(file), { recursive: true });
    const header = `name: ${name}\ndescription: ${description}\ntype: ${type}\nmodified: 2026-11-29T17:15:00Z\n`;
    await writeFile(file, `---\n${header}---\n${body}`);
  }

  return { person, project, home, hear, ask, remember };
}
