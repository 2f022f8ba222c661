import { assertClosed, forgetSession, planForgetSession } from "../../app/index.ts";
import type { Daybook, ForgottenSession, SessionForgetting } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { formatCount } from "../../text/index.ts";
import { labelOf } from "../chat/offered-session.ts";
import { done, failed } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { confirm } from "../terminal/ask.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable } from "../terminal/table.ts";

export interface RmSessionGiven {
  session: string;
  purge?: boolean;
  yes?: boolean;
}

/** `daybook rm --session ID`: shows what goes and what stays, asks once, then forgets it. */
export async function rmSession(context: CommandContext, given: RmSessionGiven): Promise<number> {
  const { terminal, json, host } = context;
  const purge = given.purge === true;
  const daybook = await context.open();
  const plan = await planForgetSession(daybook, given.session);
  if (purge) assertClosed(plan);
  if (!json) await printPlan(context, daybook, { plan, purge });
  if (isEmpty(plan) && !purge) {
    if (json) terminal.json(asJson(plan, { purge, forgotten: null }));
    return done;
  }
  if (given.yes !== true) {
    if (json || !terminal.canAsk) {
      throw new DaybookError(
        "usage",
        `Nothing was changed. To forget this without being asked: daybook rm --session ${plan.session}${purge ? " --purge" : ""} --yes`,
      );
    }
    const question = purge ? "Forget this for good? It cannot be undone." : "Forget this?";
    if (!(await confirm(host, question))) {
      terminal.notice("Nothing was changed.");
      return done;
    }
  }
  const forgotten = await forgetSession(daybook, plan, { purge });
  if (json) terminal.json(asJson(plan, { purge, forgotten }));
  else printForgotten(context, forgotten);
  // What was planned and could not be done.
  return forgotten.left.length > plan.memories.left.length ? failed : done;
}

function isEmpty({ memories, proposals }: SessionForgetting): boolean {
  return memories.removed.length + memories.restored.length + proposals.filter(waits).length === 0;
}

function waits({ isRejected }: SessionForgetting["proposals"][number]): boolean {
  return !isRejected;
}

function asJson(
  plan: SessionForgetting,
  { purge, forgotten }: { purge: boolean; forgotten: ForgottenSession | null },
): object {
  return {
    session: plan.session,
    purge,
    removed: forgotten?.removed ?? [],
    restored: forgotten?.restored ?? [],
    proposals: forgotten?.proposals ?? [],
    left: forgotten?.left ?? plan.memories.left.map(({ id, why }) => ({ id, why })),
    cleaned: forgotten?.purged?.cleaned ?? [],
    notCleaned: forgotten?.purged?.notCleaned ?? [],
    notes: [...(purge ? plan.losingUndo.map(losesUndo) : []), ...(forgotten?.notes ?? [])],
  };
}

/** What a purge takes besides. */
function losesUndo(id: string): string {
  return `${id}: a later change took out words or the name of the session, or was written around them, and cannot be undone any more.`;
}

async function printPlan(
  { terminal }: CommandContext,
  { sessionKeeper }: Daybook,
  { plan, purge }: { plan: SessionForgetting; purge: boolean },
): Promise<void> {
  const { bold, red, yellow, cyan, dim } = terminal.colors;
  const { session, memories, proposals, writer } = plan;
  const all = [...(await sessionKeeper.list()), ...(await sessionKeeper.listTrash())];
  const listed = all.find(({ id }) => id === session);
  const label = listed === undefined ? "its log is gone" : labelOf(listed).text;
  terminal.print(`${bold(showLine(session))} ${dim("·")} ${showLine(label)}`);
  const gone = purge ? proposals : proposals.filter(waits);
  const rows = [
    ...memories.removed.map(({ id, name, isChanged }) => [
      "delete",
      id,
      name,
      isChanged ? "made in it, changed since" : "made in it",
    ]),
    ...memories.restored.map(({ id, name }) => ["put back", id, name, "as it was before"]),
    ...gone.map(({ id, isRejected }) => [
      "delete",
      `inbox/${id}`,
      "",
      isRejected ? "a rejected proposal" : "a proposal",
    ]),
    ...memories.left.map(({ id, name, why }) => ["stays", id, name, why]),
  ].map((row) => row.map(showLine));
  if (rows.length === 0) terminal.print("No memory and no proposal came out of it.");
  else {
    const columns = [
      { paint: (word: string) => (word === "delete" ? red : word === "stays" ? dim : yellow)(word) },
      { paint: cyan },
      { flexible: true, least: 8, dispensable: 1 },
      { paint: dim, least: 10 },
    ];
    terminal.print(renderTable(columns, rows, terminal.width).join("\n"));
  }
  if (purge) {
    terminal.print(
      dim("For good: also its log, its part of history, events, typed lines, rejected proposals and caches."),
    );
  } else if (!isEmpty(plan)) {
    terminal.print(dim("Its log and the history stay; --purge removes it there as well."));
  }
  for (const id of purge ? plan.losingUndo : []) terminal.notice(showLine(losesUndo(id)));
  if (writer !== null) {
    terminal.notice(
      `The session is open in ${showLine(writer)}: what it saves from now on is not part of this.`,
    );
  }
  if (plan.isBegun) terminal.notice("A purge of it was cut short; this one finishes it.");
}

function printForgotten({ terminal }: CommandContext, forgotten: ForgottenSession): void {
  const { green, dim } = terminal.colors;
  const { removed, restored, proposals, purged, left } = forgotten;
  const parts = [
    counted(removed.length, "memory deleted", "memories deleted"),
    counted(restored.length, "put back", "put back"),
    counted(proposals.length, "proposal deleted", "proposals deleted"),
  ].filter((part) => part !== "");
  terminal.print(`${green("forgotten")} ${parts.length === 0 ? "nothing of memory" : parts.join(", ")}`);
  const changes = removed.length + restored.length;
  if (purged === null) {
    if (changes > 0) {
      const times = changes === 1 ? "" : `, ${formatCount(changes)} times for all`;
      terminal.print(dim(`  undo: daybook undo${times}`));
    }
  } else {
    for (const { place, what } of purged.cleaned)
      terminal.print(`  cleaned ${showLine(place)} ${dim(`· ${what}`)}`);
    for (const { place, why } of purged.notCleaned)
      terminal.notice(`Left as it is: ${showLine(place)}. ${showLine(why)}`);
  }
  for (const { id, why } of left) terminal.notice(`${showLine(id)} stays. ${showLine(why)}`);
  for (const note of forgotten.notes) terminal.notice(showLine(note));
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${count === 1 ? one : many}`;
}
