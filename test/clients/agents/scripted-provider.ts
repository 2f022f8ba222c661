/**
 * A model for other agents' programs: it keeps one fact when it is asked to remember something, and else says one word.
 * It speaks what each of them speaks (Anthropic, OpenAI chat, Gemini); every request is noted as it came.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";

/** What the model keeps. */
export interface KeptFact {
  type: string;
  name: string;
  description: string;
  body: string;
}

export interface ScriptedProvider {
  port: number;
  /** Bodies of the requests for an answer, oldest first, as they came. */
  bodies(): string[];
  close(): Promise<void>;
}

/** Words of a prompt on which the model keeps the fact. */
export const cue = "Remember for later";

interface ChatRequest {
  messages: readonly { content?: unknown; tool_calls?: readonly { function: { name: string } }[] }[];
  tools?: readonly { function: { name: string } }[];
}

/**
 * Starts the model on a free port of this machine. `hidden` is the name of the tool where a program tells it only on
 * demand.
 */
export async function startScriptedProvider(fact: KeptFact, hidden?: string): Promise<ScriptedProvider> {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", journalMaxEntries: 0 });
  mock.addFixture({
    match: { predicate: (request) => nextCall(request as ChatRequest, hidden) !== undefined },
    response: (request) => {
      const name = nextCall(request as ChatRequest, hidden) ?? "";
      return {
        content: "One moment.",
        toolCalls: [{ name, arguments: name === waiting ? "{}" : JSON.stringify(fact) }],
      };
    },
  });
  mock.addFixture({ match: { predicate: () => true }, response: { content: "OK" } });
  await mock.start();
  const bodies: string[] = [];
  const tap = createServer((request, response) => void pass(request, response, { to: mock.port, bodies }));
  await new Promise<void>((resolve) => tap.listen(0, "127.0.0.1", resolve));
  return {
    port: (tap.address() as AddressInfo).port,
    bodies: () => [...bodies],
    async close() {
      tap.closeAllConnections();
      await new Promise((resolve) => tap.close(resolve));
      await mock.stop();
    },
  };
}

/** Claude Code has this tool while servers are still starting; theirs come with a later request. */
const waiting = "WaitForMcpServers";

/** The call that keeps the fact, or waits for it to be possible; undefined when nothing is left to do. */
function nextCall({ messages, tools = [] }: ChatRequest, hidden: string | undefined): string | undefined {
  const turn = messages.slice(messages.findLastIndex(({ content }) => isCue(content)));
  const called = turn.flatMap((message) => message.tool_calls ?? []).map((call) => call.function.name);
  if (!isCue(turn[0]?.content) || called.some((name) => name.includes("memory_save"))) return undefined;
  const names = tools.map((tool) => tool.function.name);
  // Programs name the tools of a server in their own way: `memory_save` stays in all of them.
  const save = names.find((name) => name.includes("memory_save")) ?? hidden;
  const mayWait = !called.includes(waiting) && names.includes(waiting);
  return save ?? (mayWait ? waiting : undefined);
}

function isCue(content: unknown): boolean {
  return JSON.stringify(content ?? "").includes(cue);
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { to, bodies }: { to: number; bodies: string[] },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (request.url?.includes("count_tokens")) {
    response.setHeader("content-type", "application/json").end('{"input_tokens":1000}');
    return;
  }
  if (body.length > 0) bodies.push(body.toString("utf8"));
  const onward = httpRequest(
    {
      host: "127.0.0.1",
      port: to,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, host: `127.0.0.1:${to}` },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.writeHead(502).end());
  onward.end(body);
}
