import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { McpRequestContext, ServerContext } from "@modelcontextprotocol/server";
import type { Book } from "../app/index.ts";
import { DaybookError } from "../errors/index.ts";
import { slugify } from "../memory/index.ts";
import { harmless } from "../tools/index.ts";
import type { ClientFolder } from "./client-folder.ts";
import { callTool, noSuchTool, operationNamed, tools } from "./call-tool.ts";
import { complete } from "./complete.ts";
import { doorsOf } from "./doors.ts";
import { guide } from "./guide.ts";
import type { OpenBooks } from "./open-books.ts";
import { getPrompt, prompts } from "./prompts.ts";
import { isCursor, listResources, readResource, resourceTemplates } from "./resources.ts";

/** What a server needs from whoever runs it. */
export interface ServerDoors {
  /** daybook's own. */
  version: string;
  books: OpenBooks;
  /** Where the client of a server works. */
  folderOf(server: Server): ClientFolder;
  /** Told after each change that came through this server. */
  changed(server: Server): void;
}

const hour = 3_600_000;
/** What is the same for as long as the process lives may be kept; what lies on the disk may change at any moment. */
const cacheHints = {
  "tools/list": { ttlMs: hour, cacheScope: "private" },
  "prompts/list": { ttlMs: hour, cacheScope: "private" },
  "resources/templates/list": { ttlMs: hour, cacheScope: "private" },
  "server/discover": { ttlMs: hour, cacheScope: "private" },
  "resources/list": { ttlMs: 0, cacheScope: "private" },
  "resources/read": { ttlMs: 0, cacheScope: "private" },
} as const;

/** One server for one connection, or one request where there are no connections; for clients of 2025 and of 2026. */
export function createServer(
  { version, books, folderOf, changed }: ServerDoors,
  { era, requestInfo }: McpRequestContext,
): Server {
  // A client of 2025 over HTTP has no open stream here that could tell it of changes.
  const tellsChanges = era === "modern" || requestInfo === undefined;
  const server = new Server(
    { name: "daybook", title: "daybook: long-term memory", version },
    {
      capabilities: {
        tools: {},
        resources: { listChanged: tellsChanges },
        prompts: {},
        completions: {},
      },
      instructions: guide,
      cacheHints,
    },
  );
  const folder = folderOf(server);
  const open = async (): Promise<Book> => books.of(await folder.get());
  // Opened when the client has its first answer; what is wrong is told to whoever calls a tool.
  server.oninitialized = () => {
    if (!folder.isAsked()) open().catch(() => undefined);
  };
  const doors = async (context: ServerContext) => doorsOf(await open(), sessionOf(server, context));

  server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const operation = operationNamed(params.name);
    if (operation === undefined) return noSuchTool(params.name);
    const result = await callTool(operation, params.arguments, () => doors(context));
    if (!operation.onlyReads && result.isError !== true && tellsChanges) changed(server);
    return result;
  });
  server.setRequestHandler("resources/list", async ({ params }) => {
    const cursor = params?.cursor;
    if (cursor !== undefined && !isCursor(cursor)) throw invalid("This cursor is not one of daybook's.");
    return told(async () => listResources(await open(), cursor));
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler("resources/read", ({ params }) =>
    told(async () => readResource(await open(), params.uri)),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts] }));
  server.setRequestHandler("prompts/get", ({ params }, context) =>
    told(() => getPrompt(params.name, params.arguments ?? {}, () => doors(context))),
  );
  server.setRequestHandler("completion/complete", ({ params }) => told(() => complete(open, params)));
  return server;
}

/** Our failures have a sentence for their reader; as an error of the protocol it reaches them. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (DaybookError.isInstance(error))
      throw new ProtocolError(ProtocolErrorCode.InternalError, harmless(error.message));
    throw error;
  }
}

/** What names the evidence of a memory that came from another agent: `mcp-claude-code`. */
function sessionOf(server: Server, { mcpReq }: ServerContext): string {
  const name = nameOf(mcpReq.envelope) ?? server.getClientVersion()?.name;
  return name === undefined || name.trim() === "" ? "mcp" : `mcp-${slugify(name)}`;
}

/** The client's name in what a request of 2026 carries. */
function nameOf(envelope: object | undefined): string | undefined {
  const info: unknown = new Map(Object.entries(envelope ?? {})).get(CLIENT_INFO_META_KEY);
  const isNamed = typeof info === "object" && info !== null && "name" in info;
  return isNamed && typeof info.name === "string" ? info.name : undefined;
}

function invalid(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}
