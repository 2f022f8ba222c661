import type { Expense } from "../../events/index.ts";
import { costOf, formatCost } from "./prices.ts";

/** What expenses come to in US dollars, as far as prices are known. */
export interface SpentDollars {
  dollars: number;
  /** Of one of them no price is known: it costs more than that. */
  isPartial: boolean;
  /** One of them was not counted by its provider. */
  isEstimate: boolean;
}

/** Adds up money. A model on this machine costs nothing. */
export function spentDollars(expenses: readonly Expense[]): SpentDollars {
  // Receipts do not say where a model runs; the costs of its turns do.
  const free = new Set(expenses.filter(({ local }) => local === true).map(({ model }) => model));
  const spent: SpentDollars = { dollars: 0, isPartial: false, isEstimate: false };
  for (const { model, tokens } of expenses) {
    if (free.has(model)) continue;
    const usage = { cacheRead: 0, cacheWrite: 0, ...tokens };
    const cost = costOf(usage, { id: model, local: false });
    if (cost === null) spent.isPartial = true;
    else spent.dollars += cost;
    if (tokens.estimated === true) spent.isEstimate = true;
  }
  return spent;
}

/** `$0.42`, `about $0.42`, `at least $0.42`; empty where nothing is known to have been paid. */
export function dollarsText({ dollars, isPartial, isEstimate }: SpentDollars): string {
  if (dollars === 0) return "";
  return `${isPartial ? "at least " : isEstimate ? "about " : ""}${formatCost(dollars)}`;
}
