import type { Book } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { ageText, recallOnce, type RecalledOnce } from "../../recall/index.ts";
import { formatCount } from "../../text/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { dropText } from "../drop-text.ts";
import { explainHits } from "../explain-hits.ts";
import { rounded } from "../figures.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface RecallGiven {
  words: readonly string[];
  /** Show how each score came about. */
  explain?: boolean;
}

/** `daybook recall`: what a turn with this prompt would be brought at once, without asking a model. */
export async function recall(
  context: CommandContext<Book>,
  { words, explain }: RecallGiven,
): Promise<number> {
  const { terminal, host } = context;
  const query = words.join(" ");
  if (query.trim() === "") {
    throw new DaybookError("usage", 'What is the prompt? daybook recall "where do we deploy".');
  }
  const { search, store, settings } = await context.open();
  const started = performance.now();
  const recalled = await recallOnce({ index: search, store, limits: settings.limits, now: host.now }, query);
  const ms = Math.round((performance.now() - started) * 10) / 10;
  for (const notice of recalled.notices) terminal.notice(showLine(notice));
  if (context.json) {
    terminal.json({
      ...recalledForPrograms(query, recalled, ms),
      ...(explain === true && { explain: recalled.hits.map(explained) }),
    });
    return done;
  }
  print(terminal, recalled, ms);
  if (explain === true) for (const line of explainHits(recalled, terminal)) terminal.print(line);
  return done;
}

// A contract with programs, so the fields are named one by one.
function recalledForPrograms(query: string, recalled: RecalledOnce, ms: number): Record<string, unknown> {
  const memories = recalled.delivered.map(({ memory, hit, days }) => {
    const { id, slug, scope, file } = memory;
    return { id, slug, scope, score: rounded(hit.score), path: file, age: days };
  });
  const dropped = recalled.dropped.map(({ id, reason }) => ({ slug: slugOf(id), reason }));
  return { query, memories, dropped, bytes: recalled.bytes, ms };
}

function explained({
  id,
  score,
  coverage,
  ...reasons
}: RecalledOnce["hits"][number]): Record<string, unknown> {
  const terms = reasons.matches.map(({ term, found, rarity, scores }) => ({
    term: term.text,
    ...(found !== term.text && { found }),
    rarity: rounded(rarity),
    scores: roundedEach(scores),
  }));
  const beside = reasons.beside.map(({ word, scores }) => ({ word, scores: roundedEach(scores) }));
  return { id, score: rounded(score), coverage: rounded(coverage), terms, beside };
}

function roundedEach(scores: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).map(([field, value]) => [field, rounded(value)] as const));
}

function print(terminal: Terminal, recalled: RecalledOnce, ms: number): void {
  const { delivered, dropped, total, bytes } = recalled;
  const rows = delivered.map(({ memory, hit, days }) =>
    [memory.id, memory.type, ageText(days), rounded(hit.score).toFixed(2), titleOf(memory)].map(showLine),
  );
  if (!terminal.isTerminal) {
    if (rows.length > 0) terminal.print(renderTabs(rows).join("\n"));
    else terminal.notice(nothing(recalled));
    return;
  }
  const { cyan, dim } = terminal.colors;
  const columns = [
    { paint: cyan, least: 12 },
    { paint: dim, dispensable: 2 },
    { paint: dim, dispensable: 3 },
    { paint: dim, dispensable: 1 },
    { flexible: true, least: 24 },
  ];
  for (const line of renderTable(columns, rows, terminal.width)) terminal.print(line);
  if (rows.length === 0) terminal.print(nothing(recalled));
  else {
    const counts = [
      `${rows.length} of ${count(total, "memory", "memories")}`,
      `${formatCount(bytes)} bytes`,
      `${ms} ms`,
    ];
    if (dropped.length > 0) counts.push(`${dropped.length} left out`);
    terminal.print(dim(counts.join(" · ")));
  }
}

function nothing({ skipped, total, hits, dropped }: RecalledOnce): string {
  if (total === 0) return "No memories yet.";
  if (skipped !== null) return "This prompt has no words to search for.";
  const all = count(total, "memory", "memories");
  if (hits.length === 0) return `Nothing of ${all} shares a word with this prompt.`;
  const [first] = dropped;
  const near = first === undefined ? "" : ` Nearest: ${showLine(first.id)} (${dropText(first.reason)}).`;
  return `Nothing of ${all} matters enough for this prompt.${near}`;
}

function titleOf({ name, description }: { name: string; description: string }): string {
  return description === "" ? name : `${name} — ${description}`;
}

function count(number: number, one: string, more: string): string {
  return `${formatCount(number)} ${number === 1 ? one : more}`;
}

function slugOf(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}
