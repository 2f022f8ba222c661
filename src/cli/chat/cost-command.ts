import { purposeLines } from "../stats/spent-lines.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

/** `/memory cost`: what this conversation and this day cost, by purpose. */
export async function costCommand({ conversation, options }: ChatSession): Promise<LineOutcome> {
  const { colors, print, width } = options.terminal;
  const spent = await conversation.costs?.spent();
  const { bold, dim } = colors;
  const tables = [
    [bold("this conversation"), spent?.session ?? []],
    [`${bold("today")} ${dim("· all conversations of this project")}`, spent?.today ?? []],
  ] as const;
  for (const [heading, expenses] of tables) {
    print(heading);
    for (const line of purposeLines(expenses, { colors, width })) print(line);
  }
  print(dim("tokens · daybook stats shows the days before"));
  return { ok: true };
}
