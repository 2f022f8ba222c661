import { createAgent } from "../agent/index.ts";
import type { Agent } from "../agent/index.ts";
import { assembleContext, createStandardSources } from "../context/index.ts";
import type { AssembledContext, ContextSource, MemoryToolKind } from "../context/index.ts";
import type { Extraction, SessionToFollow } from "../extraction/index.ts";
import type { Model } from "../models/index.ts";
import type { Recall } from "../recall/index.ts";
import type { SessionLog } from "../sessions/index.ts";
import type { Approve, PermissionMode } from "../tools/index.ts";
import type { Daybook } from "./daybook.ts";
import { openLog } from "./open-log.ts";
import { sessionCosts, type SessionCosts } from "./session-costs.ts";
import { reminderSource } from "./session-extraction.ts";
import { sessionRecall, type RecallWish } from "./session-recall.ts";
import { loggedMemoryTool, sessionTools } from "./session-tools.ts";

export interface SessionOptions {
  /** Where the indexes stand; the settings' wish, else `system`. */
  placement?: "system" | "user";
  /** `false`: nothing is read from memory and nothing is kept. */
  memory?: boolean;
  /** How the model reaches memory; left out, as the session that goes on did, else by daybook's own tool. */
  memoryTool?: MemoryToolKind;
  /** How the person is told to take a change of memory back; `/memory undo`, as in the chat, when left out. */
  undo?: string;
}

/** What a conversation is begun with, or gone on with. */
export interface SessionWish extends SessionOptions, RecallWish {
  /** Its window is what compaction goes by. */
  model: Model;
  /** Id of the session to go on with, or the one of this project with the newest activity; a new one when left out. */
  resume?: string | "latest";
  /** What the agent may do by itself; the settings' wish, else `ask`. */
  permissions?: PermissionMode;
  /** Asks the person before a tool does what needs their word; without it that is refused. */
  approve?: Approve;
  /** What reads its turns when they are over: that of the whole process. Without it, and without memory, nothing is read. */
  extraction?: Extraction;
}

/**
 * A conversation and its log. Nothing is on disk before the first prompt. Another model goes on with it by
 * `agent.useModel`; `agent.compact` shortens it; `/new` closes it and makes another.
 */
export interface OpenedSession {
  agent: Agent;
  /** Of the log; memories that are saved name it. Final once there is a first record. */
  readonly id: string;
  /** Sentences for the person: what was repaired, how long ago the last message was, that another process made it a copy. */
  said: string[];
  /** What memory brings to each prompt, and the receipts of it; null with `memory: false`. */
  recall: Recall | null;
  /** What it costs, written down beside it. */
  costs: SessionCosts;
  /** Lets go of the log, so that other processes may go on with it. Waits for what is being written. */
  close(): Promise<void>;
}

/** What a new session would be told, and the window that its shares are of. */
export interface SessionContext extends AssembledContext {
  /** Tokens. */
  window: number;
}

/** Where daybook cannot know the window without asking a model. */
const usualWindow = 200_000;

/**
 * Begins a conversation in the folder of this daybook, or goes on with one; a session that another process
 * writes is gone on with as a fork. Its context is read when it is first needed.
 * Fails with `not-found`, `no-space`, `io` when there is a session to go on with.
 */
export async function createSession(
  daybook: Daybook,
  { model, approve, permissions, resume, recall: mode, sideModel, extraction, ...options }: SessionWish,
): Promise<OpenedSession> {
  const { log, history, said } = await openLog(daybook, { model: model.info, resume });
  const memoryTool = options.memoryTool ?? loggedMemoryTool(history?.context?.tools);
  const memory = options.memory !== false;
  const recall = memory
    ? sessionRecall(daybook, {
        log,
        ...(mode === undefined ? {} : { recall: mode }),
        ...(sideModel === undefined ? {} : { sideModel }),
      })
    : null;
  const costs = sessionCosts({ events: daybook.events, log, now: daybook.host.now });
  const followed = memory ? extraction?.follow(toFollow(log, () => agent.model)) : undefined;
  const append = followed?.append ?? log.append;
  const agent = createAgent({
    model,
    tools: sessionTools(daybook, { mode: permissions, log, memoryTool, undo: options.undo }),
    sources: () => [
      ...sessionSources(daybook, { ...options, ...(memoryTool !== undefined && { memoryTool }) }),
      ...(followed === undefined ? [] : [reminderSource(followed)]),
    ],
    limits: daybook.settings.limits,
    memory,
    ...(recall === null ? {} : { recall }),
    append: (record) => append(record),
    ...(followed === undefined ? {} : { afterTurn: (turn) => followed.turnEnded(turn) }),
    onCost: (cost) => costs.add(cost),
    ...(history === undefined ? {} : { history }),
    ...(approve === undefined ? {} : { approve }),
  });
  return {
    agent,
    get id() {
      return log.id;
    },
    said,
    recall,
    costs,
    async close() {
      followed?.close();
      await costs.settle();
      await log.close();
    },
  };
}

function toFollow(log: SessionLog, model: () => Model["info"]): SessionToFollow {
  return {
    get id() {
      return log.id;
    },
    append: (record) => log.append(record),
    isResumed: log.isStarted,
    model,
  };
}

/** The context of a session that has not begun. */
export async function sessionContext(
  daybook: Daybook,
  options: SessionOptions = {},
): Promise<SessionContext> {
  const { limits, contextWindow: window = usualWindow } = daybook.settings;
  return {
    ...(await assembleContext({ sources: sessionSources(daybook, options), limits, window })),
    window,
  };
}

/** What a session's context is made of, a fresh set at each call. */
export function sessionSources(
  daybook: Daybook,
  { placement, memory = true, memoryTool }: SessionOptions,
): ContextSource[] {
  const { host, home, cwd, settings, store, storeOptions, project } = daybook;
  return createStandardSources({
    cwd,
    projectRoot: project.identity.root,
    gitDirectory: project.identity.gitDirectory,
    platform: host.platform,
    now: host.now,
    environment: host.env,
    store: memory ? store : null,
    instructions: { home, userHome: host.userHome, limits: settings.limits, gate: storeOptions.gate },
    placement: placement ?? settings.placement ?? "system",
    ...(memoryTool !== undefined && { memoryTool }),
  });
}
