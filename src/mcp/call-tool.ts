import type { CallToolResult, ResourceLink, Tool } from "@modelcontextprotocol/server";
import { messageOf } from "../errors/index.ts";
import { harmless, harmlessLine, memoryOperations } from "../tools/index.ts";
import type { LinkedMemory, MemoryOperation, OperationDoors } from "../tools/index.ts";
import { lastModified, timeOfFile } from "./last-modified.ts";
import { memoryUri } from "./resource-uri.ts";

/** Every tool as a client is told of it, always in the same order. */
export const tools: readonly Tool[] = memoryOperations.map(toTool);

function toTool(operation: MemoryOperation): Tool {
  const { name, title, description, inputSchema, outputSchema } = operation;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as Tool["inputSchema"],
    outputSchema: outputSchema as NonNullable<Tool["outputSchema"]>,
    annotations: {
      title,
      readOnlyHint: operation.onlyReads,
      destructiveHint: operation.isDestructive,
      idempotentHint: operation.isIdempotent,
      // The memory is all there is to it; nothing beyond this machine is reached.
      openWorldHint: false,
    },
  };
}

/** The operation of this name, if there is one. */
export function operationNamed(name: string): MemoryOperation | undefined {
  return memoryOperations.find((operation) => operation.name === name);
}

/** What a call of another tool comes to: its model reads which tools there are. */
export function noSuchTool(name: string): CallToolResult {
  const known = tools.map((tool) => tool.name).join(", ");
  return failed(`There is no tool ${JSON.stringify(name)}. There are ${known}.`);
}

/** Runs an operation; whatever fails is a result that says so, never an error of the protocol. */
export async function callTool(
  operation: MemoryOperation,
  input: unknown,
  open: () => Promise<OperationDoors>,
): Promise<CallToolResult> {
  try {
    const { content, isError, facts, links = [] } = await operation.run(input, await open());
    return {
      content: [{ type: "text", text: content }, ...(await Promise.all(links.map(toLink)))],
      ...(facts !== undefined && { structuredContent: facts }),
      ...(isError && { isError }),
    };
  } catch (error) {
    return failed(messageOf(error));
  }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text: harmless(text) }], isError: true };
}

async function toLink({ id, name, description, modified, file }: LinkedMemory): Promise<ResourceLink> {
  return {
    type: "resource_link",
    uri: memoryUri(id),
    name: harmlessLine(id),
    title: harmlessLine(name),
    ...(description !== "" && { description: harmlessLine(description) }),
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], ...lastModified(modified ?? (await timeOfFile(file))) },
  };
}
