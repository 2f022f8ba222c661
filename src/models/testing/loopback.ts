import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came over the wire. */
export interface CapturedRequest {
  path: string;
  headers: IncomingMessage["headers"];
  /** The body's text, byte for byte. */
  body: string;
}

export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Oldest first. */
  requests: CapturedRequest[];
  /** Connections whose client hung up before the answer was complete. */
  hungUp(): number;
  close(): Promise<void>;
}

export type Answerer = (
  request: CapturedRequest,
  response: ServerResponse,
  /** 0 for the first request. */
  number: number,
) => Promise<void> | void;

/** A server on a free port of 127.0.0.1 that notes every request before it answers. */
export async function startLoopback(answer: Answerer): Promise<Loopback> {
  const requests: CapturedRequest[] = [];
  let hungUp = 0;
  const server = createServer((incoming, response) => {
    response.on("close", () => {
      if (!response.writableFinished) hungUp += 1;
    });
    const serve = async (): Promise<void> => {
      const request = {
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: await readBody(incoming),
      };
      requests.push(request);
      await answer(request, response, requests.length - 1);
    };
    // A client that leaves takes its connection with it; nothing else can fail here but the test's own answer.
    serve().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    hungUp: () => hungUp,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A tap: notes the raw requests and passes each on to `target`, whose answer it streams back. */
export function startCapture(target: string): Promise<Loopback> {
  return startLoopback(async (request, response) => {
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const answer = await fetch(new URL(request.path, target), {
      method: "POST",
      headers: headers as Record<string, string>,
      body: request.body,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    try {
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    } catch {
      response.destroy();
    }
  });
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The body as JSON, without the cache marks: what consecutive requests must share. */
export function withoutCacheMarks(body: string): Record<string, unknown> {
  return JSON.parse(body, (name, value: unknown) => (name === "cache_control" ? undefined : value)) as Record<
    string,
    unknown
  >;
}
