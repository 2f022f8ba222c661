export { messageEvents, sendAnswer } from "./anthropic-wire.ts";
export type { WireAnswer, WireEvent, WireMessage } from "./anthropic-wire.ts";
export { startCapture, startLoopback, withoutCacheMarks } from "./loopback.ts";
export type { CapturedRequest, Loopback } from "./loopback.ts";
export { chatChunks, delta, finished, sendChat } from "./openai-wire.ts";
export type { ChatAnswer, WireChunk } from "./openai-wire.ts";
