/**
 * Finished turns, read off a session's records. Whose words a block holds is told by `from` alone: what was
 * recalled, attached, summarised or printed by a tool is never taken for the person's.
 */
import { isText, isToolUse } from "../models/index.ts";
import type { AssistantRecord, LoggedRecord } from "../sessions/index.ts";
import { injectedTexts } from "./injected-texts.ts";
import type { TurnText } from "./operation.ts";
import { withoutQuoted, withoutReminders, withoutRepeated } from "./repeated-text.ts";
import { savesMemory } from "./saved-in-turn.ts";

/**
 * The turns of one session that end behind record `cursor`, in their order. The records begin with the log's header.
 * A turn that got no answer is told together with the one that goes on from it; the last may be without one.
 */
export function turnsAfter(records: readonly LoggedRecord[], cursor: number): TurnText[] {
  const header = records.find((record) => record.type === "session");
  // What a fork was copied from belongs to the session that it was said in.
  const begin = Math.max(cursor, header?.forkedFrom?.n ?? -1);
  const spoken = withoutWithdrawn(records);
  return joinUnanswered(splitTurns(spoken))
    .filter((turn) => (turn.at(-1)?.n ?? -1) > begin)
    .map((turn) => readTurn(turn, { records, session: header?.id ?? "", created: header?.created }));
}

/** The last record that was read before, by the log itself; -1 when none was. */
export function extractionCursor(records: readonly LoggedRecord[]): number {
  return records.reduce(
    (last, record) => (record.type === "extraction" ? Math.max(last, record.upto) : last),
    -1,
  );
}

type SpokenRecord = Extract<LoggedRecord, { type: "user" | "assistant" | "tool_result" }>;
type Turn = readonly SpokenRecord[];

function withoutWithdrawn(records: readonly LoggedRecord[]): SpokenRecord[] {
  let kept: SpokenRecord[] = [];
  for (const record of records) {
    if (record.type === "withdrawn") kept = kept.filter(({ n }) => n < record.since);
    if (record.type === "user" || record.type === "assistant" || record.type === "tool_result")
      kept.push(record);
  }
  return kept;
}

function splitTurns(records: readonly SpokenRecord[]): SpokenRecord[][] {
  const turns: SpokenRecord[][] = [];
  for (const record of records) {
    const isBegin =
      record.type === "user" && record.from.some((from) => from === "person" || from === "attachment");
    if (isBegin) turns.push([record]);
    else turns.at(-1)?.push(record);
  }
  return turns;
}

/** Longer after it, a prompt is no continuation of the one that got no answer, and `tomorrow` is another day. */
const CONTINUES_MS = 12 * 60 * 60 * 1000;

/** What the person said in a turn that was interrupted still counts once the conversation goes on. */
function joinUnanswered(turns: readonly SpokenRecord[][]): SpokenRecord[][] {
  const joined: SpokenRecord[][] = [];
  for (const turn of turns) {
    const before = joined.at(-1);
    if (before !== undefined && !isFinished(before) && timeOf(turn) - timeOf(before) < CONTINUES_MS)
      before.push(...turn);
    else joined.push([...turn]);
  }
  return joined;
}

function timeOf(turn: Turn): number {
  const begin = turn.findLast(({ type }) => type === "user");
  return Date.parse(begin?.ts ?? "") || 0;
}

function isFinished(turn: Turn): boolean {
  const last = turn.at(-1);
  if (last?.type !== "assistant") return false;
  const isFinal = last.stop === "end_turn" || last.stop === "stop_sequence" || last.stop === "max_tokens";
  return isFinal && !last.content.some(isToolUse) && !isBrokenOff(last);
}

/** What was kept of an answer that broke off counts no tokens at all. */
function isBrokenOff({ usage }: Pick<AssistantRecord, "usage">): boolean {
  if (usage.estimated === true) return false;
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0;
}

function readTurn(
  turn: Turn,
  {
    records,
    session,
    created,
  }: { records: readonly LoggedRecord[]; session: string; created: string | undefined },
): TurnText {
  const begin = turn[0]?.n ?? 0;
  const upto = turn.at(-1)?.n ?? begin;
  const injected = once(() => injectedTexts(records.filter(({ n }) => n <= upto)));
  const person = once(() => {
    const said = withoutReminders(turn.flatMap(wordsOfPerson).join("\n\n"));
    return withoutQuoted(said, () => injectedTexts(records.filter(({ n }) => n < begin))).trim();
  });
  const agent = once(() => {
    const said = turn.filter((record) => record.type === "assistant").flatMap(textsOfAnswer);
    return withoutRepeated(withoutReminders(said.join("\n\n")), injected(), { person: person() }).trim();
  });
  // Comparing takes its time in a long session, and most turns are only looked at.
  return {
    session,
    begin,
    upto,
    at: new Date(timeOf(turn) || Date.parse(created ?? "") || 0),
    savedInTurn: savesMemory(turn),
    finished: isFinished(turn),
    get person() {
      return person();
    },
    get agent() {
      return agent();
    },
    get injected() {
      return injected();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function wordsOfPerson(record: SpokenRecord): string[] {
  if (record.type !== "user") return [];
  return record.content.flatMap((block, at) =>
    record.from[at] === "person" && isText(block) ? [block.text] : [],
  );
}

function textsOfAnswer({ content }: AssistantRecord): string[] {
  return content.filter(isText).map(({ text }) => text);
}
