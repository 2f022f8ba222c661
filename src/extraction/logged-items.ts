import type { ExtractionReason } from "../events/index.ts";
import { memoryTypes } from "../memory/index.ts";
import { isRecord } from "../text/index.ts";
import type { JudgedItem, Operation } from "./operation.ts";

/** The items of a log's `extraction` record. One that is not whole is told as invalid, so that the others keep their places. */
export function loggedItems(items: readonly unknown[]): JudgedItem[] {
  return items.map((item) => itemOf(item) ?? { to: "nowhere", op: "unknown", reason: "invalid" });
}

function itemOf(value: unknown): JudgedItem | null {
  if (!isRecord(value)) return null;
  const { to, target, version, reason } = value;
  if (to === "nowhere") return { to, op: opOf(value["op"]) ?? "unknown", reason: reasonOf(reason) };
  const operation = operationOf(value["operation"]);
  if (operation === null) return null;
  const place = {
    ...(typeof target === "string" ? { target } : {}),
    ...(typeof version === "string" ? { version } : {}),
  };
  if (to === "inbox") return { to, operation, ...place, reason: reasonOf(reason) };
  if (to !== "memory") return null;
  return { to, operation, ...place, ...(reason === undefined ? {} : { reason: reasonOf(reason) }) };
}

const texts = ["name", "description", "body", "quote"] as const;

function operationOf(value: unknown): Operation | null {
  if (!isRecord(value)) return null;
  const op = opOf(value["op"]);
  const type = memoryTypes.find((one) => one === value["type"]);
  if (op === undefined || type === undefined) return null;
  if (texts.some((field) => typeof value[field] !== "string")) return null;
  // Checked just now.
  return value as unknown as Operation;
}

function opOf(value: unknown): Operation["op"] | undefined {
  return (["create", "update", "forget"] as const).find((op) => op === value);
}

// A word of daybook's own: it was written by the same program, perhaps a newer one.
function reasonOf(value: unknown): ExtractionReason {
  return typeof value === "string" ? (value as ExtractionReason) : "invalid";
}
