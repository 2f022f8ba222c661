import { addTokens, noTokens, purposes, sumByPurpose, totalTokens } from "../../events/index.ts";
import type { DaySpending, Expense, SpentByPurpose, TokenCount } from "../../events/index.ts";
import { formatCount } from "../../text/index.ts";
import { dollarsText, spentDollars } from "../chat/spent-dollars.ts";
import { renderTable } from "../terminal/table.ts";
import type { Column } from "../terminal/table.ts";
import { stroke } from "./bar.ts";
import { barCells, type Layout } from "./layout.ts";
import { shortCount } from "./short-count.ts";

/** Tokens by day and purpose, from the first day on of which there are any. */
export function dayLines(
  tokens: readonly DaySpending[],
  { colors, width, expenses }: Layout & { expenses: readonly Expense[] },
): string[] {
  const { bold, cyan, dim } = colors;
  const money = dollarsText(spentDollars(expenses));
  const head = `${bold("tokens a day")}  ${dim(`last ${tokens.length} days${money === "" ? "" : ` · ${money}`}`)}`;
  const days = tokens.slice(tokens.findIndex(({ spent }) => Object.keys(spent).length > 0));
  const used = purposes.filter((purpose) => days.some(({ spent }) => spent[purpose] !== undefined));
  if (used.length === 0) return [`${head} ${dim("· none")}`];
  const most = Math.max(...days.map(({ spent }) => totalTokens(totalOf(spent))));
  // With one purpose its column says it all.
  const withAll = used.length > 1;
  const cells = used.length > 3 ? barCells(0) : barCells(width);
  const rows = days.map(({ day, spent }) => [
    day,
    ...used.map((purpose) => tokensText(spent[purpose])),
    ...(withAll ? [tokensText(totalOf(spent))] : []),
    stroke(totalTokens(totalOf(spent)) / most, cells),
  ]);
  const columns: Column[] = [
    { paint: dim },
    ...used.map((_, index): Column => ({ align: "right", dispensable: used.length - index + 1 })),
    ...(withAll ? [{ align: "right", paint: bold } as const] : []),
    { paint: cyan, dispensable: 1 },
  ];
  const heading = ["", ...used, ...(withAll ? ["all"] : []), ""];
  return [head, ...renderTable(columns, [heading, ...rows], width - 2).map((line) => `  ${line}`)];
}

function tokensText(count: TokenCount | undefined): string {
  const total = count === undefined ? 0 : totalTokens(count);
  if (total === 0) return "·";
  return `${count?.estimated === true ? "~" : ""}${shortCount(total)}`;
}

function totalOf(spent: SpentByPurpose): TokenCount {
  return Object.values(spent).reduce(addTokens, noTokens);
}

/** What was spent by purpose: tokens read anew, from a cache, into it, and written; money where prices are known. */
export function purposeLines(expenses: readonly Expense[], { colors, width }: Layout): string[] {
  const spent = sumByPurpose(expenses);
  const used = purposes.filter((purpose) => spent[purpose] !== undefined);
  if (used.length === 0) return [colors.dim("  nothing yet")];
  const rows = used.map((purpose) =>
    purposeRow(
      purpose,
      spent[purpose],
      expenses.filter((expense) => expense.purpose === purpose),
    ),
  );
  if (used.length > 1) rows.push(purposeRow("all", totalOf(spent), expenses));
  const number: Column = { align: "right" };
  const columns: Column[] = [
    { paint: colors.cyan },
    number,
    { ...number, dispensable: 2 },
    { ...number, dispensable: 1 },
    number,
    { align: "right", paint: colors.green },
  ];
  const heading = ["", "in", "from cache", "to cache", "out", ""];
  return renderTable(columns, [heading, ...rows], width - 2).map((line) => `  ${line}`);
}

function purposeRow(name: string, count: TokenCount | undefined, expenses: readonly Expense[]): string[] {
  const { input, output, cacheRead = 0, cacheWrite = 0, estimated } = count ?? noTokens;
  const mark = estimated === true ? "~" : "";
  return [
    name,
    `${mark}${formatCount(input)}`,
    formatCount(cacheRead),
    formatCount(cacheWrite),
    `${mark}${formatCount(output)}`,
    dollarsText(spentDollars(expenses)),
  ];
}
