import type { TrustFile } from "../project/index.ts";
import type { Entry, Storage } from "../storage/index.ts";
import { defuseFence, escapeUnseen, isMemoryFile } from "../text/index.ts";

import { foldersOf, type MemoryFolder } from "./folders.ts";
import { heldNotice, unlistedNotice, untrustedNotice } from "./held-notice.ts";
import { openAll, type OpenedMemory } from "./load.ts";
import { attempt } from "./readable.ts";
import { readTrust } from "./trusted.ts";
import type { ListedMemory, MemoryList, Scope } from "./types.ts";

/** All memories that may be shown; what cannot be shown is named in the notices. */
export async function listMemories(storage: Storage): Promise<MemoryList> {
  const trust = await readTrust(storage, storage);
  const listed: { memory: ListedMemory; time: number }[] = [];
  const notices: string[] = [];
  const held: string[] = [];
  const ids = new Set<string>();
  for (const folder of foldersOf(storage)) {
    const { entries, notices: unlisted } = await entriesOf(storage, folder, trust);
    notices.push(...unlisted);
    const fileTimes = new Map(entries.map(({ name, modified }) => [name, modified]));
    const places = entries.map(({ name }) => ({ folder, name }));
    for (const opened of await openAll({ storage, reader: storage, trust }, places)) {
      if (opened.isHeld) {
        held.push(opened.name);
        continue;
      }
      const problem = whyUnlisted(opened);
      if (problem !== null) {
        notices.push(problem);
      } else if (ids.has(opened.memory.id)) {
        notices.push(hiddenNotice(opened.memory.file));
      } else {
        const { body: _body, ...memory } = opened.memory;
        ids.add(memory.id);
        listed.push({ memory, time: timeOf(memory, fileTimes.get(opened.name)) });
      }
    }
  }
  listed.sort(
    (left, right) =>
      byScope(left.memory, right.memory) || right.time - left.time || bySlug(left.memory, right.memory),
  );
  return { memories: listed.map(({ memory }) => memory), notices: [...heldNotice(held), ...notices] };
}

/** The memory files of a folder. A shared folder may be held, or fail, without the others. */
async function entriesOf(
  storage: Storage,
  folder: MemoryFolder,
  trust: TrustFile | null,
): Promise<{ entries: Entry[]; notices: string[] }> {
  if (folder.isShared && trust === null) {
    return { entries: [], notices: await untrustedNotice(storage, folder) };
  }
  const listed = await attempt(() => storage.list(folder.path));
  if (listed.ok) return { entries: listed.value.filter(({ name }) => isMemoryFile(name)), notices: [] };
  if (!folder.isShared) throw listed.error;
  return { entries: [], notices: [unlistedNotice(storage, folder, listed.error.message)] };
}

/** The sentence for a file that could not be made out. */
export function damageNotice({ memory }: OpenedMemory, damage: string): string {
  return `${memory.file} could not be read as a memory (${damage}). It is left as it is and not listed; mend the file by hand.`;
}

/** Why a memory that may be shown is not listed: a sentence for the person; null where it is. */
export function whyUnlisted(opened: OpenedMemory): string | null {
  const { damage, name, memory } = opened;
  if (damage !== null) return damageNotice(opened, damage);
  // Whoever is shown such a name is shown another one, and what they then call it is not there.
  const shown = defuseFence(escapeUnseen(name));
  if (shown === name) return null;
  const file = memory.file.slice(0, -name.length) + shown;
  return `${file} is not listed: its name holds characters that cannot be shown. Rename it.`;
}

/** The sentence for a private memory in whose place a shared one is shown. */
export function hiddenNotice(file: string): string {
  return `${file} is hidden by a shared memory of the same slug. Rename one of the two.`;
}

function timeOf({ modified }: ListedMemory, fileTime: number | undefined): number {
  return modified === null ? (fileTime ?? 0) : Date.parse(modified);
}

const scopeOrder: readonly Scope[] = ["user", "project"];

function byScope(left: ListedMemory, right: ListedMemory): number {
  return scopeOrder.indexOf(left.scope) - scopeOrder.indexOf(right.scope);
}

function bySlug(left: ListedMemory, right: ListedMemory): number {
  return left.slug < right.slug ? -1 : left.slug > right.slug ? 1 : 0;
}
