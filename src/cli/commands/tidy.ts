import { chooseModel, type Daybook, type ModelFlags } from "../../app/index.ts";
import {
  lookForGroups,
  proposeMerges,
  type TidiedGroup,
  type TidyLook,
  type TidyOutcome,
} from "../../extraction/index.ts";
import { formatCount } from "../../text/index.ts";
import { done, failed, interrupted, type CommandContext } from "../command.ts";
import { percent, rounded } from "../figures.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";

export type TidyGiven = Pick<ModelFlags, "model" | "baseUrl" | "script">;

type Group = TidyLook["groups"][number];

/**
 * `daybook tidy`: memories that say nearly the same. It changes none of them: without a model it names them, with one
 * that was asked for it puts proposals to merge them into the inbox.
 */
export async function tidy(context: CommandContext, given: TidyGiven): Promise<number> {
  const { terminal, json } = context;
  const daybook = await context.open();
  const look = await lookForGroups(daybook);
  for (const notice of look.notices) terminal.notice(showLine(notice));
  const asksModel = [given.model, given.baseUrl, given.script].some((wish) => wish !== undefined);
  const asked = asksModel ? await askModel(context, { daybook, look, given }) : null;
  const tidied = asked?.tidied ?? null;
  if (json) terminal.json(forPrograms(look, tidied));
  else if (look.groups.length === 0) sayNone(context, look);
  else if (terminal.isTerminal) printGroups(context, { look, tidied });
  else terminal.print(renderTabs(look.groups.flatMap((group, at) => tabs(group, { at, tidied }))).join("\n"));
  return endOf(context, asked);
}

/** Says once, beside the groups, why not all were asked about. */
function endOf({ terminal }: CommandContext, asked: Asked | null): number {
  const ended = asked?.tidied.find(
    ({ result: { outcome } }) => outcome === "failed" || outcome === "day-budget",
  );
  if (asked?.isStopped === true) {
    terminal.notice("interrupted");
    return interrupted;
  }
  if (ended === undefined) return done;
  terminal.problem(problemOf(ended.result));
  return failed;
}

function problemOf(result: TidyOutcome): string {
  if (result.outcome === "failed") return `The model could not be asked: ${showLine(result.problem)}`;
  return "The day's tokens for notes are spent: what was not asked about is left for another day.";
}

interface Asked {
  tidied: TidiedGroup[];
  /** By the person, before the last group. */
  isStopped: boolean;
}

async function askModel(
  { host, terminal }: CommandContext,
  { daybook, look, given }: { daybook: Daybook; look: TidyLook; given: TidyGiven },
): Promise<Asked> {
  const { settings, inbox, store, events } = daybook;
  const { model, baseUrl, script } = given;
  const chosen = await chooseModel(host, settings, {
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(script === undefined ? {} : { script }),
  });
  const stop = new AbortController();
  const release = host.onInterrupt(() => stop.abort());
  try {
    const tidied = await proposeMerges(look.groups, {
      model: chosen,
      inbox,
      store,
      events,
      limits: settings.limits,
      now: host.now,
      signal: stop.signal,
      onProgress: (at, total) => {
        if (at < total)
          terminal.aside(terminal.errorColors.dim(`asking about group ${at + 1} of ${total} …`));
      },
    });
    const isStopped = stop.signal.aborted && tidied.some(({ result }) => result.outcome === "failed");
    return { tidied, isStopped };
  } finally {
    release();
  }
}

function sayNone({ terminal }: CommandContext, { total, rejected }: TidyLook): void {
  const others =
    rejected === 0 ? "" : ` but those ${rejected === 1 ? "that" : "groups that"} you did not want merged`;
  const compared =
    total === 1
      ? "The one memory stands alone"
      : `None of the ${formatCount(total)} memories says nearly what another says${others}`;
  terminal.notice(total === 0 ? "No memories yet." : `${compared}.`);
}

function printGroups(
  { terminal }: CommandContext,
  { look, tidied }: { look: TidyLook; tidied: readonly TidiedGroup[] | null },
): void {
  const { bold, cyan, dim } = terminal.colors;
  const { groups, total } = look;
  const count = groups.length === 1 ? "1 group" : `${groups.length} groups`;
  terminal.print(`${bold(count)} ${dim(`of memories that say nearly the same, of ${formatCount(total)}`)}`);
  const rows = groups.flatMap(({ memories }) =>
    memories.map(({ id, name, description }) =>
      [id, description === "" ? name : `${name} — ${description}`].map(showLine),
    ),
  );
  const lines = renderTable(
    [
      { paint: cyan, least: 16 },
      { flexible: true, least: 20 },
    ],
    rows,
    terminal.width - 2,
  );
  let next = 0;
  for (const [at, { memories, similarity }] of groups.entries()) {
    const result = tidied?.[at]?.result;
    terminal.print(
      `\n${dim(`${percent(similarity)} alike`)}${result === undefined ? "" : ` · ${outcomeText(result)}`}`,
    );
    for (const line of lines.slice(next, next + memories.length)) terminal.print(`  ${line}`);
    next += memories.length;
  }
  const how =
    tidied === null
      ? "daybook tidy --model ID has merges proposed · daybook rm ID deletes one"
      : "daybook inbox shows what is proposed; nothing was changed";
  terminal.print(`\n${dim(how)}`);
}

function outcomeText(result: TidyOutcome): string {
  switch (result.outcome) {
    case "proposed":
      return `a merge is proposed: daybook inbox show ${showLine(result.proposal)}`;
    case "waiting":
      return `a merge waits already: daybook inbox show ${showLine(result.proposal)}`;
    case "unusable":
      return `the answer cannot be used: ${result.problem}`;
    case "failed":
      return `not asked: ${showLine(result.problem)}`;
    default:
      return outcomeTexts[result.outcome];
  }
}

const outcomeTexts = {
  differ: "the model finds that they are about different things",
  changed: "changed meanwhile; run it again",
  rejected: "you did not want this merge",
  secret: "left out: a secret stands in it",
  full: "the inbox is full: accept or reject what waits first",
  "too-long": "too long to be merged at once",
  "day-budget": "not asked: the day's tokens for notes are spent",
} as const;

function tabs(
  { memories, similarity }: Group,
  { at, tidied }: { at: number; tidied: readonly TidiedGroup[] | null },
): string[][] {
  const result = tidied?.[at]?.result.outcome ?? "";
  return memories.map(({ id, name, description }) =>
    [String(at + 1), String(rounded(similarity)), id, name, description, result].map(showLine),
  );
}

// A contract with programs, so the fields are named one by one.
function forPrograms({ groups, total, rejected }: TidyLook, tidied: readonly TidiedGroup[] | null): unknown {
  return {
    compared: total,
    rejected,
    groups: groups.map(({ memories, similarity }, at) => ({
      similarity: rounded(similarity),
      memories: memories.map(({ id, type, name, description, file }) => ({
        id,
        type,
        name,
        description,
        path: file,
      })),
      ...(tidied === null ? {} : { result: tidied[at]?.result }),
    })),
  };
}
