import { fixedTokens, messageTokens } from "../context/index.ts";
import type { ModelRequest, Usage } from "../models/index.ts";
import type { SentMessage } from "./sent-message.ts";

/** How far a provider's count may be from the estimate before it is taken for an odd one. */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 3;

/** What was sent, and what the provider counted for it with the answer. */
interface Measured {
  /** Messages that the count holds, the answer among them. */
  messages: number;
  tokens: number;
}

/**
 * How many tokens the next request will have: what the provider counted last, and an estimate of what was
 * added since. Estimates are corrected by how far the last one was off.
 */
export class TokenMeter {
  #measured: Measured | null = null;
  #ratio = 1;

  /** Takes the count of a request that was answered; the answer becomes the message behind it. */
  learn(request: Pick<ModelRequest, "system" | "tools" | "messages">, usage: Usage): void {
    const input = usage.input + usage.cacheRead + usage.cacheWrite;
    if (usage.estimated === true || input === 0) return;
    const estimate = fixedTokens(request) + messageTokens(request.messages);
    this.#ratio = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, input / Math.max(1, estimate)));
    // What goes on with a paused answer is no message of its own.
    const own = request.messages.at(-1)?.role === "assistant" ? 0 : 1;
    this.#measured = { messages: request.messages.length + own, tokens: input + usage.output };
  }

  /** The count of an answer that another process got. */
  resume(messages: readonly SentMessage[], { n, usage }: { n: number; usage: Usage }): void {
    const answer = messages.findLastIndex((message) => message.role === "assistant" && message.n <= n);
    const input = usage.input + usage.cacheRead + usage.cacheWrite;
    if (answer < 0 || usage.estimated === true || input === 0) return;
    this.#measured = { messages: answer + 1, tokens: input + usage.output };
  }

  /** The messages were changed or go to another model: what was counted no longer holds. */
  forget(): void {
    this.#measured = null;
  }

  /** Tokens of a request as it would be sent now. */
  next(request: Pick<ModelRequest, "system" | "tools" | "messages">): number {
    const { messages } = request;
    if (this.#measured === null || this.#measured.messages > messages.length)
      return this.#corrected(fixedTokens(request) + messageTokens(messages));
    return this.#measured.tokens + this.#corrected(messageTokens(messages.slice(this.#measured.messages)));
  }

  // As the provider would probably count it.
  #corrected(estimate: number): number {
    return Math.ceil(estimate * this.#ratio);
  }
}
