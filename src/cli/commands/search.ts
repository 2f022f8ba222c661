import type { Book } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { ageInDays, ageText, observedOf } from "../../recall/index.ts";
import type { FoundMemory } from "../../search/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { parseLimit } from "../parse-limit.ts";
import { rounded } from "../figures.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

const shownByDefault = 10;

/** `daybook search`: the memories that hold these words, the best first. What is relevant is not decided here. */
export async function search(
  context: CommandContext<Book>,
  given: { words: readonly string[]; limit?: string },
): Promise<number> {
  const { terminal, host } = context;
  const query = given.words.join(" ");
  if (query.trim() === "") throw new DaybookError("usage", 'What shall be searched? daybook search "words".');
  const limit = parseLimit(given.limit) ?? shownByDefault;
  const daybook = await context.open();
  const { hits, total, notices } = await daybook.search.search(query, { limit });
  for (const notice of notices) terminal.notice(showLine(notice));
  const found = hits.map((hit) => ({ ...hit, age: ageOf(hit, host.now()) }));
  if (context.json) terminal.json({ query, memories: found.map(foundMemory) });
  else if (found.length === 0) terminal.notice(nothing(total));
  else if (terminal.isTerminal) printTable(terminal, found);
  else terminal.print(renderTabs(found.map(cells)).join("\n"));
  return done;
}

/** Whole days, or null. */
type Aged = FoundMemory & { age: number | null };

function ageOf(hit: FoundMemory, now: Date): number | null {
  return ageInDays(observedOf(hit, hit.fileTime, now), now);
}

// A contract with programs, so the fields are named one by one.
function foundMemory(found: Aged): Record<string, unknown> {
  const { id, slug, scope, type, name, description, file, score, age } = found;
  return { id, slug, scope, score: rounded(score), type, name, description, path: file, age };
}

function nothing(total: number): string {
  if (total === 0) return "No memories yet.";
  return total === 1
    ? "The one memory holds none of these words."
    : `None of the ${total} memories holds these words.`;
}

function cells(found: Aged): string[] {
  const { id, type, name, description, age, score } = found;
  return [id, type, ageText(age), String(rounded(score)), name, description].map(showLine);
}

function printTable(terminal: Terminal, found: readonly Aged[]): void {
  const { cyan, dim } = terminal.colors;
  const columns = [
    { paint: cyan, least: 12 },
    { paint: dim, dispensable: 2 },
    { paint: dim, dispensable: 1 },
    { flexible: true, least: 24 },
  ];
  const rows = found.map(({ id, type, name, description, age }) =>
    [id, type, ageText(age), description === "" ? name : `${name} — ${description}`].map(showLine),
  );
  for (const line of renderTable(columns, rows, terminal.width)) terminal.print(line);
}
