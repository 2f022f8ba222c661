import { formatCount } from "../../text/index.ts";
import { renderTable } from "../terminal/table.ts";
import type { Column } from "../terminal/table.ts";
import { percent } from "../figures.ts";
import { bar } from "./bar.ts";
import type { IndexUse } from "./collect-stats.ts";
import { barCells, dotted, type Layout } from "./layout.ts";
import { ages, types } from "./memory-figures.ts";
import type { Age, MemoryFigures } from "./memory-figures.ts";
import { countOf } from "./short-count.ts";

/** Memories by type and age. */
export function memoryLines(figures: MemoryFigures, { colors, width }: Layout): string[] {
  const { bold, dim } = colors;
  if (figures.total === 0) return [`${bold("memories")}  ${dim("none yet")}`];
  const { byScope, bySource } = figures;
  const whose = dotted(ofCount(byScope.user, "yours"), ofCount(byScope.project, "this project's"));
  const who = dotted(
    ofCount(bySource.user, "by you"),
    ofCount(bySource.agent, "by the agent"),
    ofCount(bySource.extracted, "noted from talks"),
    ofCount(bySource.imported, "imported"),
    ofCount(bySource.unknown, "by unknown hand"),
  );
  return [
    `${bold("memories")}  ${formatCount(figures.total)} ${dim(`· ${whose}`)}`,
    dim(`  ${who}`),
    ...ageTable(figures, { colors, width: width - 2 }).map((line) => `  ${line}`),
  ];
}

function ofCount(count: number, what: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${what}`;
}

const headings: Readonly<Record<Age, string>> = {
  today: "today",
  week: "7 days",
  month: "30 days",
  quarter: "90 days",
  year: "1 year",
  older: "older",
  unknown: "no date",
};

function ageTable({ byAge, byType, byTypeAndAge }: MemoryFigures, { colors, width }: Layout): string[] {
  const shownAges = ages.filter((age) => age !== "unknown" || byAge.unknown > 0);
  const shownTypes = types.filter((type) => type !== "unknown" || byType.unknown > 0);
  const columns: Column[] = [
    { paint: colors.cyan },
    { align: "right" },
    ...shownAges.map((_, index): Column => ({
      align: "right",
      paint: colors.dim,
      // The oldest go first where a line is short.
      dispensable: shownAges.length - index,
    })),
  ];
  const heading = ["", "all", ...shownAges.map((age) => headings[age])];
  const rows = shownTypes.map((type) => [
    type,
    cell(byType[type]),
    ...shownAges.map((age) => cell(byTypeAndAge[type][age])),
  ]);
  return renderTable(columns, [heading, ...rows], width);
}

function cell(count: number): string {
  return count === 0 ? "·" : formatCount(count);
}

/** Each index against its limits, as bars; what stands beyond them is not loaded. */
export function indexLines(
  indexes: readonly IndexUse[],
  { colors, width, warnShare }: Layout & { warnShare: number },
): string[] {
  const { bold, cyan, dim } = colors;
  const uses = indexes.flatMap((index) => [
    { scope: index.scope, of: "lines", used: index.lines, limit: index.lineLimit },
    { scope: "", of: "bytes", used: index.bytes, limit: index.byteLimit },
  ]);
  const columns: Column[] = [
    { paint: cyan },
    { paint: dim },
    { align: "right" },
    { align: "right", paint: dim, dispensable: 1 },
    { dispensable: 2 },
    { align: "right" },
  ];
  const rows = uses.map(({ scope, of, used, limit }) => [
    scope,
    of,
    formatCount(used),
    `of ${formatCount(limit)}`,
    bar(used / limit, barCells(width)),
    percent(used / limit),
  ]);
  const lines = renderTable(columns, rows, width - 2).map((line, row) => {
    const share = (uses[row]?.used ?? 0) / (uses[row]?.limit ?? 1);
    return `  ${paintBar(line, { share, warnShare, colors })}`;
  });
  const cut = indexes.filter(({ loaded, total }) => loaded < total);
  return [
    `${bold("indexes")}  ${dim("what a new session sees")}`,
    ...lines,
    ...cut.map(({ scope, loaded, total }) =>
      colors.red(
        `  ${scope}: ${countOf(total - loaded, "memory is", "memories are")} beyond the limits; daybook tidy names what could be one`,
      ),
    ),
  ];
}

function paintBar(
  line: string,
  { share, warnShare, colors }: { share: number; warnShare: number; colors: Layout["colors"] },
): string {
  const paint = share > 1 ? colors.red : share >= warnShare ? colors.yellow : colors.green;
  return line.replace(/█+/u, paint).replace(/░+/u, colors.dim);
}
