import { DaybookError } from "../../errors/index.ts";
import { showLine } from "../terminal/show.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

/** `/model`: which model answers; with an id, another one goes on with this conversation. */
export async function modelCommand(words: readonly string[], session: ChatSession): Promise<LineOutcome> {
  const [id, ...more] = words;
  if (more.length > 0) throw new DaybookError("usage", "Say /model or /model PROVIDER/NAME.");
  const before = session.agent;
  if (id !== undefined) await session.renew({ model: id, messages: before.messages() });
  const { agent } = session;
  const { terminal } = session.options;
  const { bold, dim } = terminal.colors;
  const facts = [`window of ${agent.window} tokens`, ...(agent.model.local ? ["on this machine"] : [])];
  terminal.print(`${bold(showLine(agent.model.id))} ${dim(`· ${facts.join(" · ")}`)}`);
  if (id === undefined) terminal.print(dim("/model PROVIDER/NAME goes on with another one"));
  return { ok: true };
}
