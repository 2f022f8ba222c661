export { createBashTool } from "./bash-tool.ts";
export type { BashInput, BashToolOptions } from "./bash-tool.ts";
export { createMemoryTool } from "./memory-tool.ts";
export type { MemoryToolOptions } from "./memory-tool.ts";
export type { MemoryToolInput } from "./memory-input.ts";
export { createReadTool } from "./read-tool.ts";
export type { ReadInput } from "./read-tool.ts";
export type { ReadableArea } from "./readable-path.ts";
export type { PermissionVerdict, Tool, ToolContext, ToolEffect, ToolOutcome } from "./tool.ts";
