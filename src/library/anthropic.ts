/** `daybook/anthropic`: daybook behind Anthropic's own memory tool. */
export type { Tool } from "../tools/index.ts";
