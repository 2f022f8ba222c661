import { isText, type Model, type ModelEvent, type ModelRequest } from "./model.ts";

/** A request of one prompt. */
export function asking(text: string): ModelRequest {
  return {
    system: ["You are tested."],
    tools: [{ name: "Read", description: "Reads.", inputSchema: { type: "object" } }],
    messages: [{ role: "user", content: [{ type: "text", text }] }],
  };
}

/** All events of one stream. */
export async function collect(
  model: Model,
  request: ModelRequest,
  options?: { signal: AbortSignal },
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, options)) events.push(event);
  return events;
}

/** The one end of a stream; throws when there are none or several, or more after it. */
function lastOf(events: readonly ModelEvent[]): ModelEvent | undefined {
  const ends = events.filter(({ type }) => type === "done" || type === "error");
  const last = events.at(-1);
  if (ends.length !== 1 || ends[0] !== last)
    throw new Error(
      `A stream ends in one done or error, this one: ${events.map(({ type }) => type).join(" ")}`,
    );
  return last;
}

/** The answer; throws when there is none, or when what was shown is not its text. */
export function doneOf(events: readonly ModelEvent[]): Extract<ModelEvent, { type: "done" }>["message"] {
  const last = lastOf(events);
  if (last?.type !== "done") throw new Error(`An answer was expected, not ${JSON.stringify(last)}`);
  const shown = deltas(events, "text-delta");
  const text = last.message.content
    .filter(isText)
    .map((block) => block.text)
    .join("");
  if (shown !== text)
    throw new Error(`Shown was ${JSON.stringify(shown)}, the answer is ${JSON.stringify(text)}`);
  return last.message;
}

/** The failure; throws when the stream ended well. */
export function errorOf(events: readonly ModelEvent[]): Extract<ModelEvent, { type: "error" }> {
  const last = lastOf(events);
  if (last?.type !== "error") throw new Error(`A failure was expected, not ${JSON.stringify(last)}`);
  if (last.message.trim() === "") throw new Error("A failure has a sentence for the person.");
  return last;
}

/** What was shown of one kind, joined. */
export function deltas(events: readonly ModelEvent[], type: "text-delta" | "thinking-delta"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}

/** The value, frozen through and through. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFrozen(part);
  return value;
}
