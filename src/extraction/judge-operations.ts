/**
 * What becomes of each proposed item: memory, inbox or nowhere, and why. The order of the guards is the order of
 * their weight; the first that speaks against an item is the reason in the receipt.
 */
import type { ExtractionReason } from "../events/index.ts";
import type { SecretFinding, SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Memory } from "../memory/index.ts";
import type { ExtractionRequest } from "./extraction-request.ts";
import { codePlaceIn, hasRelativeDate, quotesFrom } from "./item-checks.ts";
import { injectedWords, newTerms, repeatsInjected, wholeText, type InjectedWords } from "./item-text.ts";
import { leaveOutSecrets } from "./left-out-secrets.ts";
import { likestMemory } from "./likest-memory.ts";
import type { MemoryLook } from "./memory-look.ts";
import { mergedBody } from "./merged-body.ts";
import type { JudgedItem, Operation, TurnText } from "./operation.ts";
import type { ReadItem, WantedOperation } from "./read-operations.ts";

/** What an answer is judged by. */
export interface JudgeSetting {
  turn: TurnText;
  /** The request that it answers. */
  request: Pick<ExtractionRequest, "shown" | "versions">;
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
  const clean = await withoutSecrets(wanted, setting);
  if (clean === null) return nowhere(wanted.op, "secret");
  const { operation: harmless, hadSecret } = clean;
  const found = await findTarget(harmless, setting.look);
  if (found === undefined) return nowhere(wanted.op, "missing-target");
  const { operation, target, isDuplicate } = settled(harmless, found);
  const reason = reasonAgainst({ operation, target, before, injected, setting, isDuplicate });
  if (reason !== undefined) return nowhere(wanted.op, reason);
  const change = target === null ? {} : { target: target.id, version: target.version };
  const doubt = reasonForDoubt({ operation, target, quoted, setting });
  if (doubt !== undefined) return { to: "inbox", operation, ...change, reason: doubt };
  const note = hadSecret ? "secret" : isDuplicate ? "duplicate" : undefined;
  return { to: "memory", operation, ...change, ...(note === undefined ? {} : { reason: note }) };
}

/** Words that are left of an item without its secret, so that it still tells something. */
const TELLING_TERMS = 3;

async function withoutSecrets(
  wanted: WantedOperation,
  { gate, onSecret }: Pick<JudgeSetting, "gate" | "onSecret">,
): Promise<{ operation: WantedOperation; hadSecret: boolean } | null> {
  const fields = ["name", "description", "body", "quote", "reason", "slug"] as const;
  const whole = fields.map((field) => wanted[field] ?? "").join("\n\n");
  const findings = await secretsIn(whole, gate);
  if (findings.length === 0) return { operation: wanted, hadSecret: false };
  for (const kind of new Set(findings.map((finding) => finding.kind))) onSecret?.(kind);
  const operation: WantedOperation = { ...wanted };
  for (const field of fields) {
    const text = wanted[field];
    if (text !== undefined) operation[field] = (await leaveOutSecrets(text, gate)).text;
  }
  const left = fields.map((field) => operation[field] ?? "").join("\n\n");
  const isClean = (await secretsIn(left, gate)).length === 0;
  const told = newTerms((operation.body ?? "").replaceAll(/\[left out: [^\]]*\]/g, " "), []);
  const isTelling = told.length >= TELLING_TERMS && left !== whole;
  return isClean && isTelling ? { operation, hadSecret: true } : null;
}

/** Also of a key that was broken over lines: it is whole again without their ends. */
async function secretsIn(text: string, gate: SecretGate): Promise<SecretFinding[]> {
  const texts = [text, text.replace(/\s*\n\s*/g, " "), text.replace(/(?<=\S)\n[ \t]*(?=\S)/g, "")];
  return (await Promise.all([...new Set(texts)].map((each) => gate.check(each)))).flat();
}

/** The memory that an operation changes: null for a new one, undefined where it names one that is not there. */
async function findTarget(
  wanted: WantedOperation,
  look: MemoryLook,
): Promise<{ target: Memory | null; isAlike: boolean } | undefined> {
  if (wanted.op === "create") {
    const target = await likestMemory({ name: "", description: "", body: "", ...wanted }, look);
    return { target, isAlike: target !== null };
  }
  const target = await namedMemory(wanted, look);
  return target === null ? undefined : { target, isAlike: false };
}

/** A slug as models give it: with `.md`, in brackets or code, with the line of the list around it. */
async function namedMemory(
  { slug = "", scope, name }: WantedOperation,
  look: MemoryLook,
): Promise<Memory | null> {
  const bare = slug
    .replace(/^[-*\s`[]*(?:(?:user|feedback|project|reference|unknown)\]\s*)?/i, "")
    .replace(/\.md\b[^]*$/i, "")
    .replace(/[\]`\s]+$/, "");
  if (bare !== "") return (await look.read(bare)) ?? (scope === undefined ? null : look.read(bare, scope));
  if (name === undefined) return null;
  const alike = await look.alike(name);
  return alike.find((memory) => memory.name.toLowerCase() === name.toLowerCase()) ?? null;
}

interface Settled {
  operation: Operation;
  target: Memory | null;
  /** It was proposed as new, and is an update of what says nearly the same. */
  isDuplicate: boolean;
}

/** The operation with everything that applying it needs. */
function settled(
  wanted: WantedOperation,
  { target, isAlike }: { target: Memory | null; isAlike: boolean },
): Settled {
  const { op, quote, reason } = wanted;
  const rest = { quote, ...(reason !== undefined && { reason }) };
  if (target === null) {
    const { type = "project", name = "", description = "", body = "", scope } = wanted;
    const operation = { op, type, name, description, body, ...rest, ...(scope !== undefined && { scope }) };
    return { operation, target, isDuplicate: false };
  }
  // Another type would move the file to another scope, which nobody asked for.
  const type = knownType(target, wanted);
  const kept = { ...rest, slug: target.id, type, name: target.name, description: target.description };
  if (op === "forget") return { operation: { op, ...kept, body: "" }, target, isDuplicate: false };
  if (isAlike) {
    const body = mergedBody(target, { description: "", body: "", ...wanted });
    return { operation: { op: "update", ...kept, body }, target, isDuplicate: true };
  }
  const { name = target.name, description = target.description, body = target.body } = wanted;
  const operation = { op, ...kept, name, description, body };
  return { operation, target, isDuplicate: false };
}

function knownType({ type }: Memory, wanted: WantedOperation): Operation["type"] {
  return type === "unknown" ? (wanted.type ?? "project") : type;
}

interface Judging {
  operation: Operation;
  target: Memory | null;
  /** The person's words in this turn bear it out. */
  quoted: boolean;
  setting: JudgeSetting;
}

/** Why an item is not worth anybody's time; undefined when it is. */
function reasonAgainst({
  operation,
  target,
  before,
  injected,
  setting: { turn },
  isDuplicate,
}: Settled & {
  before: readonly JudgedItem[];
  injected: InjectedWords;
  setting: JudgeSetting;
}): ExtractionReason | undefined {
  if (isDoubled(operation, target, before)) return "duplicate";
  if (operation.op === "forget") return undefined;
  const text = wholeText(operation);
  if (target !== null && !changes(operation, target, { isDuplicate, turn })) return "duplicate";
  if (repeatsInjected(operation, injected, { person: turn.person, target })) return "repeats-injected";
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
  if (!isDuplicate) return true;
  // Of what the memory says nearly, only words of the person are news; others are another way to put it.
  const more = newTerms(operation.body, [wholeText(target)]);
  const spoken = new Set(newTerms(turn.person, []));
  return more.some((term) => spoken.has(term));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Why the person should see an item first; undefined when it may be done. */
function reasonForDoubt({ operation, target, quoted, setting }: Judging): ExtractionReason | undefined {
  const { turn, request, mode } = setting;
  if ((isPersonal(operation) || operation.op === "forget") && !(quoted && isBorneOut(operation, turn)))
    return "no-quote";
  if (target !== null && target.source !== "extracted") return "not-extracted";
  const shown = target === null ? undefined : request.versions.get(target.id);
  if (shown !== undefined && shown !== target?.version) return "changed-target";
  if (operation.op !== "forget" && codePlaceIn(wholeText(operation)) !== undefined) return "code-place";
  if (operation.op !== "forget" && hasRelativeDate(wholeText(operation))) return "relative-date";
  return mode === "review" ? "review" : undefined;
}

/** About the person or what they want. */
function isPersonal({ type, scope }: Operation): boolean {
  return type === "user" || type === "feedback" || scope === "user";
}

/** Whether what is claimed is about anything that was said in the turn: a true quote can stand beside an invention. */
function isBorneOut(operation: Operation, turn: TurnText): boolean {
  const claimed = newTerms(wholeText(operation), []);
  const said = new Set(newTerms(`${turn.person}\n${turn.agent}`, []));
  return claimed.some((term) => said.has(term));
}
