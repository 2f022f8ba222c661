import type { ServerResponse } from "node:http";

import { faultOfChat } from "./strict-chat.ts";
import { faultOfMessages, type StrictModel } from "./strict-messages.ts";

/**
 * In front of a capture server or a simulated provider: answers a request that breaks a rule with status 400 and
 * the provider's own words. True when it did; nothing more must then be sent.
 */
export function refusedStrictly(
  { path, body }: { path: string; body: string },
  response: ServerResponse,
  model?: StrictModel,
): boolean {
  const isChat = path.includes("/chat/completions");
  const request: unknown = JSON.parse(body);
  const message = isChat ? faultOfChat(request) : faultOfMessages(request, model);
  if (message === undefined) return false;
  const error = { type: "invalid_request_error", message };
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify(isChat ? { error } : { type: "error", error }));
  return true;
}
