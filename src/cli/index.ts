export { main } from "./main.ts";
export { quickMain } from "./quick-main.ts";
export { quickMcp } from "./quick-mcp.ts";
export type { Faces } from "./faces.ts";
