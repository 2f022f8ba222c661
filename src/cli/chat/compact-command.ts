import type { ChatSession, LineOutcome } from "./chat-session.ts";
import { COMPACTING, showTurn } from "./show-turn.ts";

/** `/compact`: older turns become a summary, at once; `wish` says what must not get lost. */
export async function compactCommand(wish: string, session: ChatSession): Promise<LineOutcome> {
  const { agent, lines, options } = session;
  const { terminal } = options;
  if (agent.messages().length === 0) {
    terminal.print(terminal.colors.dim("There is nothing to compact yet."));
    return { ok: true };
  }
  const view = session.view();
  const stop = new AbortController();
  const stopListening = lines.onInterrupt(() => stop.abort());
  view.doing(COMPACTING);
  try {
    const events = agent.compact({ signal: stop.signal, ...(wish === "" ? {} : { wish }) });
    const end = await showTurn(events, { view, terminal });
    return { ok: end?.outcome === "answered" };
  } finally {
    view.doing(null);
    stopListening();
  }
}
