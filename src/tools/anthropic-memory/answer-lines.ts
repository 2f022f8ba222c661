import { DaybookError } from "../../errors/index.ts";
import { formatCount, isRecord } from "../../text/index.ts";
import { runCommand } from "./memory-handlers.ts";
import type { MemoryRoot } from "./memory-root.ts";

/** Bytes of the longest line that is read: the largest file a root takes, however its characters are escaped. */
const LONGEST_LINE = 8 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Answers commands that come one JSON object a line, `{"id","input"}`, each with one line `{"id","text","is_error"}`,
 * one after another. A line that cannot be read is answered too, with the id null, and the next one goes on.
 */
export async function* answerLines(
  root: MemoryRoot,
  input: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string, void> {
  for await (const line of linesIn(input)) {
    const answer = line === "too long" ? refused(null, TOO_LONG) : await answerLine(root, line);
    if (answer !== null) yield `${JSON.stringify(answer)}\n`;
  }
}

/** One answer, as it is written. */
interface Answer {
  id: unknown;
  text: string;
  is_error: boolean;
}

const TOO_LONG = `The line is longer than ${formatCount(LONGEST_LINE)} bytes and was passed over.`;
/** A foreign error's own words may name files of this machine. */
const FAILED =
  "daybook itself failed at this command. View the path to see what it holds now, then try once more.";
const FORM = '{"id": 1, "input": {"command": "view", "path": "/memories"}}';

/** Null for a blank line, which asks nothing. */
async function answerLine(root: MemoryRoot, line: Uint8Array): Promise<Answer | null> {
  let request: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(line);
    if (text.trim() === "") return null;
    request = JSON.parse(text);
  } catch {
    return refused(null, `The line is not JSON in UTF-8. Each line is one object: ${FORM}`);
  }
  if (!isRecord(request)) return refused(null, `Each line is one object: ${FORM}`);
  const id = request["id"] ?? null;
  try {
    return { id, text: await runCommand(root, request["input"]), is_error: false };
  } catch (error) {
    return refused(id, DaybookError.isInstance(error) ? error.message : FAILED);
  }
}

function refused(id: unknown, text: string): Answer {
  return { id, text, is_error: true };
}

/** The lines of a stream as bytes, in bounded memory. The last one needs no line end. */
async function* linesIn(
  input: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array | "too long", void> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes <= LONGEST_LINE) parts.push(part);
    else parts = [];
  };
  const take = (): Uint8Array | "too long" => {
    const line = bytes > LONGEST_LINE ? ("too long" as const) : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const given of input) {
    const chunk = typeof given === "string" ? Buffer.from(given) : given;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}
