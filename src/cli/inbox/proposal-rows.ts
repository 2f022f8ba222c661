import { reasonText, type Proposal } from "../../extraction/index.ts";
import { timeAgo } from "../../sessions/index.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Proposals as lines, oldest first: a table at a terminal, tabs for a program. */
export function proposalRows(
  proposals: readonly Proposal[],
  { terminal, now }: { terminal: Terminal; now: Date },
): string[] {
  if (!terminal.isTerminal) return renderTabs(proposals.map(cells));
  const { cyan, dim, yellow } = terminal.colors;
  const columns = [
    { paint: cyan, least: 12 },
    { paint: dim, dispensable: 1 },
    { paint: yellow },
    { paint: dim, dispensable: 2 },
    { flexible: true, least: 20 },
  ];
  const rows = proposals.map((proposal) => {
    const { id, op, created, memory, reason } = proposal;
    const said = `${titleOf(proposal)} — ${reasonText(reason)}`;
    return [id, agoOf(created, now), op, memory?.type ?? "", said].map(showLine);
  });
  return renderTable(columns, rows, terminal.width);
}

function cells(proposal: Proposal): string[] {
  const { id, op, created, memory, reason } = proposal;
  return [id, created, op, memory?.type ?? "", titleOf(proposal), reason].map(showLine);
}

/** What it is about: the name that it would write, else the memory that would go. */
export function titleOf({ memory, targets }: Proposal): string {
  return memory?.name ?? targets.map(({ id }) => id).join(", ");
}

/** `3 days ago`; empty where the file has no readable time. */
export function agoOf(created: string, now: Date): string {
  const time = new Date(created);
  return Number.isNaN(time.getTime()) ? "" : timeAgo(time, now);
}

/** A proposal for programs. A contract, so the fields are named one by one. */
export function proposalForPrograms(proposal: Proposal): Record<string, unknown> {
  const { id, op, created, reason, memory, targets, evidence, file } = proposal;
  return {
    id,
    op,
    created,
    reason,
    name: memory?.name ?? null,
    description: memory?.description ?? null,
    type: memory?.type ?? null,
    scope: memory?.scope ?? null,
    targets: targets.map((target) => target.id),
    session: evidence.session ?? null,
    record: evidence.n ?? null,
    quote: evidence.quote,
    path: file,
  };
}
