/**
 * What becomes of each proposed item: memory, inbox or nowhere, and why. The order of the guards is the order of
 * their weight; the first that speaks against an item is the reason in the receipt.
 */
import { setImmediate } from "node:timers/promises";
import type { ExtractionReason } from "../events/index.ts";
import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Memory } from "../memory/index.ts";
import { isBorneOut, isPersonal } from "./borne-out.ts";
import type { ExtractionRequest } from "./extraction-request.ts";
import { harmlessOperation } from "./harmless-operation.ts";
import { codePlaceIn, hasRelativeDate, quotesFrom } from "./item-checks.ts";
import { injectedWords, newTerms, repeatsInjected, wholeText, type InjectedWords } from "./item-text.ts";
import type { MemoryLook } from "./memory-look.ts";
import type { JudgedItem, Operation, TurnText } from "./operation.ts";
import { overturningWords } from "./overturned.ts";
import { retellingOf, type Retelling } from "./retold.ts";
import { settledOperation, type SettledOperation } from "./settled-operation.ts";
import type { ReadItem, WantedOperation } from "./read-operations.ts";

/** What an answer is judged by. */
export interface JudgeSetting {
  turn: TurnText;
  /** The request that it answers. */
  request: Pick<ExtractionRequest, "shown" | "versions" | "secretValues">;
  look: MemoryLook;
  gate: SecretGate;
  /** `review` sends to the inbox what `auto` would do. */
  mode: "auto" | "review";
  limits: Pick<Limits, "extractionOperations">;
  /** Told the kind of each secret that an item held. */
  onSecret?: (kind: string) => void;
}

/** Judges the items of an answer, in their order: one result each. */
export async function judgeOperations(
  items: readonly ReadItem[],
  setting: JudgeSetting,
): Promise<JudgedItem[]> {
  const judged: JudgedItem[] = [];
  const injected = injectedWords([...setting.turn.injected, ...setting.request.shown]);
  const isQuote = quotesFrom(setting.turn.person);
  let taken = 0;
  for (const item of items) {
    if (!item.ok) judged.push(nowhere(item.op, "invalid"));
    else if (taken >= setting.limits.extractionOperations)
      judged.push(nowhere(item.operation.op, "over-limit"));
    else {
      taken += 1;
      // Each is compared with all that was injected: a chat goes on between them.
      await setImmediate();
      judged.push(await judgeOne(item.operation, { before: judged, injected, isQuote }, setting));
    }
  }
  return judged;
}

function nowhere(op: Operation["op"] | "unknown", reason: ExtractionReason): JudgedItem {
  return { to: "nowhere", op, reason };
}

/** What is known of the answer beside the item. */
interface AnswerSoFar {
  before: readonly JudgedItem[];
  injected: InjectedWords;
  isQuote: (quote: string) => boolean;
}

async function judgeOne(
  wanted: WantedOperation,
  { before, injected, isQuote }: AnswerSoFar,
  setting: JudgeSetting,
): Promise<JudgedItem> {
  const quoted = isQuote(wanted.quote);
  const clean = await harmlessOperation(wanted, {
    gate: setting.gate,
    values: setting.request.secretValues,
    onSecret: setting.onSecret,
  });
  if (clean === null) return nowhere(wanted.op, "secret");
  const { operation: harmless, hadSecret } = clean;
  const found = await settledOperation(harmless, { look: setting.look, person: setting.turn.person });
  if (found === null) return nowhere(wanted.op, "missing-target");
  const { operation, target, isDuplicate } = found;
  const retelling = retellingOf(operation, target, setting.turn);
  const reason = reasonAgainst({ operation, target, before, injected, setting, isDuplicate, retelling });
  if (reason !== undefined) return nowhere(wanted.op, reason);
  const change = target === null ? {} : { target: target.id, version: target.version };
  const doubt = await reasonForDoubt({ operation, target, quoted, setting, retelling });
  if (doubt !== undefined) return { to: "inbox", operation, ...change, reason: doubt };
  const note = hadSecret ? "secret" : isDuplicate ? "duplicate" : undefined;
  return { to: "memory", operation, ...change, ...(note === undefined ? {} : { reason: note }) };
}

interface Judging {
  operation: Operation;
  target: Memory | null;
  /** The person's words in this turn bear it out. */
  quoted: boolean;
  setting: JudgeSetting;
  retelling: Retelling;
}

/** Why an item is not worth anybody's time; undefined when it is. */
function reasonAgainst({
  operation,
  target,
  before,
  injected,
  setting: { turn },
  isDuplicate,
  retelling,
}: SettledOperation & {
  before: readonly JudgedItem[];
  injected: AnswerSoFar["injected"];
  setting: JudgeSetting;
  retelling: Retelling;
}): ExtractionReason | undefined {
  if (isDoubled(operation, target, before)) return "duplicate";
  if (operation.op === "forget") return undefined;
  const text = wholeText(operation);
  if (target !== null && !changes(operation, target, { isDuplicate, turn })) return "duplicate";
  const isCorrection = retelling === "corrected";
  if (repeatsInjected(operation, injected, { person: turn.person, target, isCorrection }))
    return "repeats-injected";
  if (retelling === "theirs") return "repeats-injected";
  const place = codePlaceIn(text);
  return place !== undefined && !turn.person.includes(place) ? "code-place" : undefined;
}

/** Whether an item before this one in the same answer says the same, or changes the same memory. */
function isDoubled(operation: Operation, target: Memory | null, before: readonly JudgedItem[]): boolean {
  const earlier = before.filter((item) => item.to !== "nowhere");
  if (target !== null) return earlier.some((item) => item.target === target.id);
  return earlier.some((item) => newTerms(wholeText(operation), [wholeText(item.operation)]).length === 0);
}

function changes(
  operation: Operation,
  target: Memory,
  { isDuplicate, turn }: { isDuplicate: boolean; turn: TurnText },
): boolean {
  const isSame =
    squeezed(wholeText(operation)) === squeezed(wholeText(target)) && operation.type === target.type;
  if (isSame) return false;
  if (!isDuplicate || overturningWords(operation.body, target.body).length > 0) return true;
  // Of what the memory says nearly, only words of the person are news; others are another way to put it.
  const more = newTerms(operation.body, [wholeText(target)]);
  const spoken = new Set(newTerms(turn.person, []));
  return more.some((term) => spoken.has(term));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Why the person should see an item first; undefined when it may be done. */
async function reasonForDoubt({
  operation,
  target,
  quoted,
  setting,
  retelling,
}: Judging): Promise<ExtractionReason | undefined> {
  const { turn, request, mode, look } = setting;
  const needsQuote = isPersonal(operation) || operation.op === "forget";
  if ((needsQuote && !quoted) || !isBorneOut(operation, target, turn)) return "no-quote";
  if (target !== null && !(await look.isExtracted(target))) return "not-extracted";
  const shown = target === null ? undefined : request.versions.get(target.id);
  if (shown !== undefined && shown !== target?.version) return "changed-target";
  if (operation.op !== "forget" && codePlaceIn(wholeText(operation)) !== undefined) return "code-place";
  if (operation.op !== "forget" && hasRelativeDate(wholeText(operation))) return "relative-date";
  // What a tool told is in it, and a word of the person against that.
  if (retelling === "corrected") return "repeats-injected";
  return mode === "review" ? "review" : undefined;
}
