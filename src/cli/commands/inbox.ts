import { DaybookError } from "../../errors/index.ts";
import type { CommandContext } from "../command.ts";

export function listInbox(_context: CommandContext, _given: Record<string, unknown>): Promise<number> {
  throw new DaybookError("usage", "This command is not here yet.");
}

export function showProposal(_context: CommandContext, _given: Record<string, unknown>): Promise<number> {
  throw new DaybookError("usage", "This command is not here yet.");
}

export function acceptProposal(_context: CommandContext, _given: Record<string, unknown>): Promise<number> {
  throw new DaybookError("usage", "This command is not here yet.");
}

export function rejectProposal(_context: CommandContext, _given: Record<string, unknown>): Promise<number> {
  throw new DaybookError("usage", "This command is not here yet.");
}
