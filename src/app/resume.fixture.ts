import { deepStrictEqual } from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refusedStrictly } from "../../test/support/strict-server.ts";
import type { AgentEvent, TurnEnd } from "../agent/index.ts";
import { createAnthropicModel, type Model } from "../models/index.ts";
import {
  messageEvents,
  sendAnswer,
  startLoopback,
  withoutCacheMarks,
  type Loopback,
} from "../models/testing/index.ts";
import { openDaybook } from "./daybook.ts";
import type { Host } from "./host.ts";
import { createSession, type OpenedSession, type SessionWish } from "./session.ts";

/** A request as the server got it, without cache marks. */
export interface Wire {
  system: { text: string }[];
  tools: { name: string }[];
  messages: { role: string; content: { type: string; text?: string; thinking?: string }[] }[];
}

const boundElsewhere =
  "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. " +
  'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';

/** A project and its sessions, in front of a strict server; made anew for each test. */
export const world = {
  project: "",
  home: "",
  now: new Date(0),
  server: undefined as unknown as Loopback,
  /** Blocks of the answers, in turn. */
  answers: [] as Record<string, unknown>[][],
  /** Whether the server takes all thinking for that of another conversation. */
  isBound: false,
  /** A prompt with these words is refused; none when empty. */
  refusedWords: "",
  open: [] as OpenedSession[],
};

/** For `beforeEach`. */
export async function makeWorld(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-resume-")));
  world.project = join(folder, "project");
  world.home = join(folder, "home");
  await mkdir(world.project);
  world.answers = [];
  world.isBound = false;
  world.refusedWords = "";
  world.now = new Date("2026-11-29T10:00:00Z");
  world.server = await startLoopback(async (request, response, number) => {
    if (refusedStrictly(request, response)) return;
    if (world.refusedWords !== "" && request.body.includes(world.refusedWords)) {
      const body = { type: "error", error: { type: "invalid_request_error", message: "Not this." } };
      return sendAnswer(response, { status: 400, body });
    }
    if (world.isBound && request.body.includes('"type":"thinking"')) {
      const body = { type: "error", error: { type: "invalid_request_error", message: boundElsewhere } };
      return sendAnswer(response, { status: 400, body });
    }
    const blocks = world.answers[number] ?? [said(`answer ${number}`)];
    await sendAnswer(response, { events: messageEvents({ blocks }) });
  });
}

/** Makes the project a repository. Not for every test: to look at one costs each session a dozen processes. */
export function makeRepository(): void {
  execFileSync("git", ["init", "-q", world.project]);
}

/** For `afterEach`. Whatever happened, what a process wrote stands in a log without gap or repetition. */
export async function endWorld(): Promise<void> {
  for (const session of world.open.splice(0)) await session.close();
  await world.server.close();
  for (const name of await logsOf()) {
    const numbers = (await recordsOf(name.slice(0, -".jsonl".length))).map(({ n }) => n);
    deepStrictEqual(numbers, [...numbers.keys()]);
  }
}

async function logsOf(): Promise<string[]> {
  const [folder] = await readdir(join(world.home, "projects")).catch(() => []);
  if (folder === undefined) return [];
  const names = await readdir(join(world.home, "projects", folder, "sessions")).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl"));
}

function host(): Host {
  return {
    env: process.env,
    platform: process.platform,
    userHome: "/nowhere",
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    self: ["node"],
    now: () => world.now,
    cwd: () => world.project,
    onInterrupt: () => () => {},
  };
}

/** A text block. */
export const said = (text: string): Record<string, unknown> => ({ type: "text", text });
/** A signed thinking block. */
export const thought = (text: string): Record<string, unknown> => ({
  type: "thinking",
  thinking: text,
  signature: "sig",
});
/** A model behind the server. */
export const claude = (name = "claude-test"): Model =>
  createAnthropicModel({ model: name, apiKey: "none", baseUrl: world.server.url });
/** The book as a new process opens it. */
export const daybookNow = () => openDaybook(host(), { home: world.home });

/** What a new process would open. */
export async function newProcess(wish: Partial<SessionWish> = {}): Promise<OpenedSession> {
  const session = await createSession(await daybookNow(), { model: claude(), recall: "lexical", ...wish });
  world.open.push(session);
  return session;
}

/** Runs a turn to its end. */
export async function run({ agent }: OpenedSession, prompt: string): Promise<TurnEnd> {
  let last: AgentEvent | undefined;
  for await (const event of agent.run(prompt)) last = event;
  if (last?.type !== "turn-end") throw new Error("no turn-end");
  return last;
}

/** All that were sent. */
export const requests = (): Wire[] =>
  world.server.requests.map(({ body }) => withoutCacheMarks(body) as unknown as Wire);
/** The one that was sent last. */
export const lastRequest = (): Wire => requests().at(-1) ?? { system: [], tools: [], messages: [] };
/** Its newest message. */
export const newest = (): string => JSON.stringify(lastRequest().messages.at(-1));

/** Saves a memory as another process would. */
export async function save(name: string): Promise<void> {
  const daybook = await daybookNow();
  await daybook.store.save({
    name,
    description: `when ${name}`,
    type: "feedback",
    body: name,
    source: "user",
  });
}

/** Path of a log. */
export async function fileOf(id: string): Promise<string> {
  const [folder = ""] = await readdir(join(world.home, "projects"));
  return join(world.home, "projects", folder, "sessions", `${id}.jsonl`);
}

/** Its records. */
export async function recordsOf(id: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(await fileOf(id), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map(parsed)
    .filter((record) => record !== undefined);
}

/** Nothing for a line that a kill tore. */
function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
