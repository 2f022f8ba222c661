import type { DaySpending } from "../../events/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { collectStats } from "../stats/collect-stats.ts";
import { printStats } from "../stats/print-stats.ts";
import { showLine } from "../terminal/show.ts";

/** `daybook stats`: how much there is, how full the indexes are, how recall and extraction did, what it cost. */
export async function stats(
  { open, terminal, json }: CommandContext,
  _given: Record<string, unknown>,
): Promise<number> {
  const daybook = await open();
  const figures = await collectStats(daybook);
  const { expenses: _behind, notices, tokens, ...rest } = figures;
  for (const notice of notices) terminal.notice(showLine(notice));
  if (json) terminal.json({ ...rest, tokens: tokens.map(dayForPrograms), notices });
  else printStats(figures, { terminal, warnShare: daybook.settings.limits.indexWarnShare });
  return done;
}

function dayForPrograms({ day, spent }: DaySpending): { day: string; byPurpose: DaySpending["spent"] } {
  return { day, byPurpose: spent };
}
