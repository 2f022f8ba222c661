import type { DropReason } from "../events/index.ts";
import { textOfWord } from "./closed-word.ts";

const texts: Readonly<Record<DropReason, string>> = {
  weak: "too weak",
  "over-limit": "others match better",
  shown: "shown before in this session",
  "session-budget": "no room left for memories",
  late: "came too late",
  gone: "removed meanwhile",
  unreadable: "cannot be read",
};

/** Why a memory was left out, in words. */
export function dropText(reason: DropReason): string {
  return textOfWord(texts, reason);
}
