import { PassThrough } from "node:stream";
import { createAgent, type Agent } from "../../agent/index.ts";
import type { Host } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import type { MemoryStore } from "../../memory/index.ts";
import { createScriptedModel, type Script } from "../../models/index.ts";
import { createTerminal } from "../terminal/terminal.ts";
import type { ChatOptions, Conversation, SessionBook } from "./chat-options.ts";
import type { OfferedSession } from "./offered-session.ts";
import { runChat } from "./run-chat.ts";

/** What a chat wrote and how it ended. */
export interface Talk {
  out: string;
  err: string;
  code: number;
}

/** What a chat is given. */
export interface Setting {
  input?: string;
  script?: Script;
  options?: Partial<ChatOptions>;
  notices?: string[];
  onHost?(host: FakeHost): void;
}

/** A process that is not there. */
export interface FakeHost extends Host {
  /** Ctrl-C. */
  interrupt(): void;
  /** Acts once something can be interrupted, however long that takes. */
  whenHeard(then: () => void): void;
}

/** Its input comes from a text, its output goes into `written`. */
export function hostWith(input: string, written: { out: string; err: string }): FakeHost {
  const listeners = new Set<() => void>();
  let heard: (() => void) | undefined;
  const stdin = new PassThrough();
  stdin.end(input);
  const sink = (name: "out" | "err"): PassThrough => {
    const stream = new PassThrough();
    stream.on("data", (chunk: Buffer) => (written[name] += chunk.toString("utf8")));
    return stream;
  };
  return {
    env: {},
    platform: "linux",
    userHome: "/home/person",
    stdin,
    stdout: sink("out"),
    stderr: sink("err"),
    self: ["node"],
    now: () => new Date(0),
    cwd: () => "/work",
    onInterrupt(listener) {
      listeners.add(listener);
      if (heard !== undefined) setImmediate(heard);
      heard = undefined;
      return () => void listeners.delete(listener);
    },
    interrupt: () => {
      for (const listener of listeners) listener();
    },
    whenHeard: (then) => void (heard = then),
  };
}

/** Runs a whole chat over piped input with a scripted model. */
export async function talk({
  input = "",
  script = { turns: [] },
  options = {},
  notices = [],
  onHost,
}: Setting): Promise<Talk> {
  const written = { out: "", err: "" };
  const host = hostWith(input, written);
  onHost?.(host);
  const model = createScriptedModel(script);
  const newAgent = (): Agent =>
    createAgent({
      model,
      tools: [],
      limits: defaultLimits,
      sources: [{ name: "role", placement: "system", load: async () => ({ text: "Role words.", notices }) }],
    });
  const code = await runChat({
    host,
    terminal: createTerminal(host),
    converse: async () => conversationOf(newAgent()),
    chooseModel: async () => model,
    sessions: bookOf([]),
    tidy: async () => [],
    recallBytes: defaultLimits.recallSessionBytes,
    store: null,
    inbox: null,
    extraction: null,
    exitWaitMs: defaultLimits.exitWaitMs,
    projectRoot: "/work",
    history: null,
    trust: async () => ({ accepted: true }),
    ...options,
  });
  await new Promise((resolve) => setImmediate(resolve));
  return { ...written, code };
}

/** A conversation that no log keeps. */
export function conversationOf(agent: Agent, more: Partial<Conversation> = {}): Conversation {
  return { agent, id: "20261129-100000-aaaa", said: [], close: async () => undefined, ...more };
}

/** Sessions that are only listed and found, unless `parts` say more. */
export function bookOf(sessions: readonly OfferedSession[], parts: Partial<SessionBook> = {}): SessionBook {
  return {
    list: async () => sessions,
    latest: async () => sessions[0]?.id ?? null,
    async find(given) {
      const [found, ...others] = sessions.filter(({ id }) => id.startsWith(given));
      if (found === undefined) throw new DaybookError("not-found", `There is no session "${given}".`);
      if (others.length > 0) throw new DaybookError("ambiguous", `Several sessions begin with "${given}".`);
      return found.id;
    },
    setTitle: unexpected,
    fork: unexpected,
    ...parts,
  };
}

/** A store of which only these operations may be used. */
export function fakeStore(parts: Partial<MemoryStore>): MemoryStore {
  return {
    save: unexpected,
    remove: unexpected,
    read: unexpected,
    list: unexpected,
    undo: unexpected,
    log: unexpected,
    indexes: unexpected,
    ...parts,
  };
}

function unexpected(): never {
  throw new Error("this operation was not expected");
}
