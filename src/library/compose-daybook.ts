import { resolve } from "node:path";
import { createSession, openDaybook, openExtraction, processHost } from "../app/index.ts";
import type { Host } from "../app/index.ts";
import { DaybookError } from "../errors/index.ts";
import type { Extraction } from "../extraction/index.ts";
import { beginConversation } from "./begin-conversation.ts";
import type { MemoryConversation } from "./conversation.ts";
import type { DaybookOptions, OpenDaybook } from "./daybook.ts";

/** Puts the parts together as the command line does. */
export async function composeDaybook(options: DaybookOptions): Promise<OpenDaybook> {
  const host = hostOf(options);
  const { home, model, extract, recall } = options;
  const daybook = await openDaybook(host, home === undefined ? {} : { home });
  const extraction = await openExtraction(daybook, extract === undefined ? {} : { extract });
  const open = new Set<Pick<MemoryConversation, "close">>();
  return {
    home: daybook.home,
    projectRoot: daybook.project.identity.root,
    notices: daybook.notices,
    store: daybook.store,
    search: daybook.search,
    sessions: daybook.sessionKeeper,
    conversation(wish = {}) {
      const own = { ...(model && { model }), ...(recall && { recall }), ...wish };
      const conversation = beginConversation({ daybook, extraction, options: own });
      open.add(conversation);
      return conversation;
    },
    async createSession(wish = {}) {
      const answering = wish.model ?? model;
      if (answering === undefined) {
        throw new DaybookError(
          "no-model",
          "A session needs a model: give one to openDaybook or createSession.",
        );
      }
      const own = { ...(recall && { recall }), extraction, ...wish, model: answering };
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
  await Promise.race([extraction.settleOwn(), patience]);
  clearTimeout(timer);
  await extraction.stop();
}
