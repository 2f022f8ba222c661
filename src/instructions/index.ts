export { loadInstructions } from "./load-instructions.ts";
export type { InstructionOptions, Instructions } from "./load-instructions.ts";
