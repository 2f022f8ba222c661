import type { AgentEvent } from "../../agent/index.ts";
import type { Recall } from "../../recall/index.ts";
import { showLine } from "../terminal/show.ts";

/** What the person sees of recall: one line a turn. */
export function recalledLine(names: readonly string[]): string {
  return `· recalled: ${names.map(showLine).join(", ")} · /memory why`;
}

/** The events of a turn; `tell` is called once, as soon as it is known what memory brings to this turn. */
export async function* withRecalled(
  events: AsyncIterable<AgentEvent>,
  recall: Pick<Recall, "news"> | null,
  tell: (names: readonly string[]) => void,
): AsyncGenerator<AgentEvent, void> {
  const tellNews = (): void => {
    const names = recall?.news() ?? null;
    if (names !== null) tell(names);
  };
  for await (const event of events) {
    tellNews();
    yield event;
  }
  tellNews();
}
