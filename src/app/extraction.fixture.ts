import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent, TurnEnd } from "../agent/index.ts";
import type { ExtractionReceipt } from "../events/index.ts";
import type { Extraction, ExtractionNews } from "../extraction/index.ts";
import {
  createScriptedModel,
  isToolUse,
  textOf,
  type Block,
  type Model,
  type ModelRequest,
} from "../models/index.ts";
import { openDaybook, type Daybook } from "./daybook.ts";
import type { Host } from "./host.ts";
import { openExtraction, type ExtractionWish } from "./session-extraction.ts";
import { createSession, type OpenedSession, type SessionWish } from "./session.ts";

/** A home and a project of one test, and what its model says. */
export interface ExtractionWorld {
  folder: string;
  home: string;
  now: Date;
  /** What the model answers to the newest message; null never answers. */
  answer: (newest: string, request: ModelRequest) => string | Block[] | null;
  /** What it answers when it is asked for notes; null never answers. */
  notes: (question: string) => string | null;
  /** All questions for notes. */
  questions: string[];
  remove(): Promise<void>;
}

/** A process: its book, its extraction, what it told. */
export interface TestProcess {
  daybook: Daybook;
  extraction: Extraction;
  news: ExtractionNews[];
  open(wish?: Partial<SessionWish>): Promise<OpenedSession>;
}

/** Its project is a repository only where a test asks for one: to look at it costs each session a dozen processes. */
export async function createExtractionWorld({ isRepository = false } = {}): Promise<ExtractionWorld> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybook-extraction-")));
  const folder = join(root, "project");
  await mkdir(folder);
  if (isRepository) execFileSync("git", ["init", "-q", folder]);
  return {
    folder,
    home: join(root, "home"),
    now: new Date("2031-03-10T09:30:00Z"),
    answer: () => "Done.",
    notes: () => '{"operations": []}',
    questions: [],
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** A model that is no script, as far as the modes go. */
export function modelOf(world: ExtractionWorld): Model {
  const { info } = createScriptedModel({ turns: [] });
  return {
    info: { ...info, id: "test/model", provider: "test" },
    async *stream(request, { signal } = {}) {
      const said = request.side === true ? notesOf(world, request) : answerOf(world, request);
      if (said === null) {
        await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
        return yield { type: "error", failure: "aborted", message: "Stopped." };
      }
      const content = typeof said === "string" ? [{ type: "text", text: said }] : said;
      yield {
        type: "done",
        message: {
          role: "assistant",
          content,
          model: "test/model",
          stop: content.some(isToolUse) ? "tool_use" : "end_turn",
          usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 },
        },
      };
    },
  };
}

function answerOf(world: ExtractionWorld, request: ModelRequest): string | Block[] | null {
  const newest = request.messages.at(-1);
  return world.answer(newest === undefined ? "" : textOf(newest), request);
}

function notesOf(world: ExtractionWorld, request: ModelRequest): string | null {
  const question = request.messages.map(textOf).join("\n");
  world.questions.push(question);
  return world.notes(question);
}

/** What a new process would open. */
export async function startProcess(world: ExtractionWorld, wish: ExtractionWish = {}): Promise<TestProcess> {
  const daybook = await openDaybook(hostOf(world), { home: world.home });
  const extraction = await openExtraction(daybook, wish);
  const news: ExtractionNews[] = [];
  extraction.onNews((one) => news.push(one));
  return {
    daybook,
    extraction,
    news,
    open: (more = {}) =>
      createSession(daybook, { model: modelOf(world), recall: "lexical", extraction, ...more }),
  };
}

function hostOf(world: ExtractionWorld): Host {
  return {
    env: process.env,
    platform: process.platform,
    userHome: "/nowhere",
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    self: ["node"],
    now: () => world.now,
    cwd: () => world.folder,
    onInterrupt: () => () => {},
  };
}

/** Runs a turn to its end. */
export async function say(
  { agent }: OpenedSession,
  prompt: string,
  signal = new AbortController().signal,
): Promise<TurnEnd> {
  let last: AgentEvent | undefined;
  for await (const event of agent.run(prompt, { signal })) last = event;
  if (last?.type !== "turn-end") throw new Error("no turn-end");
  return last;
}

/** Runs one turn in a process of its own and waits for its notes. */
export async function sayAndLeave(world: ExtractionWorld, prompt: string): Promise<TestProcess> {
  const started = await startProcess(world);
  const session = await started.open();
  await say(session, prompt);
  await started.extraction.settle();
  await session.close();
  return started;
}

/** Receipts of all turns, oldest first. */
export async function receiptsOf({ daybook }: TestProcess): Promise<ExtractionReceipt[]> {
  const receipts: ExtractionReceipt[] = [];
  for await (const receipt of daybook.events.newest("extraction")) receipts.unshift(receipt);
  return receipts;
}

/** Everything on the disk but session logs, as one text. */
export async function diskText({ home }: ExtractionWorld): Promise<string> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith("sessions"));
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")));
  return texts.join("\n");
}

/** An answer with one operation. */
export function noting(operation: Record<string, unknown>): string {
  return JSON.stringify({ operations: [operation] });
}

/** A feedback memory, as a model would propose it. */
export const prefix = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message: begin with feat: or fix:",
  body: "Begin with feat: or fix:.\n**Why:** the changelog is made from it.\n**How to apply:** every commit message.",
  quote: "always begin commit messages with feat: or fix:",
};
/** What the person says for it. */
export const prefixWish =
  "No, always begin commit messages with feat: or fix:, since the changelog is made from it.";
