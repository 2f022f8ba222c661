import type { Memory } from "../memory/index.ts";
import { likestMemory } from "./likest-memory.ts";
import type { MemoryLook } from "./memory-look.ts";
import { mergedBody } from "./merged-body.ts";
import type { Operation } from "./operation.ts";
import { overturningWords } from "./overturned.ts";
import type { WantedOperation } from "./read-operations.ts";

/** An operation with everything that applying it needs. */
export interface SettledOperation {
  operation: Operation;
  target: Memory | null;
  /** It was proposed as new, and is an update of what says nearly the same. */
  isDuplicate: boolean;
}

/** Finds what an operation is about and completes it; null where it names a memory that is not there. */
export async function settledOperation(
  wanted: WantedOperation,
  setting: { look: MemoryLook; person: string },
): Promise<SettledOperation | null> {
  const found = await findTarget(wanted, setting);
  return found === undefined ? null : settled(wanted, found);
}

/** The memory that an operation changes: null for a new one, undefined where it names one that is not there. */
async function findTarget(
  wanted: WantedOperation,
  { look, person }: { look: MemoryLook; person: string },
): Promise<{ target: Memory | null; isAlike: boolean } | undefined> {
  if (wanted.op === "create") {
    const item = { name: "", description: "", body: "", ...wanted };
    const target = await likestMemory(item, { look, person });
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

function settled(
  wanted: WantedOperation,
  { target, isAlike }: { target: Memory | null; isAlike: boolean },
): SettledOperation {
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
    // Title and line would go on to say in the index what is turned over.
    const isRevised = overturningWords(wanted.body ?? "", target.body).length > 0;
    const { name = target.name, description = target.description } = isRevised ? wanted : target;
    return { operation: { op: "update", ...kept, name, description, body }, target, isDuplicate: true };
  }
  const { name = target.name, description = target.description, body = target.body } = wanted;
  const operation = { op, ...kept, name, description, body };
  return { operation, target, isDuplicate: false };
}

function knownType({ type }: Memory, wanted: WantedOperation): Operation["type"] {
  return type === "unknown" ? (wanted.type ?? "project") : type;
}
