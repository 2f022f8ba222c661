/** Brings what is remembered of all memories up to what lies on the disk now. */
import {
  heldNotice,
  hiddenNotice,
  lookAtCorpus,
  type CorpusFolder,
  type CorpusLook,
} from "../memory/index.ts";
import type { Storage } from "../storage/index.ts";
import type { Remembered } from "./cache-form.ts";
import {
  factsAt,
  factsLine,
  hasState,
  keyOf,
  placeOfName,
  state,
  type RememberedFolder,
} from "./remembered.ts";
import { sweepFolder, type Unread } from "./sweep.ts";

export interface RefreshOptions {
  storage: Storage;
  /** Called now and then while much is read, with what is done and what there is to do. */
  onProgress: (done: number, total: number) => Promise<void>;
  /** Ends the reading early; what is left is read the next time. */
  signal?: Pick<AbortSignal, "aborted"> | undefined;
}

/** All memories as they were a moment ago. */
export interface Refreshed {
  folders: SeenFolder[];
  /** What differs from what was remembered: a number of memories. */
  changes: number;
  /** Files that are in the index and whose id another memory has. */
  hidden: ReadonlySet<string>;
  /** What is left out: sentences for the person. */
  notices: string[];
}

export interface SeenFolder {
  folder: CorpusFolder;
  remembered: RememberedFolder;
}

/** Memories after which other work gets a turn. */
const atOnce = 64;

/** Changes `remembered` in place; whatever happens to single files, the others are there. */
export async function refresh(remembered: Remembered, options: RefreshOptions): Promise<Refreshed> {
  const { storage, signal } = options;
  const { index } = remembered;
  const look = await lookAtCorpus(storage);
  const before = new Map(remembered.folders.map((folder) => [folder.path, folder]));
  const swept = look.folders.map((folder) => {
    const sweep = sweepFolder(before.get(folder.path), folder, storage.locate(folder.path));
    before.delete(folder.path);
    return { folder, ...sweep };
  });
  const closed = [...before.values()].flatMap((folder) => folder.names.map((name) => keyOf(folder, name)));
  const gone = [...closed, ...swept.flatMap((each) => each.gone)];
  for (const key of gone) index.remove(key);
  remembered.folders = swept.map((each) => each.remembered);
  const unread = swept.flatMap((each) =>
    [...each.unread, ...applyTrust(look, each, remembered)].map((file) => ({ ...each, ...file })),
  );
  let changes = gone.length;
  for (const [done, file] of unread.entries()) {
    if (signal?.aborted === true) break;
    if (await takeIn(look, file, remembered)) changes += 1;
    if (done % atOnce === atOnce - 1) await options.onProgress(done + 1, unread.length);
  }
  return { folders: swept, changes, ...leftOut(look, swept, storage) };
}

/** What was trusted since must be read, what is trusted no longer goes. */
function applyTrust(
  look: CorpusLook,
  { folder, remembered: seen, unread }: SeenFolder & { unread: readonly Unread[] },
  { index }: Remembered,
): Unread[] {
  if (!folder.isShared) return [];
  const isUnread = new Set(unread.map(({ at }) => at));
  const trusted: Unread[] = [];
  for (const [at, name] of seen.names.entries()) {
    if (isUnread.has(at) || !hasState(seen, at, state.known) || hasState(seen, at, state.problem)) continue;
    const isShown = look.mayShow(folder, seen.marks.at(at));
    if (isShown && !hasState(seen, at, state.indexed)) trusted.push({ at, isSettled: true });
    if (isShown || !hasState(seen, at, state.indexed)) continue;
    index.remove(keyOf(seen, name));
    seen.states[at] = (seen.states[at] ?? 0) & ~state.indexed;
  }
  return trusted;
}

/** Reads one file; whether that changed anything that is remembered. */
async function takeIn(
  look: CorpusLook,
  { folder, remembered: seen, at, isSettled }: SeenFolder & Unread,
  { index }: Remembered,
): Promise<boolean> {
  const name = seen.names[at] ?? "";
  const key = keyOf(seen, name);
  const opened = await look.open(folder, name);
  const states = seen.states[at] ?? 0;
  if (opened === null) {
    index.remove(key);
    seen.states[at] = 0;
    return states !== 0;
  }
  const { memory, isRead, mark, problem } = opened;
  const facts = factsLine({ ...memory, problem });
  const isSame = (states & state.known) !== 0 && isRead && seen.facts.at(at) === facts;
  const isShown = problem === null && look.mayShow(folder, mark);
  seen.facts.set(at, facts);
  seen.marks.set(at, mark);
  seen.states[at] =
    state.known |
    (isRead && isSettled ? state.settled : 0) |
    (isShown ? state.indexed : 0) |
    (problem === null ? 0 : state.problem);
  if (!isShown) index.remove(key);
  else if (!isSame || (states & state.indexed) === 0) {
    const { slug, description, body } = memory;
    index.put({ key, name: memory.name, description, slug, body });
  }
  return !isSame || seen.states[at] !== states;
}

function leftOut(
  look: CorpusLook,
  seen: readonly SeenFolder[],
  storage: Pick<Storage, "locate">,
): Pick<Refreshed, "hidden" | "notices"> {
  const held: string[] = [];
  const problems: string[] = [];
  for (const { folder, remembered } of seen) {
    for (const [at, name] of remembered.names.entries()) {
      if ((remembered.states[at] ?? 0) === 0 || hasState(remembered, at, state.indexed)) continue;
      if (!look.mayShow(folder, remembered.marks.at(at))) held.push(name);
      else problems.push(factsAt(remembered, at).problem ?? "");
    }
  }
  const hidden = hiddenFiles(seen);
  const doubles = [...hidden].map((key) =>
    hiddenNotice(storage.locate(key as Parameters<Storage["locate"]>[0])),
  );
  return {
    hidden,
    notices: [...heldNotice(held), ...look.notices, ...problems.filter((text) => text !== ""), ...doubles],
  };
}

/** Keys of private memories in whose place a shared one is shown. */
function hiddenFiles(seen: readonly SeenFolder[]): Set<string> {
  const shared = seen.find(({ folder }) => folder.isShared);
  const own = seen.find(({ folder }) => folder.scope === "project" && !folder.isShared);
  const hidden = new Set<string>();
  if (shared === undefined || own === undefined) return hidden;
  for (const [at, name] of shared.remembered.names.entries()) {
    const other = hasState(shared.remembered, at, state.indexed) ? placeOfName(own.remembered, name) : -1;
    if (other >= 0 && hasState(own.remembered, other, state.indexed)) hidden.add(keyOf(own.remembered, name));
  }
  return hidden;
}
