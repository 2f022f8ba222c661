import type { Model } from "../model.ts";
import { createOpenaiModel, type OpenaiOptions } from "../openai.ts";
import { closing, KEY } from "./anthropic-serving.ts";
import { type Loopback, startLoopback } from "./loopback.ts";
import { type ChatAnswer, sendChat } from "./openai-wire.ts";

/** A server that gives these answers in turn, the last one for ever, and a model in front of it. */
export async function servingChat(
  answers: readonly ChatAnswer[],
  options: Partial<OpenaiOptions> = {},
): Promise<{ model: Model; server: Loopback; waits: number[] }> {
  const server = await startLoopback((_request, response, number) =>
    sendChat(response, answers[Math.min(number, answers.length - 1)] ?? {}),
  );
  closing(server.close);
  const waits: number[] = [];
  const model = createOpenaiModel({
    model: "test",
    apiKey: KEY,
    baseUrl: server.url,
    random: () => 0.5,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { model, server, waits };
}
