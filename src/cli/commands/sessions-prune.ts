import type { RetentionOutcome, SessionKeeper } from "../../sessions/index.ts";
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
  const { sessionKeeper } = await context.open();
  const planned = await sessionKeeper.prune({ dryRun: true });
  const isDue = planned.moved.length + planned.deleted.length > 0 && planned.held === null;
  if (asks && isDue) {
    printOutcome(context, sessionKeeper, { outcome: planned, dryRun: true });
    if (!(await confirm(host, "Do this now?"))) {
      terminal.notice("Nothing was changed.");
      return done;
    }
  }
  const outcome = dryRun ? planned : await sessionKeeper.prune();
  if (json) terminal.json(pruned(sessionKeeper, outcome, dryRun));
  else printOutcome(context, sessionKeeper, { outcome, dryRun });
  return done;
}

/** What was done, or with `dryRun` would be, as programs get it. */
function pruned(
  { periods }: SessionKeeper,
  { moved, deleted, held }: RetentionOutcome,
  dryRun: boolean,
): object {
  return {
    dryRun,
    retentionDays: periods.days,
    trashed: moved.map(({ session, since }) => ({ ...listedSession(session), since })),
    deleted: deleted.map(({ id, at }) => ({ id, trashed: at })),
    kept: periods.days > 0 ? held : "off",
  };
}

function printOutcome(
  { terminal }: CommandContext,
  { periods }: SessionKeeper,
  { outcome, dryRun }: { outcome: RetentionOutcome; dryRun: boolean },
): void {
  const { moved, deleted, held } = outcome;
  if (periods.days <= 0) {
    terminal.print(
      "Retention is off (retentionDays is 0, or the settings cannot be read): every session is kept.",
    );
    return;
  }
  if (held !== null) {
    terminal.print(reasons[held]);
    if (!dryRun) return;
  }
  if (moved.length + deleted.length === 0) {
    terminal.print(`Nothing is due: no unpinned session was left alone for more than ${periods.days} days.`);
    return;
  }
  const rows = [
    ...moved.map(({ session, since }) => [
      session.id,
      `not used since ${since.slice(0, 10)}`,
      labelOf(session).text,
    ]),
    ...deleted.map(({ id, at }) => [
      id,
      `in the trash since ${at.slice(0, 10)}`,
      dryRun ? "deleted for good" : "deleted",
    ]),
  ];
  const { cyan, dim } = terminal.colors;
  const columns = [{ paint: cyan }, { paint: dim }, { flexible: true }];
  terminal.print(renderTable(columns, rows, terminal.width).join("\n"));
  const would = dryRun ? "would go" : "went";
  if (moved.length > 0) {
    terminal.print(
      dim(
        `${moved.length} ${would} to the trash, for ${periods.trashDays} days. daybook sessions restore ID brings one back.`,
      ),
    );
  }
}

const reasons = {
  "clock-behind":
    "The clock stands before what was written here, so nothing is put away. Set the clock, then try again.",
  "clock-ahead":
    "The clock went on by months since the last start, so nothing is put away today. If that is right, it is done on a later day.",
} as const;

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
