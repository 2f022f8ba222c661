import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { McpServerFactory, Server } from "@modelcontextprotocol/server";
import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";
import { accessToken, showsToken } from "./access-token.ts";
import { readJsonBody } from "./http-body.ts";
import type { OpenBooks } from "./open-books.ts";

/** Where it listens, for whom, and until when. */
export interface HttpWish {
  /** 0: any that is free. */
  port: number;
  needsToken: boolean;
  books: OpenBooks;
  /** Of the project. */
  folder: string;
  /** Told where it listens, and what goes wrong beside the answers. */
  tell: (notice: string) => void;
  stop: AbortSignal;
}

/** A factory that tells of changes in the way it is given. */
type TellingFactory = (changed: (server: Server) => void) => McpServerFactory;

const host = "127.0.0.1";
const path = "/mcp";
const leastBodyBytes = 1_048_576;
/** In JSON a byte may take six characters, and the rest of a message is small. */
const bodyBytesPerByte = 8;
/** What is being answered when it is to end may take so long. */
const FAREWELL_MS = 2_000;

/** Serves on 127.0.0.1 until `stop`. Fails with `io` where the port cannot be had. */
export async function serveOverHttp(factory: TellingFactory, wish: HttpWish): Promise<void> {
  const { books, folder, tell, stop } = wish;
  const book = await books.of(folder);
  const token = wish.needsToken ? await accessToken(book.home) : null;
  const limitBytes = Math.max(leastBodyBytes, bodyBytesPerByte * book.settings.limits.bodyBytes);
  const handler = createMcpHandler(
    factory(() => handler.notify.resourcesChanged()),
    { maxRequestBodySize: limitBytes, onerror: () => undefined },
  );
  const serve = toNodeHandler(handler, { onerror: (error) => tell(error.message) });
  const isAllowed = createGate(token);
  const server = createHttpServer((request, response) => {
    if (!isAllowed(request, response)) return;
    answer(request, response).catch((error: unknown) => {
      // Who left in the middle of a request wants no answer, and nothing is wrong here.
      if (request.complete) tell(messageOf(error));
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = request as Parameters<typeof serve>[0];
    if (request.method !== "POST") return serve(asked, response);
    const body = await readJsonBody(request, limitBytes);
    if (body.ok) return serve(asked, response, body.value);
    refuse(response, body.status, body.problem);
  }

  const port = await listen(server, wish.port);
  tell(`memory of ${folder} is served at http://${host}:${port}${path}`);
  if (token !== null) tell(`clients show the header  Authorization: Bearer ${token}`);
  await aborted(stop);
  await end(server, () => handler.close());
}

/** Lets through what comes from this machine's programs, and knows the token. */
function createGate(token: string | null): (request: IncomingMessage, response: ServerResponse) => boolean {
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  return (request, response) => {
    if (!isPlainHost(request.headers.host)) {
      refuse(response, 403, "The header Host is a name and a port, and nothing else.");
      return false;
    }
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return false;
    if (token !== null && !showsToken(request.headers.authorization, token)) {
      response.setHeader("WWW-Authenticate", "Bearer");
      refuse(
        response,
        401,
        "The token is missing or wrong. `daybook mcp --http` says on its start which header it wants.",
      );
      return false;
    }
    if (request.url === path || request.url?.startsWith(`${path}?`) === true) return true;
    refuse(response, 404, `There is nothing here: memory is served at ${path}.`);
    return false;
  };
}

/** What stands before an `@` or behind a `/` would be no part of the name that is looked at. */
function isPlainHost(given: string | undefined): boolean {
  return given === undefined || /^[^@/\\?#]*$/u.test(given);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }));
}

async function listen(server: HttpServer, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(unavailable(port, error)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

function unavailable(port: number, cause: Error): DaybookError {
  const why = systemCodeOf(cause) === "EADDRINUSE" ? "another program listens there" : messageOf(cause);
  return new DaybookError(
    "io",
    `Port ${port} of ${host} cannot be used: ${why}. Choose another; --http 0 takes any that is free.`,
    { cause },
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function end(server: HttpServer, closeStreams: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const rest = setTimeout(() => server.closeAllConnections(), FAREWELL_MS);
  await closeStreams();
  await closed;
  clearTimeout(rest);
}
