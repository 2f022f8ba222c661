import { createAgent } from "../agent/index.ts";
import type { Agent, Append } from "../agent/index.ts";
import { assembleContext, createStandardSources } from "../context/index.ts";
import type { AssembledContext, ContextSource } from "../context/index.ts";
import type { Message, Model } from "../models/index.ts";
import type { Approve, PermissionMode } from "../tools/index.ts";
import type { Daybook } from "./daybook.ts";
import { sessionTools } from "./session-tools.ts";

export interface SessionOptions {
  /** Where the indexes stand; the settings' wish, else `system`. */
  placement?: "system" | "user";
  /** `false`: nothing is read from memory and nothing is kept. */
  memory?: boolean;
}

export interface AgentSession extends SessionOptions {
  model: Model;
  /** Where the session's records go; they stay in memory when left out. */
  append?: Append;
  /** What the agent may do by itself; the settings' wish, else `ask`. */
  permissions?: PermissionMode;
  /** Asks the person before a tool does what needs their word; without it that is refused. */
  approve?: Approve;
  /** What was said before, when the model is changed in the middle. */
  messages?: readonly Message[];
}

/** What a new session would be told, and the window that its shares are of. */
export interface SessionContext extends AssembledContext {
  /** Tokens. */
  window: number;
}

/** Where daybook cannot know the window without asking a model. */
const usualWindow = 200_000;

/** A new conversation in the folder of this daybook. Its context is read when it is first needed. */
export function createSession(
  daybook: Daybook,
  { model, append, approve, messages, permissions, ...options }: AgentSession,
): Agent {
  const { limits, contextWindow } = daybook.settings;
  return createAgent({
    model,
    tools: sessionTools(daybook, permissions),
    sources: sessionSources(daybook, options),
    limits,
    memory: options.memory !== false,
    ...(append === undefined ? {} : { append }),
    ...(approve === undefined ? {} : { approve }),
    ...(messages === undefined ? {} : { messages }),
    ...(contextWindow === undefined ? {} : { window: contextWindow }),
  });
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

function sessionSources(daybook: Daybook, { placement, memory = true }: SessionOptions): ContextSource[] {
  const { host, cwd, settings, store, project } = daybook;
  return createStandardSources({
    cwd,
    projectRoot: project.identity.root,
    gitDirectory: project.identity.gitDirectory,
    platform: host.platform,
    now: host.now,
    environment: host.env,
    store: memory ? store : null,
    placement: placement ?? settings.placement ?? "system",
  });
}
