import type { Daybook } from "../../app/index.ts";
import { heldSentence } from "../../sessions/index.ts";
import type { DueSession, RetentionOutcome, SpentSession } from "../../sessions/index.ts";
import { formatCount } from "../../text/index.ts";
import { labelOf } from "../chat/offered-session.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { confirm } from "../terminal/ask.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable } from "../terminal/table.ts";
import { listedSession, printSessions } from "./sessions.ts";

export interface PruneGiven {
  dryRun?: boolean;
  yes?: boolean;
}

/** `daybook sessions prune`: puts away and deletes what is due now, or only tells what that is. */
export async function pruneSessions(context: CommandContext, given: PruneGiven): Promise<number> {
  const { terminal, json, host } = context;
  const dryRun = given.dryRun === true;
  // A program is not asked: it is what each start does, and the trash gives everything back.
  const asks = terminal.canAsk && !json && !dryRun && given.yes !== true;
  const daybook = await context.open();
  const { sessionKeeper } = daybook;
  const planned = await sessionKeeper.prune({ dryRun: true });
  if (asks && planned.moved.length + planned.deleted.length > 0) {
    printOutcome(context, daybook, { outcome: planned, dryRun: true });
    if (!(await confirm(host, "Do this now?"))) {
      terminal.notice("Nothing was changed.");
      return done;
    }
  }
  const outcome = dryRun ? planned : await sessionKeeper.prune();
  if (json) terminal.json(pruned(daybook, outcome, dryRun));
  else printOutcome(context, daybook, { outcome, dryRun });
  return done;
}

/** What was done, or with `dryRun` would be, as programs get it. */
function pruned(
  { sessionKeeper: { periods } }: Daybook,
  { moved, deleted, waiting, held }: RetentionOutcome,
  dryRun: boolean,
): object {
  return {
    dryRun,
    retentionDays: periods.days,
    trashed: moved.map(restedSession),
    deleted: deleted.map(({ id, at }) => ({ id, trashed: at })),
    due: waiting.map(restedSession),
    kept: periods.days > 0 ? (held?.kind ?? null) : "off",
  };
}

function restedSession({ session, since }: DueSession): object {
  return { ...listedSession(session), since };
}

function printOutcome(
  { terminal }: CommandContext,
  { sessionKeeper: { periods }, settings }: Daybook,
  { outcome, dryRun }: { outcome: RetentionOutcome; dryRun: boolean },
): void {
  const { moved, deleted, waiting, held } = outcome;
  const { cyan, dim } = terminal.colors;
  if (periods.days <= 0) {
    const reason = settings.isRetentionUnclear
      ? "the settings do not say clearly how long"
      : "retentionDays is 0";
    terminal.print(`Retention is off (${reason}): every session is kept.`);
    return;
  }
  if (held !== null) terminal.print(heldSentence(held));
  const rows = [...moved, ...waiting].map(rowOfDue).concat(deleted.map(rowOfSpent));
  if (rows.length === 0) {
    if (held === null) {
      terminal.print(
        `Nothing is due: no unpinned session was left alone for more than ${periods.days} days.`,
      );
    }
    return;
  }
  const columns = [{ paint: cyan }, { paint: dim, dispensable: 1 }, { flexible: true, least: 12 }];
  terminal.print(renderTable(columns, rows, terminal.width).join("\n"));
  for (const sentence of summary(outcome, { trashDays: periods.trashDays, dryRun }))
    terminal.print(dim(sentence));
}

function rowOfDue({ session, since }: DueSession): string[] {
  return [session.id, `not used since ${since.slice(0, 10)}`, labelOf(session).text];
}

function rowOfSpent({ id, at }: SpentSession): string[] {
  return [id, `in the trash since ${at.slice(0, 10)}`, ""];
}

function summary(
  { moved, deleted, waiting }: RetentionOutcome,
  { trashDays, dryRun }: { trashDays: number; dryRun: boolean },
): string[] {
  const [went, gone] = dryRun
    ? ["would go", "would be deleted"]
    : ["went", deleted.length === 1 ? "is deleted" : "are deleted"];
  return [
    ...(moved.length === 0
      ? []
      : [
          `${sessionsOf(moved)} ${went} to the trash, for ${trashDays} days. daybook sessions restore ID brings one back.`,
        ]),
    ...(deleted.length === 0
      ? []
      : [`${sessionsOf(deleted)} ${gone} for good, after ${trashDays} days in the trash.`]),
    ...(waiting.length === 0 ? [] : [`Without that ${sessionsOf(waiting)} would go to the trash.`]),
  ];
}

function sessionsOf({ length }: readonly unknown[]): string {
  return `${formatCount(length)} ${length === 1 ? "session" : "sessions"}`;
}

/** `daybook sessions restore [ID]`: brings one back from the trash; without ID it lists the trash. */
export async function restoreSession(context: CommandContext, given: { id?: string }): Promise<number> {
  const { terminal, json } = context;
  const { sessionKeeper } = await context.open();
  if (given.id !== undefined) {
    const id = await sessionKeeper.restore(given.id);
    if (json) terminal.json({ id, restored: true });
    else terminal.print(`${showLine(id)} is back. Go on with it: daybook -r ${showLine(id)}`);
    return done;
  }
  const trashed = await sessionKeeper.listTrash();
  if (json) terminal.json(trashed.map(listedSession));
  else if (trashed.length === 0) terminal.notice("The trash of this project holds no session.");
  else printSessions(context, trashed);
  return done;
}
