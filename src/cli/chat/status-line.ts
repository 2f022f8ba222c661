import type { Agent } from "../../agent/index.ts";
import { showLine } from "../terminal/show.ts";
import { costOf, formatCost } from "./prices.ts";
import type { Usage } from "../../models/index.ts";

/** What a chat has cost so far. */
export interface Spending {
  /** US dollars; null from the first turn on whose price is not known. */
  dollars: number | null;
  /** A server counted no tokens in one of the turns. */
  estimated?: true;
}

/** Adds the cost of one turn. */
export function spend(spending: Spending, usage: Usage, model: Agent["model"]): void {
  const cost = costOf(usage, model);
  spending.dollars = spending.dollars === null || cost === null ? null : spending.dollars + cost;
  if (usage.estimated === true) spending.estimated = true;
}

/** The quiet line: model, share of the context, cost of the chat where it is known. */
export function statusLine(agent: Agent, { dollars, estimated }: Spending): string {
  const parts = [showLine(agent.model.id)];
  const usage = agent.lastUsage();
  if (usage !== null) {
    const tokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
    const share = Math.round((100 * tokens) / Math.max(1, agent.window));
    parts.push(`${share < 1 && tokens > 0 ? "<1" : share} % of context`);
  }
  if (dollars !== null && dollars > 0)
    parts.push(`${estimated === true ? "about " : ""}${formatCost(dollars)}`);
  return parts.join(" · ");
}
