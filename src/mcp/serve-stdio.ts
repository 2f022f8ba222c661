import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "../app/index.ts";
import { createLineTransport } from "./line-transport.ts";

/** Whom it serves, and until when. */
export interface StdioWish {
  host: Pick<Host, "stdin" | "stdout">;
  /** Ends the connection at once. */
  stop: AbortSignal;
  /** Told what the client will not hear of. */
  tell: (notice: string) => void;
}

/** So long a message may be that its tool can say what is wrong with it; what is longer is passed over. */
const LINE_BYTES = 32 * 1_024 * 1_024;

/** Serves one client over standard input and output, until either side ends it. */
export async function serveOverStdio(
  factory: McpServerFactory,
  { host, stop, tell }: StdioWish,
): Promise<void> {
  const { transport, ended } = createLineTransport(host, { lineBytes: LINE_BYTES });
  const handle = serveStdio(factory, {
    transport,
    onerror: (error) => tell(`the connection: ${error.message}`),
  });
  const leave = (): void => void handle.close();
  if (stop.aborted) leave();
  stop.addEventListener("abort", leave, { once: true });
  await ended;
  stop.removeEventListener("abort", leave);
}
