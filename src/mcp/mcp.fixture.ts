import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import type { CallToolResult, ClientOptions } from "@modelcontextprotocol/client";
import type { Host } from "../app/index.ts";
import { createLineTransport } from "./line-transport.ts";
import { serveMcp, type McpWish } from "./serve.ts";

/** A person's home and one project, on a real disk. */
export interface Place {
  home: string;
  project: string;
}

/** A place of its own, with these files: paths begin with `home/` or `project/`. */
export async function makePlace(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-mcp-")));
  await Promise.all(["home", "project"].map((name) => mkdir(join(folder, name))));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return { home: join(folder, "home"), project: join(folder, "project") };
}

/** A process that is not there, in the project's folder. */
export function hostAt(
  { home, project }: Place,
  streams: { stdin: PassThrough; stdout: PassThrough; stderr: PassThrough },
): Host {
  return {
    env: { DAYBOOK_HOME: home },
    platform: "linux",
    userHome: "/nowhere",
    ...streams,
    self: ["node"],
    now: () => new Date("2031-03-10T09:00:00Z"),
    cwd: () => project,
    onInterrupt: () => () => {},
  };
}

/** A server over standard input and output, of which the test holds the other ends. */
export interface Served {
  /** Bytes to the server. */
  input: PassThrough;
  /** Lines from it. */
  output: PassThrough;
  /** What went to standard error. */
  told(): string;
  stop(): void;
  ended: Promise<void>;
}

/** Serves a place until its input ends. */
export function serve(place: Place, wish: Partial<McpWish> = {}): Served {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let told = "";
  stderr.on("data", (chunk: Buffer) => (told += chunk.toString("utf8")));
  const stop = new AbortController();
  const ended = serveMcp({
    host: hostAt(place, { stdin, stdout, stderr }),
    version: "0.0.0",
    stop: stop.signal,
    ...wish,
  });
  return { input: stdin, output: stdout, told: () => told, stop: () => stop.abort(), ended };
}

/** What the server answers to these lines, when nothing more comes: each line parsed, so each must be JSON. */
export async function answersTo(
  place: Place,
  lines: readonly (string | Uint8Array)[],
): Promise<Record<string, unknown>[]> {
  const served = serve(place);
  for (const line of lines) {
    served.input.write(line);
    served.input.write("\n");
  }
  served.input.end();
  await served.ended;
  served.output.end();
  const written = await text(served.output);
  return written
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A client's first words, in the revision of 2025. */
export const hello = [
  JSON.stringify({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "Some Editor", version: "1" },
    },
  }),
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
];

/** One request as a line. */
export function request(id: number, method: string, params: Record<string, unknown> = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** A call of a tool as a line. */
export function callLine(id: number, name: string, input: Record<string, unknown> = {}): string {
  return request(id, "tools/call", { name, arguments: input });
}

/** A client that is connected; its server ends with it. */
export interface Connected {
  client: Client;
  served: Served;
  call(name: string, input?: Record<string, unknown>): Promise<CallToolResult>;
}

/** Connects the official client; in the revision of 2026 where `era` says so. */
export async function connect(
  place: Place,
  {
    era = "2025",
    options = {},
    prepare,
    ...wish
  }: Partial<McpWish> & {
    era?: "2025" | "2026";
    options?: ClientOptions;
    prepare?: (client: Client) => void;
  } = {},
): Promise<Connected> {
  const served = serve(place, wish);
  const client = new Client(
    { name: "Some Editor", version: "1" },
    { ...options, ...(era === "2026" && { versionNegotiation: { mode: { pin: "2026-07-28" } } }) },
  );
  prepare?.(client);
  const { transport } = createLineTransport(
    { stdin: served.output, stdout: served.input },
    { lineBytes: 1_000_000_000 },
  );
  await client.connect(transport);
  return {
    client,
    served,
    call: async (name, input = {}) => client.callTool({ name, arguments: input }),
  };
}
