import type { Agent, TurnEnd } from "../../agent/index.ts";
import type { Block } from "../../models/index.ts";
import type { Recall } from "../../recall/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { AnswerView } from "./answer-view.ts";
import { recalledLine, withRecalled } from "./recalled-line.ts";
import { showTurn, WORKING } from "./show-turn.ts";

/** What a turn needs beside the prompt. */
export interface TurnDoors {
  view: AnswerView;
  terminal: Terminal;
  attached: readonly Block[];
  /** What memory brings to the turn; null without memory. */
  recall: Pick<Recall, "news"> | null;
  onInterrupt(listener: () => void): () => void;
}

/** Runs one turn and shows it; Ctrl-C or Esc ends it early. */
export async function runTurn(
  agent: Agent,
  prompt: string,
  { view, terminal, attached, recall, onInterrupt }: TurnDoors,
): Promise<TurnEnd | null> {
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  view.doing(WORKING);
  try {
    const events = agent.run(prompt, { signal: stop.signal, attached });
    const tell = (names: readonly string[]): void =>
      view.aside(recalledLine(names), terminal.errorColors.dim);
    return await showTurn(withRecalled(events, recall, tell), { view, terminal });
  } finally {
    view.doing(null);
    stopListening();
  }
}
