import type { RecalledOnce } from "../recall/index.ts";
import { dropText } from "./drop-text.ts";
import { percent } from "./figures.ts";
import { showLine } from "./terminal/show.ts";
import { renderTable } from "./terminal/table.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** How each score came about, by word and field: lines. */
export function explainHits(
  { hits, dropped }: Pick<RecalledOnce, "hits" | "dropped">,
  { colors, width }: Pick<Terminal, "colors" | "width">,
): string[] {
  const { bold, cyan, dim } = colors;
  const reasons = new Map(dropped.map(({ id, reason }) => [id, dropText(reason)]));
  return hits.flatMap(({ id, score, coverage, matches, beside }) => {
    const outcome = reasons.get(id) ?? "brought";
    const heading = `${cyan(showLine(id))}  ${bold(score.toFixed(2))}  ${dim(`${percent(coverage)} of the prompt · ${outcome}`)}`;
    const rows = matches.map(({ term, found, scores }) => [
      found === term.text ? showLine(term.text) : `${showLine(term.text)} ~ ${showLine(found)}`,
      fieldsText(scores),
    ]);
    for (const { word, scores } of beside) rows.push([`(${showLine(word)})`, fieldsText(scores)]);
    const columns = [{ least: 8 }, { paint: dim, flexible: true, least: 20 }];
    return ["", heading, ...renderTable(columns, rows, width - 2).map((line) => `  ${line}`)];
  });
}

function fieldsText(scores: Readonly<Record<string, number>>): string {
  return Object.entries(scores)
    .map(([field, value]) => `${field} ${value.toFixed(2)}`)
    .join(" · ");
}
