import type { ImportReport } from "../../app/index.ts";
import type { Book } from "../../app/index.ts";
import { importMemories as importFrom } from "../../app/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";

export interface ImportGiven {
  /** `claude-code`, or a folder. */
  from: string;
  preview?: boolean;
}

/** `daybook import`: copies memories of another agent, and says what came, what was here and what did not come. */
export async function importMemories(context: CommandContext<Book>, given: ImportGiven): Promise<number> {
  const preview = given.preview === true;
  const { terminal, json } = context;
  const onProgress = (at: number, total: number): void => {
    if (terminal.isTerminal && !json && at > 0 && at % progressStep === 0)
      terminal.aside(`${at} of ${total} …`);
  };
  const report = await importFrom(await context.open(), { from: given.from, preview, onProgress });
  if (json) terminal.json(forPrograms(report, { from: given.from, preview }));
  else tell(context, report, preview);
  return done;
}

const progressStep = 50;

// A contract with programs, so the fields are named one by one.
function forPrograms(
  { looked, imported, already, skipped }: ImportReport,
  { from, preview }: { from: string; preview: boolean },
): Record<string, unknown> {
  return {
    from,
    preview,
    looked: looked.map(({ folder, problem }) => ({ folder, problem })),
    imported: imported.map(({ file, id, path }) => ({ file, id, path })),
    already: already.map(({ file, id, isChanged }) => ({ file, id, changed: isChanged })),
    skipped: skipped.map(({ file, reason }) => ({ file, reason })),
  };
}

function tell({ terminal }: CommandContext<Book>, report: ImportReport, preview: boolean): void {
  const { green, yellow, dim } = terminal.colors;
  const { looked, imported, already, skipped } = report;
  for (const { folder, problem } of looked) {
    terminal.print(dim(`${showLine(folder)}${problem === null ? "" : `: ${showLine(problem)}`}`));
  }
  const word = preview ? "would import" : "imported";
  for (const { file, id } of imported)
    terminal.print(`${green(word)} ${showLine(id)} ${dim(showLine(file))}`);
  for (const { file, id, isChanged } of already) {
    const more = isChanged ? " (it says something else here by now, which stays)" : "";
    terminal.print(dim(`here already ${showLine(id)} ${showLine(file)}${more}`));
  }
  for (const { file, reason } of skipped)
    terminal.print(`${yellow("skipped")} ${showLine(file)}: ${showLine(reason)}`);
  const counts = `${imported.length} ${preview ? "would come" : "imported"}, ${already.length} here already, ${skipped.length} skipped.`;
  terminal.print(
    `${counts}${imported.length > 0 && !preview ? " daybook undo takes the last one back." : ""}`,
  );
}
