import type { Host } from "../app/index.ts";

/** What MCP clients are to be served, and how. */
export interface McpRequest {
  host: Host;
  /** daybook's home, where it is not the usual one. */
  home?: string;
  /** Absolute folder of the project; the client's when left out. */
  project?: string;
  /** Over HTTP on 127.0.0.1; over standard input and output when left out. */
  http?: { port: number; needsToken: boolean };
}

/** Other faces of daybook that a command opens. Faces know nothing of one another: whoever starts the process brings them. */
export interface Faces {
  /** Serves until its clients, or a signal to the process, end it. */
  serveMcp(request: McpRequest): Promise<void>;
}
