export { serveMcp } from "./serve.ts";
export type { McpWish } from "./serve.ts";
