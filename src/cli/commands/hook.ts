import { DaybookError } from "../../errors/index.ts";
import type { CommandContext } from "../command.ts";

export function hook(_context: CommandContext, _given: Record<string, unknown>): Promise<number> {
  throw new DaybookError("usage", "This command is not here yet.");
}
