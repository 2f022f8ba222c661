import { isText, isToolUse, type Block } from "../models/index.ts";
import type { DamageKind } from "./damage.ts";
import type { AssistantRecord } from "./record.ts";
import { isThinking } from "./sent-form.ts";

/** Who is asked next. */
export interface Asked {
  /** Id of the model; thinking goes back only to the model that made it. */
  model: string | undefined;
}

/** What becomes of a block. */
export type BlockVerdict = { isKept: true } | { isKept: false; damage?: DamageKind };

const kept: BlockVerdict = { isKept: true };

/** Whether a block of an answer can be sent back, and if not, how that is counted. */
export function judgeAnswerBlock(block: Block, record: AssistantRecord, { model }: Asked): BlockVerdict {
  if (!isBlock(block)) return leftOut("unusableBlocks");
  const isForeign = model !== undefined && record.model !== "" && record.model !== model;
  if (isThinking(block)) return isForeign ? leftOut("foreignThinking") : judgeThinking(block, record);
  if (block.type === "reasoning") return isForeign ? leftOut("foreignReasoning") : kept;
  if (block.type === "text") return judgeText(block);
  if (block.type === "tool_use") return isUsableCall(block) ? kept : leftOut("unusableBlocks");
  return kept;
}

/** Whether a block of a user's message can be sent. */
export function judgeUserBlock(block: Block): BlockVerdict {
  if (!isBlock(block)) return leftOut("unusableBlocks");
  return block.type === "text" ? judgeText(block) : kept;
}

/** Whether the provider's own form of an answer holds reasoning of a model that is not asked. */
export function hasForeignReasoning({ raw, model: madeBy }: AssistantRecord, { model }: Asked): boolean {
  if (model === undefined || madeBy === "" || madeBy === model) return false;
  const fields = typeof raw === "object" && raw !== null ? (raw as { fields?: unknown }).fields : undefined;
  return (
    typeof fields === "object" && fields !== null && Object.keys(fields).some((name) => /reason/i.test(name))
  );
}

function judgeThinking(block: Block, { provider }: AssistantRecord): BlockVerdict {
  if (block.type === "redacted_thinking") {
    return typeof block["data"] === "string" && block["data"] !== "" ? kept : leftOut("unsignedThinking");
  }
  if (typeof block["signature"] === "string" && block["signature"] !== "") return kept;
  // Compatible servers never sign, and never get it back in this form.
  return provider === "openai" ? { isKept: false } : leftOut("unsignedThinking");
}

function judgeText(block: Block): BlockVerdict {
  if (!isText(block)) return leftOut("unusableBlocks");
  return block.text.trim() === "" ? leftOut("emptyTexts") : kept;
}

function isUsableCall(block: Block): boolean {
  const input: unknown = block["input"];
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isToolUse(block) && block.id !== "" && block.name !== "" && isObject;
}

function isBlock(value: unknown): value is Block {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

function leftOut(damage: DamageKind): BlockVerdict {
  return { isKept: false, damage };
}
