import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { openBook, type Book, type Host } from "../../app/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { done } from "../command.ts";
import { answerHook } from "./answer-hook.ts";
import { createDeadline, type Deadline } from "./deadline.ts";
import { readHookCall, type HookCall, type HookHost } from "./hook-call.ts";
import { newHookState, readHookState, sweepHookStates, writeHookState } from "./hook-state.ts";
import { keepReceipt } from "./keep-receipt.ts";
import { readJsonInput } from "./read-json-input.ts";

/** A command line of `daybook hook`. */
export interface HookLine {
  host: HookHost;
  /** The host's name of it; else standard input says it. */
  event: string | undefined;
  home?: string | undefined;
}

/**
 * `daybook hook`: what another agent calls at its events. It says one line of JSON or nothing, and in time; whatever
 * goes wrong, the agent must not notice. Always 0: another code would stop a prompt in some hosts.
 */
export async function runHook(host: Host, line: HookLine, ms = defaultLimits.hookMs): Promise<number> {
  const deadline = createDeadline(ms);
  const opened: OpenedBook = {};
  try {
    const answered = await Promise.race([answer(host, { line, deadline, opened }), deadline.passed]);
    if (isPrepared(answered)) {
      if (answered.line !== "") await Promise.race([say(host, answered.line), deadline.over]);
      // Only now: what could not be said in time is not remembered as told.
      await answered.remember();
      await Promise.race([answered.note(), deadline.over]);
    }
  } catch {
    // Nothing is better than a sentence that the agent's model would read.
  }
  // What was read of memories is kept for the next prompt.
  await Promise.race([opened.book?.search.idle(), deadline.over]);
  deadline.clear();
  return done;
}

interface Prepared {
  /** One line of JSON, or empty. */
  line: string;
  /** Keeps what the session now knows. */
  remember: () => Promise<void>;
  /** Keeps the receipt of what it was brought. */
  note: () => Promise<void>;
}

function isPrepared(answered: unknown): answered is Prepared {
  return typeof answered === "object" && answered !== null && "remember" in answered;
}

/** Resolves when it is written: the process may then end at once. */
function say({ stdout }: Host, line: string): Promise<unknown> {
  return new Promise((resolve) => stdout.write(`${line}\n`, resolve));
}

interface OpenedBook {
  book?: Book;
}

/** Of the time for an answer, what standard input may take. */
const shareOfInput = 0.4;

async function answer(
  host: Host,
  { line: { home, ...line }, deadline, opened }: { line: HookLine; deadline: Deadline; opened: OpenedBook },
): Promise<Prepared | null> {
  const input = await readJsonInput(host.stdin, defaultLimits.hookMs * shareOfInput);
  const call = readHookCall(line, input);
  if (call.moment === null) return null;
  const book = await openBook(inFolder(host, folderOf(host, call)), home === undefined ? {} : { home });
  opened.book = book;
  const { hookMs, hookCharacters } = book.settings.limits;
  if (hookMs !== defaultLimits.hookMs) deadline.move(hookMs);
  const place = call.session === null ? null : { home: book.home, host: call.host, session: call.session };
  const before = place === null ? newHookState : readHookState(place);
  const answered = await answerHook(book, { call, state: before, signal: deadline.signal });
  const isNew = JSON.stringify(answered.state) !== JSON.stringify(before);
  return {
    line: answered.line.length < hookCharacters ? answered.line : "",
    note: () => keepReceipt(book, answered.receipt),
    async remember() {
      if (place !== null && isNew) await writeHookState(place, answered.state);
      if (call.moment === "start") sweepHookStates(book.home, host.now());
    },
  };
}

/** Where the agent works: as it says on standard input, else in the environment, else where it started this. */
function folderOf({ env, cwd }: Host, { folder }: HookCall): string {
  const wishes = [folder, env["GEMINI_PROJECT_DIR"], env["CLAUDE_PROJECT_DIR"]];
  return wishes.find((wish) => typeof wish === "string" && isFolder(wish)) ?? cwd();
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The same host, at work in another folder. Its streams stay unopened. */
function inFolder(host: Host, folder: string): Host {
  return Object.create(host, { cwd: { value: () => folder } }) as Host;
}
