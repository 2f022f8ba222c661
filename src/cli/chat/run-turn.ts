import type { Agent, TurnEnd } from "../../agent/index.ts";
import type { Block } from "../../models/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { AnswerView } from "./answer-view.ts";
import { showTurn, WORKING } from "./show-turn.ts";

/** What a turn needs beside the prompt. */
export interface TurnDoors {
  view: AnswerView;
  terminal: Terminal;
  attached: readonly Block[];
  onInterrupt(listener: () => void): () => void;
}

/** Runs one turn and shows it; Ctrl-C or Esc ends it early. */
export async function runTurn(
  agent: Agent,
  prompt: string,
  { view, terminal, attached, onInterrupt }: TurnDoors,
): Promise<TurnEnd | null> {
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  view.doing(WORKING);
  try {
    return await showTurn(agent.run(prompt, { signal: stop.signal, attached }), { view, terminal });
  } finally {
    view.doing(null);
    stopListening();
  }
}
