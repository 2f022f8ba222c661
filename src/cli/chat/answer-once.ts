import type { TurnEnd } from "../../agent/index.ts";
import type { Block } from "../../models/index.ts";
import type { Recall } from "../../recall/index.ts";
import { done, failed, interrupted } from "../command.ts";
import { createAnswerPane } from "./answer-pane.ts";
import { createLiveView, createPlainView } from "./answer-view.ts";
import type { ChatOptions, Conversation } from "./chat-options.ts";
import { fenced } from "./fenced.ts";
import { jsonAnswer } from "./json-answer.ts";
import { readPipedContext } from "./piped-context.ts";
import { runTurn } from "./run-turn.ts";
import { attach } from "./take-line.ts";
import { terminalOver } from "./terminal-over.ts";

/** A conversation as one answer needs it. */
type Asked = Pick<Conversation, "agent" | "id" | "recall">;

/** `-p`: answers one prompt, with what was piped in and the files it names, and gives the exit code. */
export async function answerOnce(asked: Asked, prompt: string, options: ChatOptions): Promise<number> {
  const piped = await readPipedContext(options.host, options.terminal);
  const attached = [...pipedBlocks(piped), ...(await attach(prompt, { agent: asked.agent, options }))];
  const question: Question = { prompt, attached, options };
  if (options.json === true) return answerAsJson(asked, question);
  return exitCodeOf(await answerAsText(asked, question));
}

interface Question {
  prompt: string;
  attached: readonly Block[];
  options: ChatOptions;
}

async function answerAsText(
  { agent, recall = null }: Asked,
  { prompt, attached, options }: Question,
): Promise<TurnEnd | null> {
  const { host, terminal } = options;
  const onInterrupt = (listener: () => void) => host.onInterrupt(listener);
  if (!terminal.canRedraw) {
    return runTurn(agent, prompt, { view: createPlainView(host), terminal, attached, recall, onInterrupt });
  }
  const pane = createAnswerPane(host, terminal.colors);
  const over = terminalOver(terminal, { pane, host });
  const view = createLiveView(pane, { host, terminal: over });
  try {
    return await runTurn(agent, prompt, { view, terminal: over, attached, recall, onInterrupt });
  } finally {
    pane.close();
  }
}

async function answerAsJson(asked: Asked, { prompt, attached, options }: Question): Promise<number> {
  const { host, terminal } = options;
  const stop = new AbortController();
  const stopListening = host.onInterrupt(() => stop.abort());
  let end: TurnEnd | null = null;
  try {
    for await (const event of asked.agent.run(prompt, { signal: stop.signal, attached })) {
      if (event.type === "turn-end") end = event;
    }
  } finally {
    stopListening();
  }
  const answer = jsonAnswer(end, { session: asked.id, memories: await recalledIds(asked.recall) });
  if (answer.ok) terminal.json(answer.value);
  else terminal.errorJson({ error: answer.error });
  return exitCodeOf(end);
}

async function recalledIds(recall: Recall | null | undefined): Promise<string[]> {
  const turn = await recall?.last();
  return turn?.receipt.delivered.map(({ id }) => id) ?? [];
}

function exitCodeOf(end: TurnEnd | null): number {
  switch (end?.outcome) {
    case "answered":
    case "max-tokens":
      return done;
    case "aborted":
      return interrupted;
    default:
      return failed;
  }
}

function pipedBlocks(text: string): Block[] {
  if (text.trim() === "") return [];
  return [{ type: "text", text: `Standard input:\n${fenced(text)}` }];
}
