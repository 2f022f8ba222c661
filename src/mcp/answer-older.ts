import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpServerFactory } from "@modelcontextprotocol/server";

/**
 * Answers a client of 2025, each of its requests by a server of its own. As the SDK does it by itself, but in one piece:
 * nothing is said here before an answer, so a stream of events would only cost both sides their time.
 */
export async function answerOlder(
  factory: McpServerFactory,
  request: Request,
  body: unknown,
): Promise<Response> {
  const server = await factory({ era: "legacy", requestInfo: request });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const left = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => resolve(new Response()), { once: true });
  });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), left]);
  } finally {
    await server.close();
  }
}
