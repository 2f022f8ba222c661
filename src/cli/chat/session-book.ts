import type { Daybook } from "../../app/index.ts";
import type { SessionBook } from "./chat-options.ts";
import { DaybookError } from "../../errors/index.ts";

/** The sessions of the open project, as a chat deals with them. */
export function sessionBook(_daybook: Daybook): SessionBook {
  const none = async (): Promise<never> => {
    throw new DaybookError("not-found", "There is no such session in this project.");
  };
  return { list: async () => [], latest: async () => null, find: none, setTitle: none, fork: none };
}
