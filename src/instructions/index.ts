export { loadInstructions } from "./load-instructions.ts";
export type { FoundInstructions, InstructionOptions, Instructions } from "./load-instructions.ts";
