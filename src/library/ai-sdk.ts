/** `daybook/ai-sdk`: daybook for agents built on the AI SDK. */
export type { Tool } from "../tools/index.ts";
