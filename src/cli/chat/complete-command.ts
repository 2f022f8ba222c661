import { extractModes } from "../../events/index.ts";
import type { MemoryStore } from "../../memory/index.ts";
import { fitWidth } from "../terminal/display-width.ts";
import { showLine } from "../terminal/show.ts";
import type { SessionBook } from "./chat-options.ts";
import type { Candidate } from "./completion.ts";
import { labelOf } from "./offered-session.ts";

/** Where the words behind a command come from. */
export interface CompletionSources {
  /** Null with `--no-memory`. */
  store: Pick<MemoryStore, "list"> | null;
  sessions: Pick<SessionBook, "list">;
}

const EXTRACT = "/memory extract ";
const memoryLines = [
  "/memory rm ",
  "/memory edit ",
  "/memory undo",
  "/memory why",
  "/memory cost",
  "/memory inbox",
  EXTRACT,
];

/** What the beginning of a command line may become: commands, their words, slugs. */
export async function completeCommandLine(
  before: string,
  { names, store, sessions }: CompletionSources & { names: readonly string[] },
): Promise<Candidate[]> {
  if (!before.startsWith("/")) return [];
  const reference = /^\/memory (?:rm|edit) (\S*)$/u.exec(before);
  if (reference !== null) return completeReference(before, { typed: reference[1] ?? "", store });
  const resumed = /^\/resume (\S*)$/u.exec(before);
  if (resumed !== null) return completeSession(resumed[1] ?? "", sessions);
  const lines = (
    before.startsWith(EXTRACT) ? extractModes.map((mode) => EXTRACT + mode) : memoryLines
  ).filter((line) => line.startsWith(before));
  if (before.includes(" ")) {
    return lines.map((text) => ({
      text,
      label: text.slice("/memory ".length).trim(),
      isOpen: text.endsWith(" "),
    }));
  }
  return names
    .filter((name) => name.startsWith(before))
    .map((name) => ({ text: name, label: name, isOpen: false }));
}

async function completeReference(
  before: string,
  { typed, store }: { typed: string } & Pick<CompletionSources, "store">,
): Promise<Candidate[]> {
  const { memories } = (await store?.list().catch(() => null)) ?? { memories: [] };
  const start = before.slice(0, before.length - typed.length);
  return memories
    .flatMap(({ slug, id }) => (slug.startsWith(typed) ? [slug] : id.startsWith(typed) ? [id] : []))
    .map((name) => ({ text: start + name, label: showLine(name), isOpen: false }));
}

/** Cells of a session's words in a list of candidates. */
const LABEL_CELLS = 40;

async function completeSession(typed: string, sessions: CompletionSources["sessions"]): Promise<Candidate[]> {
  const all = await sessions.list().catch(() => []);
  return all
    .filter(({ id }) => id.startsWith(typed))
    .map((session) => ({
      text: `/resume ${session.id}`,
      label: `${session.id} ${fitWidth(labelOf(session).text, LABEL_CELLS)}`,
      isOpen: false,
    }));
}
