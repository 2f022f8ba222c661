import type { Command as Program } from "commander";
import type { Command } from "./command.ts";

/** Ties a declared command to its code; `positional` names its arguments in order. */
export type Connect = <Given>(
  command: Program,
  load: () => Promise<Command<Given>>,
  positional?: readonly (keyof Given & string)[],
) => void;
