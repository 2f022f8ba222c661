import { wellFormedJson } from "./json-text.ts";
import type { ModelRequest, ToolSpec } from "./model.ts";
import type { Dialect } from "./openai-dialect.ts";
import { chatMessages } from "./openai-messages.ts";

/** The request as JSON text; `id` is the model as messages name it. The same request always gives the same bytes. */
export function openaiBody(request: ModelRequest, { id, dialect }: { id: string; dialect: Dialect }): string {
  const { maxTokens, tools } = request;
  return wellFormedJson({
    model: dialect.name,
    // Without a wish of ours the server's own limit holds: many refuse a number that is larger than they have room for.
    ...(maxTokens !== undefined && { [dialect.limitField]: Math.max(1, Math.floor(maxTokens)) }),
    stream: true,
    ...(dialect.asksForUsage && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map(chatTool) }),
    messages: chatMessages(request, { ...dialect, id }),
  });
}

function chatTool({ name, description, inputSchema }: ToolSpec): unknown {
  // OpenAI refuses the schema of an object that does not list its properties.
  const parameters = { properties: {}, ...inputSchema };
  return { type: "function", function: { name, description, parameters } };
}
