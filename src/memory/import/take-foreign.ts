import type { StoragePath, Transaction } from "../../storage/index.ts";
import { indexName } from "../../text/index.ts";
import { parseMemory } from "../format.ts";
import { freeSlug } from "../find-by-name.ts";
import { foldersOf, usableFilesIn, type MemoryFolder, type Reader } from "../folders.ts";
import { allRecords, type MemoryRecord } from "../history.ts";
import { editIndex } from "../index-change.ts";
import { listMemories } from "../list.ts";
import { openMemory } from "../load.ts";
import { scopeOfType } from "../save-input.ts";
import { secretsIn } from "../secrets.ts";
import { isSameName } from "../slug.ts";
import { contextOf, type MemoryStoreOptions } from "../store.ts";
import { readTrust, trustOwn } from "../trusted.ts";
import type { StoreContext } from "../context.ts";
import type { ListedMemory, Scope } from "../types.ts";
import { isSameNotebook } from "./foreign-index.ts";
import type { ForeignMemory } from "./foreign-memory.ts";

/** What became of a memory of another agent. */
export type Taken =
  | { outcome: "imported"; id: string; path: string }
  /** It is here; `isChanged`: here or there it says something else by now, and what is here stays. */
  | { outcome: "already"; id: string; isChanged: boolean }
  /** `isUnspeakable`: its file's name must not be said. */
  | { outcome: "skipped"; reason: string; isUnspeakable?: true };

/**
 * Takes memories of another agent in, each as a change that can be undone, and says of each what became of it. Of two
 * of one name the first that can come does. The last is written first: new lines go in front of an index, so its order
 * stays. Fails as `Storage.change` does.
 */
export async function takeForeign(
  options: MemoryStoreOptions,
  wanted: readonly ForeignMemory[],
  { preview, onProgress }: { preview: boolean; onProgress?: (done: number, total: number) => void },
): Promise<Taken[]> {
  const context = contextOf(options);
  const { memories } = await listMemories(context.storage);
  const history = await allRecords(context.storage);
  const paths = new Set(memories.map(({ path }) => path));
  const known: Known = { context, memories, history, paths, coming: new Map() };
  const judged: Judged[] = [];
  for (const memory of wanted) judged.push(await judge(known, memory));
  for (const [done, each] of judged.toReversed().entries()) {
    onProgress?.(done, judged.length);
    each.taken ??= await bring(known, each.memory, preview);
  }
  return judged.flatMap(({ taken }) => taken ?? []);
}

interface Known {
  context: StoreContext;
  /** What is here, and where: others may save meanwhile. */
  memories: readonly ListedMemory[];
  paths: Set<StoragePath>;
  /** The oldest first. */
  history: readonly MemoryRecord[];
  /** By name, what comes now or is here. */
  coming: Map<string, ForeignMemory>;
}

interface Judged {
  memory: ForeignMemory;
  /** Null for what is to come. */
  taken: Taken | null;
}

async function judge(known: Known, memory: ForeignMemory): Promise<Judged> {
  const name = memory.name.normalize("NFC");
  const sameName = known.coming.get(name);
  if (sameName !== undefined) {
    const other = otherwiseThan(memory, [sameName.body]);
    if (other !== null) return judge(known, other);
    const refused = await refusal(known, memory);
    const reason = `it has the name of ${sameName.file}, which stands for both`;
    return { memory, taken: { outcome: "skipped", ...(refused ?? { reason }) } };
  }
  const here = await findHere(known, memory);
  const other = here && memory.otherwise && otherwiseThan(memory, await bodiesOf(known, here));
  if (other) return judge(known, other);
  if (here === null) {
    const refused = await refusal(known, memory);
    if (refused !== null) return { memory, taken: { outcome: "skipped", ...refused } };
  }
  known.coming.set(name, memory);
  return { memory, taken: here && { outcome: "already", id: here.id, isChanged: here.isChanged } };
}

/** Its other form, where what has its name is about something else, at any of its times. */
function otherwiseThan({ otherwise, body }: ForeignMemory, others: readonly string[]): ForeignMemory | null {
  return others.some((other) => isSameNotebook(body, other)) ? null : (otherwise ?? null);
}

/** What a memory says, and said when it came in: a person may have written all of it anew since. */
async function bodiesOf({ history }: Known, { id, body }: { id: string; body: string }): Promise<string[]> {
  const records = history.filter(({ entry }) => idOf(entry) === id && isBringing(entry));
  const texts = records.flatMap(({ changes }) =>
    changes.flatMap(({ path, before, splice }) =>
      before === null && path.endsWith(`/${id.slice(id.indexOf("/") + 1)}.md`) ? [splice.inserted] : [],
    ),
  );
  return [body, ...(await Promise.all(texts.map(async (text) => (await parseMemory(text, id)).body)))];
}

async function refusal(
  { context, history }: Known,
  memory: ForeignMemory,
): Promise<{ reason: string; isUnspeakable?: true } | null> {
  if (wasRemoved(history, `${scopeOfType(memory.type)}/${memory.slug}`)) {
    return { reason: "it was imported before and deleted here since" };
  }
  const secrets = await secretsOf(context, memory);
  if (secrets !== "") return { reason: `it holds a secret (${secrets})` };
  // The file here would be called so too.
  const [inName] = await context.gate.check(memory.slug);
  return inName === undefined
    ? null
    : { reason: `its name holds a secret (${inName.kind})`, isUnspeakable: true };
}

async function bring(known: Known, memory: ForeignMemory, preview: boolean): Promise<Taken> {
  const { context, paths } = known;
  const scope = scopeOfType(memory.type);
  if (preview) {
    return { outcome: "imported", ...(await placeFor(context, context.storage, { scope, memory })) };
  }
  const { value } = await context.storage.change([scope], async (tx): Promise<Taken> => {
    const here = await findNew(known, tx, { scope, memory });
    if (here !== null) return { outcome: "already", ...here };
    return { outcome: "imported", ...(await add(context, tx, { scope, memory })) };
  });
  for (const { path } of foldersOf(context.storage, scope)) {
    if (value.outcome === "imported") paths.add(`${path}/${value.id.slice(scope.length + 1)}.md`);
  }
  return value;
}

/** The memory here that this one is: of its name, or of its slug where it came in before and was renamed since. */
async function findHere(
  { context, memories, history }: Known,
  memory: ForeignMemory,
): Promise<{ id: string; isChanged: boolean; body: string } | null> {
  const name = memory.name.normalize("NFC");
  for (const here of memories) {
    const isNamed = here.name.normalize("NFC") === name;
    const isOfSlug = here.slug === memory.slug && wasBrought(history, here.id);
    if (!isNamed && !isOfSlug) continue;
    const read = await context.storage.read(here.path);
    const body = read.found ? (await parseMemory(read.text, here.slug)).body : "";
    const isSame = isSameText({ ...here, body }, memory);
    const isOfSession = memory.session !== null && here.session === memory.session;
    // Two projects of another agent may each have a feedback_testing.md.
    if (!isNamed && !isSame && !isOfSession) continue;
    return { id: here.id, isChanged: !isSame || !isNamed, body };
  }
  return null;
}

/** One of its name that is here since all was looked at: another import may run at the same time. */
async function findNew(
  { context: { storage }, paths }: Known,
  tx: Transaction,
  { scope, memory }: Wanted,
): Promise<{ id: string; isChanged: boolean } | null> {
  const trust = await readTrust(tx, storage);
  for (const folder of foldersOf(storage, scope)) {
    for (const name of await usableFilesIn(tx, folder)) {
      if (paths.has(`${folder.path}/${name}`)) continue;
      const opened = await openMemory({ storage, reader: tx, trust }, { folder, name });
      if (opened === null || opened.isHeld || !isSameName(opened.memory.name, memory.name)) continue;
      return { id: opened.memory.id, isChanged: !isSameText(opened.memory, memory) };
    }
  }
  return null;
}

function isSameText(
  here: { body: string; description: string },
  { body, description }: Pick<ForeignMemory, "body" | "description">,
): boolean {
  return here.body.trim() === body.trim() && here.description === description;
}

function wasRemoved(history: readonly MemoryRecord[], id: string): boolean {
  return (
    history.findLast(({ entry }) => idOf(entry) === id)?.entry.op === "delete" && wasBrought(history, id)
  );
}

function wasBrought(history: readonly MemoryRecord[], id: string): boolean {
  return history.some(({ entry }) => isBringing(entry) && idOf(entry) === id);
}

function isBringing({ op, by }: MemoryRecord["entry"]): boolean {
  return op === "create" && by === "imported";
}

function idOf({ scope, slug }: MemoryRecord["entry"]): string {
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
