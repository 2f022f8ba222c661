import { DaybookError } from "../../errors/index.ts";
import { showLine } from "../terminal/show.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

/** `/model`: which model answers; with an id, another one goes on with this conversation and its log. */
export async function modelCommand(words: readonly string[], session: ChatSession): Promise<LineOutcome> {
  const [id, ...more] = words;
  if (more.length > 0) throw new DaybookError("usage", "Say /model or /model PROVIDER/NAME.");
  const { agent, options } = session;
  if (id !== undefined) agent.useModel(await options.chooseModel(id));
  const { terminal } = options;
  const { bold, dim } = terminal.colors;
  const facts = [`window of ${agent.window} tokens`, ...(agent.model.local ? ["on this machine"] : [])];
  terminal.print(`${bold(showLine(agent.model.id))} ${dim(`· ${facts.join(" · ")}`)}`);
  if (id === undefined) terminal.print(dim("/model PROVIDER/NAME goes on with another one"));
  return { ok: true };
}
