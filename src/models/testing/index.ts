export { messageEvents, sendAnswer } from "./anthropic-wire.ts";
export type { WireAnswer, WireEvent, WireMessage } from "./anthropic-wire.ts";
export { startCapture, startLoopback, withoutCacheMarks } from "./loopback.ts";
export type { CapturedRequest, Loopback } from "./loopback.ts";
