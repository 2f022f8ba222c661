import type { AgentEvent, TurnEnd } from "../../agent/index.ts";
import { cutCharacters } from "../../text/index.ts";
import { showLine } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { AnswerView } from "./answer-view.ts";

const LINE_CHARACTERS = 200;
/** What a turn is called while no tool runs. */
export const WORKING = "working";
/** What it is called while older turns become a summary. */
export const COMPACTING = "compacting";

/** Shows a turn as it runs: the answer's text as it comes, and beside it tools, waits and notes. Gives its end. */
export async function showTurn(
  events: AsyncIterable<AgentEvent>,
  { view, terminal }: { view: AnswerView; terminal: Terminal },
): Promise<TurnEnd | null> {
  let end: TurnEnd | null = null;
  for await (const event of events) {
    if (event.type === "turn-end") end = event;
    else showEvent(event, { view, terminal });
  }
  view.endText();
  if (end !== null) showEnd(end, terminal);
  return end;
}

function showEvent(
  event: Exclude<AgentEvent, TurnEnd>,
  { view, terminal }: { view: AnswerView; terminal: Terminal },
): void {
  const { dim, yellow } = terminal.errorColors;
  switch (event.type) {
    case "text-delta":
      return view.write(event.text);
    case "tool-start":
      view.doing(showLine(event.name));
      if (event.name.toLowerCase() !== "memory") view.aside(`· ${describeCall(event)}`, dim);
      return;
    case "tool-end":
      view.doing(WORKING);
      for (const line of describeResult(event)) view.aside(line, event.isError ? yellow : dim);
      return;
    case "retry":
      return view.aside(dim(`· ${showLine(event.reason)}; next try in ${Math.ceil(event.delayMs / 1000)} s`));
    case "compaction":
      return view.doing(event.phase === "start" ? COMPACTING : WORKING);
    case "note":
      return view.aside(`· ${showLine(event.text)}`, dim);
    default:
      return;
  }
}

/** What says most about a call, in this order; the rest of its input is long or says little. */
const telling = ["command", "pattern", "file_path", "path", "query"];

function describeCall({ name, input }: { name: string; input: unknown }): string {
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [["", input] as const];
  const known = telling.flatMap((key) => fields.filter(([field]) => field === key));
  const words = (known.length > 0 ? known : fields)
    .map(([, value]) => value)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" ");
  return cutCharacters(`${showLine(name)} ${showLine(words)}`.trimEnd(), LINE_CHARACTERS);
}

function describeResult({
  name,
  isError,
  content,
  display,
}: Extract<AgentEvent, { type: "tool-end" }>): string[] {
  if (display !== undefined) return [`· ${showLine(display)}`];
  if (!isError) return [];
  const first = content.split("\n").find((line) => line.trim() !== "") ?? "failed";
  const whose = first.startsWith(name) ? first : `${name}: ${first}`;
  return [`· ${cutCharacters(showLine(whose), LINE_CHARACTERS)}`];
}

function showEnd(end: TurnEnd, terminal: Terminal): void {
  switch (end.outcome) {
    case "answered":
      return;
    case "aborted":
      return terminal.notice("interrupted");
    case "max-tokens":
      return terminal.notice('the answer was cut at the model\'s output limit; say "go on"');
    case "refused":
      return terminal.notice("the model refused to answer; this turn was left out of the conversation");
    case "failed":
      return terminal.problem(showLine(end.failure?.message ?? "the turn failed"));
  }
}
