import type { McpServerFactory, Server } from "@modelcontextprotocol/server";
import type { Host } from "../app/index.ts";
import { escapeUnseen } from "../text/index.ts";
import { rootFolder } from "./client-folder.ts";
import { createServer } from "./create-server.ts";
import { createOpenBooks } from "./open-books.ts";
import { serveOverStdio } from "./serve-stdio.ts";

/** Whom to serve, whose memory, and how. */
export interface McpWish {
  host: Host;
  version: string;
  /** daybook's home, where it is not the usual one. */
  home?: string;
  /** Absolute folder of the project; the client's when left out. */
  project?: string;
  /** Over HTTP on 127.0.0.1; over standard input and output when left out. */
  http?: { port: number; needsToken: boolean };
  /** Ends the serving. */
  stop: AbortSignal;
}

/**
 * Serves memory to MCP clients until they or `stop` end it. Over standard input and output nothing but messages of the
 * protocol is written to standard output. Over HTTP it fails with `io` where the port cannot be had.
 */
export async function serveMcp({ host, version, home, project, http, stop }: McpWish): Promise<void> {
  const tell = (notice: string): void => {
    host.stderr.write(`daybook: ${escapeUnseen(notice.replaceAll(/\s*[\r\n]+\s*/g, " "))}\n`);
  };
  const books = createOpenBooks({ host, home }, tell);
  const fixed = project ?? (http === undefined ? undefined : host.cwd());
  const folderOf = (server: Server) =>
    fixed === undefined
      ? rootFolder(server, { fallback: () => host.cwd(), tell })
      : { get: async () => fixed, isAsked: () => false };
  const factory =
    (changed: (server: Server) => void): McpServerFactory =>
    (context) =>
      createServer({ version, books, folderOf, changed }, context);
  if (http === undefined) {
    const sendChanged = (server: Server): void =>
      void server.sendResourceListChanged().catch((error: Error) => tell(error.message));
    await serveOverStdio(factory(sendChanged), { host, stop, tell });
    return;
  }
  const { serveOverHttp } = await import("./serve-http.ts");
  await serveOverHttp(factory, { ...http, books, folder: fixed ?? host.cwd(), tell, stop });
}
