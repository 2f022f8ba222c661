import { DaybookError } from "../../errors/index.ts";
import { extractModes, type ExtractMode } from "../../events/index.ts";
import { nearest } from "../../text/index.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

const meanings: Readonly<Record<ExtractMode, string>> = {
  auto: "what is worth keeping in a turn is noted by itself, and told",
  review: "notes wait in the inbox for your word",
  nudge: "no notes are taken; a standing wish reminds the model to keep it",
  off: "no notes are taken",
};

/** `/memory extract [MODE]`: how notes are taken from now on, in this chat that has memory. Fails with `usage` for another mode. */
export function extractCommand(wish: string | undefined, session: ChatSession): LineOutcome {
  const { terminal, extraction } = session.options;
  if (wish !== undefined) extraction?.setMode(modeOf(wish));
  const mode = extraction?.mode(session.agent.model) ?? "off";
  terminal.print(`extract ${mode} ${terminal.colors.dim(`· ${meanings[mode]}`)}`);
  return { ok: true };
}

function modeOf(wish: string): ExtractMode {
  const mode = extractModes.find((one) => one === wish);
  if (mode !== undefined) return mode;
  const [near] = nearest(wish, extractModes, 1);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new DaybookError("usage", `Say /memory extract ${extractModes.join(" | ")}.${hint}`);
}
