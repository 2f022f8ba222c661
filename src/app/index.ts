export { chooseModel, chooseSideModel } from "./choose-model.ts";
export type { ModelFlags } from "./choose-model.ts";
export { openDaybook } from "./daybook.ts";
export type { Daybook, DaybookFolders } from "./daybook.ts";
export { processHost } from "./host.ts";
export type { Host, InputStream, OutputStream } from "./host.ts";
export { createSession, sessionContext } from "./session.ts";
export type { OpenedSession, SessionContext, SessionOptions, SessionWish } from "./session.ts";
