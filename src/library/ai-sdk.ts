/** `daybook/ai-sdk`: memory for agents built on the AI SDK (`ai` 6). The package itself is loaded by the agent, never by this. */
export { createDaybookModel } from "./ai-sdk-model.ts";
export type { DaybookModelOptions } from "./ai-sdk-model.ts";
export { createPrepareStep } from "./ai-sdk-step.ts";
export type { MemoryStep, StepMemory } from "./ai-sdk-step.ts";
export { createDaybookTools, systemMessages } from "./ai-sdk-tools.ts";
