import type { AgentEvent, TurnEnd } from "../../agent/index.ts";
import { cutCharacters } from "../../text/index.ts";
import type { Host } from "../../app/index.ts";
import { showLine } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createShownStream } from "./shown-stream.ts";

const LINE_CHARACTERS = 200;

/**
 * Shows a turn as it runs: the answer's text on standard output as it comes, everything beside it
 * (tools, waits, notes) on standard error. Resolves with the turn's end.
 */
export async function showTurn(
  events: AsyncIterable<AgentEvent>,
  { host, terminal }: { host: Pick<Host, "stdout" | "stderr">; terminal: Terminal },
): Promise<TurnEnd | null> {
  const { dim, yellow } = terminal.errorColors;
  const answer = createAnswerWriter(host.stdout);
  const aside = (text: string): void => {
    answer.endLine();
    host.stderr.write(`${text}\n`);
  };
  let end: TurnEnd | null = null;
  for await (const event of events) {
    switch (event.type) {
      case "text-delta":
        answer.write(event.text);
        break;
      case "tool-start":
        if (event.name !== "Memory") aside(dim(`· ${describeCall(event)}`));
        break;
      case "tool-end":
        for (const line of describeResult(event)) aside(event.isError ? yellow(line) : dim(line));
        break;
      case "retry":
        aside(dim(`· ${showLine(event.reason)}; next try in ${Math.ceil(event.delayMs / 1000)} s`));
        break;
      case "note":
        aside(dim(`· ${showLine(event.text)}`));
        break;
      case "thinking-delta":
        break;
      case "turn-end":
        end = event;
    }
  }
  answer.endLine();
  if (end !== null) showEnd(end, terminal);
  return end;
}

interface AnswerWriter {
  write(piece: string): void;
  /** So that what follows begins on a line of its own. */
  endLine(): void;
}

function createAnswerWriter(stdout: Host["stdout"]): AnswerWriter {
  const shown = createShownStream();
  let atLineStart = true;
  const put = (text: string): void => {
    if (text === "") return;
    stdout.write(text);
    atLineStart = text.endsWith("\n");
  };
  return {
    write: (piece) => put(shown.push(piece)),
    endLine() {
      put(shown.end());
      if (!atLineStart) put("\n");
    },
  };
}

function describeCall({ name, input }: { name: string; input: unknown }): string {
  const fields = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const words = fields.filter((field) => typeof field === "string" || typeof field === "number").join(" ");
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
  return [`· ${cutCharacters(showLine(`${name}: ${first}`), LINE_CHARACTERS)}`];
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
