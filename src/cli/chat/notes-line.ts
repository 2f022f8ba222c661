import type { ExtractionNews } from "../../extraction/index.ts";
import { formatCount } from "../../text/index.ts";
import { showLine } from "../terminal/show.ts";

/** What is said where notes are told: inside a chat, or beside an answer of `-p`. */
export interface NotesWords {
  undo: string;
  inbox: string;
}

export const wordsInChat: NotesWords = { undo: "/memory undo", inbox: "/memory inbox" };
export const wordsOfShell: NotesWords = { undo: "daybook undo", inbox: "daybook inbox" };

/** What the person is told of a turn that was read: one line each of notes, proposals, secrets and the day's budget. */
export function notesLines(
  { noted, proposed, secrets, isInboxFull, budget }: ExtractionNews,
  { undo, inbox }: NotesWords,
): string[] {
  const lines: string[] = [];
  if (noted.length > 0) lines.push(`noted: ${noted.map(noteText).join(", ")} · undo: ${undo}`);
  if (proposed > 0)
    lines.push(`${proposed === 1 ? "1 proposal waits" : `${proposed} proposals wait`}: ${inbox}`);
  if (secrets.length > 0) lines.push(secretsText(secrets));
  if (isInboxFull === true)
    lines.push(`the inbox is full, so something was left out: accept or reject what waits with ${inbox}`);
  if (budget !== undefined) {
    lines.push(`no more notes are taken today: the day's ${formatCount(budget)} tokens for them are spent`);
  }
  return lines.map((line) => `· ${showLine(line)}`);
}

function noteText({ op, type, name, id }: ExtractionNews["noted"][number]): string {
  const slug = id.slice(id.indexOf("/") + 1);
  if (op === "forget") return `forgot "${name}"`;
  return `${type} "${name}" -> ${slug}${op === "update" ? " (updated)" : ""}`;
}

function secretsText(kinds: readonly string[]): string {
  const named = kinds.filter((kind) => kind !== "secret");
  const detail = named.length === 0 ? "" : ` (${named.join(", ")})`;
  return `left out ${kinds.length === 1 ? "a secret" : "secrets"}${detail} from the notes`;
}
