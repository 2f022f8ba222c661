import { DaybookError } from "../errors/index.ts";
import { faultInJson } from "./json-text.ts";
import {
  type ModelFailure,
  modelFailures,
  type StopReason,
  stopReasons,
  type Usage,
  type UsageCount,
} from "./model.ts";

/** One answer of a script. */
export interface ScriptTurn {
  /** Must be part of the newest prompt, or the answer is an error that shows both. */
  when?: string;
  thinking?: string;
  text?: string;
  tools?: readonly ScriptToolCall[];
  /** Counts left out are 0; without `usage` they are estimated from the lengths. */
  usage?: Partial<Usage>;
  delayMs?: number;
  /** Ends the answer, after its text, in this failure. */
  error?: { failure: ModelFailure; message: string; status?: number; window?: number };
  /** Why the answer ends; by itself `tool_use` with tools, else `end_turn`. */
  stop?: StopReason;
}

/** A call that the model makes in a turn. */
export interface ScriptToolCall {
  name: string;
  input: Record<string, unknown>;
}

/** An answer to a side query: the first whose `match` is part of the system text and whose `when`, if any, fits. */
export interface ScriptSideAnswer extends ScriptTurn {
  match: string;
}

/** What the scripted model answers. */
export interface Script {
  /** What its errors call it; a file name. */
  name?: string;
  turns: readonly ScriptTurn[];
  side?: readonly ScriptSideAnswer[];
}

/** The names of daybook and, for a file made from a recorded answer, those of the provider. */
const USAGE_NAMES: Record<string, UsageCount> = {
  input: "input",
  output: "output",
  cacheRead: "cacheRead",
  cacheWrite: "cacheWrite",
  input_tokens: "input",
  output_tokens: "output",
  cache_read_input_tokens: "cacheRead",
  cache_creation_input_tokens: "cacheWrite",
};

const TURN_FIELDS = ["when", "text", "thinking", "tools", "usage", "delayMs", "error", "stop", "comment"];
const SIDE_FIELDS = ["match", ...TURN_FIELDS];

/** Reads a script file. Fails with `invalid`, naming the file, the place in it, and what may stand there. */
export function parseScript(text: string, fileName: string): Script {
  const reader = new ScriptReader(fileName);
  const file = reader.object(readJson(text, fileName), "the file", ["turns", "side", "comment", "$schema"]);
  if (!("turns" in file) && !("side" in file))
    throw reader.problem("the file", 'needs "turns", a list of answers');
  const turns = reader
    .list(file["turns"] ?? [], '"turns"')
    .map((turn, position) => reader.turn(turn, `turn ${position + 1}`, TURN_FIELDS));
  const side = reader.list(file["side"] ?? [], '"side"').map((answer, position): ScriptSideAnswer => {
    const place = `side answer ${position + 1}`;
    const match = reader.words(reader.object(answer, place, SIDE_FIELDS)["match"], `"match" of ${place}`);
    return { match, ...reader.turn(answer, place, SIDE_FIELDS) };
  });
  return { name: fileName, turns, ...(side.length > 0 && { side }) };
}

function readJson(text: string, fileName: string): unknown {
  const json = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json);
  } catch (cause) {
    const fault = faultInJson(json);
    const place = fault === undefined ? "" : ` at line ${fault.line}, column ${fault.column}`;
    throw new DaybookError("invalid", `${fileName} is not JSON: it cannot be read${place}. Mend it there.`, {
      cause,
      data: { file: fileName, ...fault },
    });
  }
}

/** Checks one value after the other; its sentences begin with the file's name. */
class ScriptReader {
  readonly #fileName: string;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  turn(value: unknown, place: string, fields: readonly string[]): ScriptTurn {
    const turn = this.object(value, place, fields);
    if (!["text", "tools", "error", "thinking"].some((field) => turn[field] !== undefined))
      throw this.problem(place, 'needs "text", "tools" or "error"');
    const of = (field: string): string => `"${field}" of ${place}`;
    return {
      ...(turn["when"] !== undefined && { when: this.text(turn["when"], of("when")) }),
      ...(turn["thinking"] !== undefined && { thinking: this.text(turn["thinking"], of("thinking")) }),
      ...(turn["text"] !== undefined && { text: this.text(turn["text"], of("text")) }),
      ...(turn["tools"] !== undefined && { tools: this.tools(turn["tools"], place) }),
      ...(turn["usage"] !== undefined && { usage: this.usage(turn["usage"], of("usage")) }),
      ...(turn["delayMs"] !== undefined && { delayMs: this.count(turn["delayMs"], of("delayMs")) }),
      ...(turn["error"] !== undefined && { error: this.error(turn["error"], of("error")) }),
      ...(turn["stop"] !== undefined && { stop: this.oneOf(turn["stop"], of("stop"), stopReasons) }),
    };
  }

  tools(value: unknown, place: string): ScriptToolCall[] {
    return this.list(value, `"tools" of ${place}`).map((call, position) => {
      const where = `tool ${position + 1} of ${place}`;
      const { name, input = {} } = this.object(call, where, ["name", "input"]);
      return {
        name: this.words(name, `"name" of ${where}`),
        input: this.object(input, `"input" of ${where}`),
      };
    });
  }

  usage(value: unknown, place: string): Partial<Usage> {
    const usage: Partial<Usage> = {};
    for (const [name, count] of Object.entries(this.object(value, place, Object.keys(USAGE_NAMES)))) {
      const ours = USAGE_NAMES[name];
      if (ours !== undefined) usage[ours] = this.count(count, `"${name}" in ${place}`);
    }
    return usage;
  }

  error(value: unknown, place: string): NonNullable<ScriptTurn["error"]> {
    if (typeof value === "string") return { failure: "script", message: this.words(value, place) };
    const {
      failure = "script",
      message,
      status,
      window,
    } = this.object(value, place, ["failure", "message", "status", "window"]);
    return {
      failure: this.oneOf(failure, `"failure" in ${place}`, modelFailures),
      message: this.words(message, `"message" in ${place}`),
      ...(status !== undefined && { status: this.count(status, `"status" in ${place}`) }),
      ...(window !== undefined && { window: this.count(window, `"window" in ${place}`) }),
    };
  }

  object(value: unknown, place: string, fields?: readonly string[]): Record<string, unknown> {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw this.problem(place, `must be an object, not ${kindOf(value)}`);
    const unknown = fields && Object.keys(value).find((name) => !fields.includes(name));
    if (unknown !== undefined)
      throw this.problem(place, `has the unknown field "${unknown}"; known are ${fields?.join(", ")}`);
    return value as Record<string, unknown>;
  }

  list(value: unknown, place: string): unknown[] {
    if (!Array.isArray(value)) throw this.problem(place, `must be a list, not ${kindOf(value)}`);
    return value;
  }

  text(value: unknown, place: string): string {
    if (typeof value !== "string") throw this.problem(place, `must be a text, not ${kindOf(value)}`);
    return value;
  }

  words(value: unknown, place: string): string {
    if (value === undefined || this.text(value, place).trim() === "")
      throw this.problem(place, "is missing or blank");
    return this.text(value, place);
  }

  count(value: unknown, place: string): number {
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
      throw this.problem(place, `must be a number from 0, not ${kindOf(value)}`);
    return value;
  }

  oneOf<T extends string>(value: unknown, place: string, allowed: readonly T[]): T {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw this.problem(place, `must be one of ${allowed.join(", ")}`);
    return found;
  }

  problem(place: string, what: string): DaybookError {
    return new DaybookError("invalid", `${this.#fileName}: ${place} ${what}.`, {
      data: { file: this.#fileName, place },
    });
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value)}`;
}
