import { resolve } from "node:path";
import { createSession, openDaybook, openExtraction, processHost } from "../app/index.ts";
import type { Host } from "../app/index.ts";
import { DaybookError } from "../errors/index.ts";
import { extractModes, recallModes } from "../events/index.ts";
import type { Extraction } from "../extraction/index.ts";
import type { Model } from "../models/index.ts";
import { beginConversation, type Beginning } from "./begin-conversation.ts";
import type { ConversationOptions, MemoryConversation } from "./conversation.ts";
import type { DaybookOptions, OpenDaybook } from "./daybook.ts";
import { resumeConversation } from "./resume-conversation.ts";

/** Puts the parts together as the command line does. */
export async function composeDaybook(options: DaybookOptions): Promise<OpenDaybook> {
  const { home, model, extract, recall } = options;
  assertMode("recall", recall, recallModes);
  assertMode("extract", extract, extractModes);
  const daybook = await openDaybook(hostOf(options), home === undefined ? {} : { home });
  const extraction = await openExtraction(daybook, extract === undefined ? {} : { extract });
  const recoverOnce = recovering(extraction);
  recoverOnce(model);
  const open = new Set<Pick<MemoryConversation, "close">>();
  const beginningOf = (wish: ConversationOptions): Omit<Beginning, "opened" | "onClosed"> => {
    assertMode("recall", wish.recall, recallModes);
    const own = { ...(model && { model }), ...(recall && { recall }), ...wish };
    recoverOnce(own.model);
    return { daybook, extraction, options: own };
  };
  return {
    home: daybook.home,
    projectRoot: daybook.project.identity.root,
    notices: daybook.notices,
    store: daybook.store,
    storeOptions: daybook.storeOptions,
    inbox: daybook.inbox,
    search: daybook.search,
    sessions: daybook.sessionKeeper,
    onNotes: (listener) => extraction.onNews(listener),
    conversation(wish = {}) {
      // A server lives longer than its chats.
      const onClosed = (): void => void open.delete(conversation);
      const opened = { log: daybook.sessions.create(daybook.cwd), said: [] };
      const conversation = beginConversation({ ...beginningOf(wish), opened, onClosed });
      open.add(conversation);
      return conversation;
    },
    async resumeConversation(id, wish = {}) {
      const onClosed = (): void => void open.delete(conversation);
      const conversation = await resumeConversation(id, { ...beginningOf(wish), onClosed });
      open.add(conversation);
      return conversation;
    },
    async createSession(wish = {}) {
      assertMode("recall", wish.recall, recallModes);
      const answering = wish.model ?? model;
      if (answering === undefined) {
        throw new DaybookError(
          "no-model",
          "A session needs a model: give one to openDaybook or createSession.",
        );
      }
      recoverOnce(answering);
      const own = { ...(recall && { recall }), undo: "daybook undo", ...wish, extraction, model: answering };
      const session = await createSession(daybook, own);
      open.add(session);
      return session;
    },
    async close() {
      await Promise.all([...open].map((conversation) => conversation.close()));
      open.clear();
      await finish(extraction, daybook.settings.limits.exitWaitMs);
    },
  };
}

/** Reads what earlier processes left, once: with the first model that is known. */
function recovering(extraction: Extraction): (model: Model | undefined) => void {
  let isDone = false;
  return (model) => {
    if (isDone || model === undefined) return;
    isDone = true;
    extraction.recover(model);
  };
}

// Types hold only those who compile: a wrong word would silently mean something else.
function assertMode(name: string, given: string | undefined, modes: readonly string[]): void {
  if (given === undefined || modes.includes(given)) return;
  throw new DaybookError("invalid", `"${given}" is no mode of ${name}. There are: ${modes.join(", ")}.`);
}

// Getters stay getters: reading a standard stream would open it.
function hostOf({ cwd, now }: DaybookOptions): Host {
  const host = processHost();
  const folder = cwd === undefined ? undefined : resolve(host.cwd(), cwd);
  return Object.create(host, {
    ...(folder === undefined ? {} : { cwd: { value: () => folder } }),
    ...(now === undefined ? {} : { now: { value: now } }),
  }) as Host;
}

async function finish(extraction: Extraction, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolved) => {
    timer = setTimeout(resolved, waitMs);
  });
  // Also for what earlier processes left: programs that are always short would never come to it.
  await Promise.race([extraction.settle(), patience]);
  clearTimeout(timer);
  await extraction.stop();
}
