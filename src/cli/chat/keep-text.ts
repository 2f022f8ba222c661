import type { MemoryStore, SaveResult } from "../../memory/index.ts";
import { oneLine } from "../../text/index.ts";

const NAME_CHARACTERS = 60;
const DESCRIPTION_CHARACTERS = 200;

/**
 * `#text`: keeps the person's words as a user memory of this conversation, at once and unchanged. Two texts that begin
 * alike are two memories: the second does not replace the first.
 */
export async function keepText(
  text: string,
  { store, session }: { store: MemoryStore; session: string },
): Promise<SaveResult> {
  const line = oneLine(text).trim();
  const name = await freeName(firstCharacters(line, NAME_CHARACTERS), { body: text, store });
  return store.save({
    name,
    description: firstCharacters(line, DESCRIPTION_CHARACTERS),
    type: "user",
    body: text,
    source: "user",
    session,
  });
}

async function freeName(
  name: string,
  { body, store }: { body: string; store: MemoryStore },
): Promise<string> {
  const { memories } = await store.list();
  const ofUser = new Map(
    memories.filter(({ scope }) => scope === "user").map((memory) => [memory.name, memory.id]),
  );
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${firstCharacters(name, NAME_CHARACTERS - 5)} (${count})`;
    const taken = ofUser.get(candidate);
    if (taken === undefined || (await store.read(taken)).body.trim() === body.trim()) return candidate;
  }
}

function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join("").trim();
}
