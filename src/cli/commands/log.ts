import type { LogLine } from "../../memory/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { parseLimit } from "../parse-limit.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";

const shownByDefault = 30;

/** `daybook log`: what changed, newest first. */
export async function log(context: CommandContext, given: { limit?: string }): Promise<number> {
  const { terminal, json } = context;
  const limit = parseLimit(given.limit);
  const { store } = await context.open();
  if (json) {
    const lines = await store.log(limit === undefined ? {} : { limit });
    terminal.json(lines.map(({ op, ts, scope, slug, by }) => ({ op, ts, scope, slug, by })));
    return done;
  }
  const wanted = limit ?? shownByDefault;
  const lines = await store.log({ limit: wanted + 1 });
  if (lines.length === 0) terminal.notice("Nothing has changed yet.");
  else printLines(context, lines.slice(0, wanted));
  if (lines.length > wanted && limit === undefined) {
    terminal.notice(`These are the newest ${wanted}. daybook log --limit ${wanted * 10} shows more.`);
  }
  return done;
}

function printLines({ terminal }: CommandContext, lines: readonly LogLine[]): void {
  // A narrow terminal has room for the day only.
  const isNarrow = terminal.isTerminal && terminal.width < 60;
  const rows = lines.map(({ op, ts, scope, slug, by }) =>
    [isNarrow ? ts.slice(0, 10) : ts, op, `${scope}/${slug}`, by].map(showLine),
  );
  if (!terminal.isTerminal) {
    terminal.print(renderTabs(rows).join("\n"));
    return;
  }
  const { cyan, dim } = terminal.colors;
  const columns = [{ paint: dim }, {}, { paint: cyan, flexible: true }, { paint: dim, dispensable: 1 }];
  terminal.print(renderTable(columns, rows, terminal.width).join("\n"));
}
