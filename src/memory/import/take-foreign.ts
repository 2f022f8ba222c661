import type { Transaction } from "../../storage/index.ts";
import { indexName } from "../../text/index.ts";
import { parseMemory } from "../format.ts";
import { freeSlug } from "../find-by-name.ts";
import { foldersOf, usableFilesIn, type MemoryFolder, type Reader } from "../folders.ts";
import { logOf } from "../history.ts";
import { editIndex } from "../index-change.ts";
import { listMemories } from "../list.ts";
import { scopeOfType } from "../save-input.ts";
import { secretsIn } from "../secrets.ts";
import { contextOf, type MemoryStoreOptions } from "../store.ts";
import { readTrust, trustOwn } from "../trusted.ts";
import type { StoreContext } from "../context.ts";
import type { ListedMemory, LogLine, Scope } from "../types.ts";
import type { ForeignMemory } from "./foreign-memory.ts";

/** What became of a memory of another agent. */
export type Taken =
  | { outcome: "imported"; id: string; path: string }
  /** It is here; `isChanged`: here or there it says something else by now, and what is here stays. */
  | { outcome: "already"; id: string; isChanged: boolean }
  | { outcome: "skipped"; reason: string };

/** Takes memories of another agent in, one by one, each as a change that can be undone. */
export interface ForeignIntake {
  /** Writes nothing with `preview`. Fails as `Storage.change` does. */
  take(memory: ForeignMemory, options: { preview: boolean }): Promise<Taken>;
}

/** Looks once at all that is here: what others save meanwhile under the same name may come twice, and nothing is lost. */
export async function createForeignIntake(options: MemoryStoreOptions): Promise<ForeignIntake> {
  const context = contextOf(options);
  const { memories } = await listMemories(context.storage);
  const history = await logOf(context.storage);
  const added = new Map<string, string>();
  return {
    async take(memory, { preview }) {
      const sameName = added.get(memory.name.normalize("NFC"));
      if (sameName !== undefined) {
        return { outcome: "skipped", reason: `it has the name of ${sameName}, which stands for both` };
      }
      added.set(memory.name.normalize("NFC"), memory.file);
      const here = await findHere({ context, memories, history }, memory);
      if (here !== null) return { outcome: "already", ...here };
      const scope = scopeOfType(memory.type);
      if (wasRemoved(history, `${scope}/${memory.slug}`)) {
        return { outcome: "skipped", reason: "it was imported before and deleted here since" };
      }
      const secrets = await secretsOf(context, memory);
      if (secrets !== "") return { outcome: "skipped", reason: `it holds a secret (${secrets})` };
      if (preview)
        return { outcome: "imported", ...(await placeFor(context, context.storage, { scope, memory })) };
      const { value } = await context.storage.change([scope], (tx) => add(context, tx, { scope, memory }));
      return { outcome: "imported", ...value };
    },
  };
}

/** The memory here that this one is: of its name, or of its slug where it came in before and was renamed since. */
async function findHere(
  {
    context,
    memories,
    history,
  }: { context: StoreContext; memories: readonly ListedMemory[]; history: readonly LogLine[] },
  memory: ForeignMemory,
): Promise<{ id: string; isChanged: boolean } | null> {
  const name = memory.name.normalize("NFC");
  for (const here of memories) {
    const isNamed = here.name.normalize("NFC") === name;
    const isOfSlug = here.slug === memory.slug && wasBrought(history, here.id);
    if (!isNamed && !isOfSlug) continue;
    const isSame = await isSameText(context, here, memory);
    const isOfSession = memory.session !== null && here.session === memory.session;
    // Two projects of another agent may each have a feedback_testing.md.
    if (!isNamed && !isSame && !isOfSession) continue;
    return { id: here.id, isChanged: !isSame || !isNamed };
  }
  return null;
}

async function isSameText(
  { storage }: StoreContext,
  here: ListedMemory,
  { body, description }: ForeignMemory,
): Promise<boolean> {
  const result = await storage.read(here.path);
  if (!result.found) return false;
  const parsed = await parseMemory(result.text, here.slug);
  return parsed.body.trim() === body.trim() && parsed.header.description === description;
}

function wasRemoved(history: readonly LogLine[], id: string): boolean {
  return history.find((line) => idOf(line) === id)?.op === "delete" && wasBrought(history, id);
}

function wasBrought(history: readonly LogLine[], id: string): boolean {
  return history.some((line) => line.op === "create" && line.by === "imported" && idOf(line) === id);
}

function idOf({ scope, slug }: LogLine): string {
  return `${scope}/${slug}`;
}

function secretsOf({ gate }: StoreContext, memory: ForeignMemory): Promise<string> {
  const { name, description, body, session, text, file } = memory;
  const asMemory = { ...listedAs(memory), name, description, body, session };
  const folder: MemoryFolder = { scope: "user", path: "home/memory", isShared: false };
  return secretsIn(gate, {
    memory: asMemory,
    folder,
    name: file,
    text,
    damage: null,
    isText: true,
    isHeld: false,
  });
}

/** What a list would say of it. */
function listedAs({ slug, name, description, type, session }: ForeignMemory): ListedMemory {
  const place = {
    id: `user/${slug}`,
    slug,
    scope: "user",
    path: `home/memory/${slug}.md`,
    file: "",
  } as const;
  const header = { name, description, type, modified: null, source: "imported", session } as const;
  return { ...place, ...header, version: "", problems: [] };
}

interface Wanted {
  scope: Scope;
  memory: ForeignMemory;
}

interface Place {
  id: string;
  path: string;
}

async function placeFor(context: StoreContext, reader: Reader, wanted: Wanted): Promise<Place> {
  const { folder, slug } = await freePlace(context, reader, wanted);
  return { id: `${wanted.scope}/${slug}`, path: context.storage.locate(`${folder.path}/${slug}.md`) };
}

/** Where a new memory goes: its own slug, if no file of the scope has it whatever its case. */
async function freePlace(
  { storage, limits }: StoreContext,
  reader: Reader,
  { scope, memory }: Wanted,
): Promise<{ folder: MemoryFolder; slug: string }> {
  const trust = await readTrust(reader, storage);
  const folders = foldersOf(storage, scope);
  const folder = folders.find(({ isShared }) => !isShared || trust !== null);
  if (folder === undefined) throw new Error(`Nothing of ${scope} scope is open.`);
  const files = (await Promise.all(folders.map((each) => usableFilesIn(reader, each)))).flat();
  const isTaken = files.some((file) => file.toLowerCase() === `${memory.slug}.md`.toLowerCase());
  return { folder, slug: isTaken ? freeSlug(memory.name, files, limits.slugCharacters) : memory.slug };
}

async function add(context: StoreContext, tx: Transaction, { scope, memory }: Wanted): Promise<Place> {
  const { name, description, text, session } = memory;
  const { folder, slug } = await freePlace(context, tx, { scope, memory });
  if (scope === "project") await context.ensureProject(tx);
  const file = `${slug}.md`;
  const path = `${folder.path}/${file}` as const;
  tx.write(path, text);
  const edited = await editIndex(context, tx, { folder, memory: { file, name, description }, rewrite: true });
  if (folder.isShared) {
    await trustOwn(tx, [
      { name: file, text },
      { name: indexName, text: edited.line },
    ]);
  }
  tx.describe({ op: "create", scope, slug, by: "imported", ...(session !== null && { session }) });
  return { id: `${scope}/${slug}`, path: context.storage.locate(path) };
}
