import type { RecalledOnce } from "../../recall/index.ts";
import { escapeUnseen, fenced } from "../../text/index.ts";

/** What a prompt brings, as one text for another agent, and which memories are whole in it. */
export interface RecalledText {
  text: string;
  shown: { id: string; version: string }[];
  /** UTF-8 bytes of what was shown. */
  bytes: number;
}

/** Whole memories, best first, as far as they fit; of one that does not, a line that says where it is. */
export function recalledText(
  { delivered }: Pick<RecalledOnce, "delivered">,
  fits: (text: string) => boolean,
): RecalledText {
  const result: RecalledText = { text: "", shown: [], bytes: 0 };
  const tryIn = (part: string): boolean => {
    const longer = result.text === "" ? part : `${result.text}\n\n${part}`;
    if (!fits(longer)) return false;
    result.text = longer;
    return true;
  };
  for (const { memory, block } of delivered) {
    if (tryIn(fenced({ "recalled-memory": withoutReminder(block.text) }))) {
      result.shown.push({ id: memory.id, version: memory.version });
      result.bytes += block.bytes;
    } else {
      const title = memory.description === "" ? memory.name : `${memory.name} — ${memory.description}`;
      // It stands outside of a block: nothing in it may look like the beginning or the end of one.
      const line = escapeUnseen(`${memory.id}, ${title}: ${memory.file}`).replaceAll(/[<\uff1c]/g, "&lt;");
      tryIn(`Also in memory: ${line}`);
    }
  }
  return result;
}

// Hosts put their own reminder around what a hook says; one inside another would end it early.
function withoutReminder(text: string): string {
  return text.replace(/^<system-reminder>\n/, "").replace(/\n<\/system-reminder>$/, "");
}
