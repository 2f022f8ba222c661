import { isText, isToolUse, type Block } from "../models/index.ts";
import type { DamageKind } from "./damage.ts";
import type { AssistantRecord } from "./record.ts";
import { isThinking } from "./sent-form.ts";

/** Who is asked next. */
export interface Asked {
  /** Id of the model; thinking goes back only to the model that made it. */
  model: string | undefined;
}

/** What becomes of a block: it is sent as it is, in another form, or not at all. */
export interface BlockVerdict {
  sent: Block | null;
  damage?: DamageKind;
}

/** What only an answer may hold, and what none may. */
const ofAnswers: ReadonlySet<string> = new Set([
  "tool_use",
  "server_tool_use",
  "mcp_tool_use",
  "thinking",
  "redacted_thinking",
  "reasoning",
]);
const ofUsers: ReadonlySet<string> = new Set(["tool_result", "image", "document"]);

/**
 * Whether a block of an answer can be sent back, and if not, how that is counted. An answer of which nobody knows the
 * model is nobody's, and a reasoning item is of another protocol than all that are spoken here.
 */
export function judgeAnswerBlock(block: Block, record: AssistantRecord, { model }: Asked): BlockVerdict {
  if (!isBlock(block) || ofUsers.has(block.type)) return leftOut("unusableBlocks");
  const isForeign = model !== undefined && record.model !== model;
  if (isThinking(block)) return isForeign ? leftOut("foreignThinking") : judgeThinking(block, record);
  if (block.type === "reasoning") return leftOut("foreignReasoning");
  if (block.type === "text") return judgeText(block);
  return block.type === "tool_use" ? judgeCall(block) : asItIs(block);
}

/** Whether a block of a user's message can be sent. */
export function judgeUserBlock(block: Block): BlockVerdict {
  if (!isBlock(block) || ofAnswers.has(block.type)) return leftOut("unusableBlocks");
  return block.type === "text" ? judgeText(block) : asItIs(block);
}

/** Whether the provider's own form of an answer holds reasoning of a model that is not asked. */
export function hasForeignReasoning({ raw, model: madeBy }: AssistantRecord, { model }: Asked): boolean {
  if (model === undefined || madeBy === model) return false;
  const fields = typeof raw === "object" && raw !== null ? (raw as { fields?: unknown }).fields : undefined;
  return (
    typeof fields === "object" && fields !== null && Object.keys(fields).some((name) => /reason/i.test(name))
  );
}

function judgeThinking(block: Block, { provider }: AssistantRecord): BlockVerdict {
  if (block.type === "redacted_thinking") {
    return typeof block["data"] === "string" && block["data"] !== ""
      ? asItIs(block)
      : leftOut("unsignedThinking");
  }
  if (typeof block["thinking"] !== "string") return leftOut("unusableBlocks");
  if (typeof block["signature"] === "string" && block["signature"] !== "") return asItIs(block);
  // Compatible servers never sign, and never get it back in this form.
  return provider === "openai" ? { sent: null } : leftOut("unsignedThinking");
}

function judgeText(block: Block): BlockVerdict {
  if (!isText(block)) return leftOut("unusableBlocks");
  return block.text.trim() === "" ? leftOut("emptyTexts") : asItIs(block);
}

/** Arguments that are no object are sent as none, as adapters do: so the call keeps its result. */
function judgeCall(block: Block): BlockVerdict {
  if (!isToolUse(block) || block.id === "" || block.name === "") return leftOut("unusableBlocks");
  const { input } = block;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject ? asItIs(block) : { sent: { ...block, input: {} }, damage: "unusableBlocks" };
}

function isBlock(value: unknown): value is Block {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

function leftOut(damage: DamageKind): BlockVerdict {
  return { sent: null, damage };
}

function asItIs(block: Block): BlockVerdict {
  return { sent: block };
}
