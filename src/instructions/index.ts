export type { InstructionFile } from "./instruction-file.ts";
export { loadInstructions } from "./load-instructions.ts";
export type { InstructionOptions, Instructions } from "./load-instructions.ts";
