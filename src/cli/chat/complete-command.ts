import type { MemoryStore } from "../../memory/index.ts";
import { showLine } from "../terminal/show.ts";
import type { Candidate } from "./completion.ts";

/** Where the words behind a command come from. */
export interface CompletionSources {
  /** Null with `--no-memory`. */
  store: Pick<MemoryStore, "list"> | null;
}

/** What the beginning of a command line may become: commands, their words, slugs. */
export async function completeCommandLine(
  before: string,
  { names, store }: CompletionSources & { names: readonly string[] },
): Promise<Candidate[]> {
  if (!before.startsWith("/")) return [];
  const reference = /^\/memory (?:rm|edit) (\S*)$/u.exec(before);
  if (reference !== null) return completeReference(before, { typed: reference[1] ?? "", store });
  const lines = ["/memory rm ", "/memory edit ", "/memory undo"].filter((line) => line.startsWith(before));
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
  { typed, store }: { typed: string } & CompletionSources,
): Promise<Candidate[]> {
  const { memories } = (await store?.list().catch(() => null)) ?? { memories: [] };
  const start = before.slice(0, before.length - typed.length);
  return memories
    .flatMap(({ slug, id }) => (slug.startsWith(typed) ? [slug] : id.startsWith(typed) ? [id] : []))
    .map((name) => ({ text: start + name, label: showLine(name), isOpen: false }));
}
