import type { Daybook } from "../../app/index.ts";
import type { SessionBook } from "./chat-options.ts";

/** The sessions of the open project, as a chat deals with them. */
export function sessionBook({
  sessions,
  sessionKeeper: keeper,
  cwd,
}: Pick<Daybook, "sessions" | "sessionKeeper" | "cwd">): SessionBook {
  return {
    list: () => keeper.list(),
    latest: () => keeper.latest(),
    find: (given) => keeper.find(given),
    setTitle: (id, title) => keeper.setTitle(id, title),
    async fork(id) {
      const { log } = await sessions.fork(id, { cwd });
      await log.close();
      return log.id;
    },
  };
}
