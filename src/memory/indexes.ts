import type { TrustFile } from "../project/index.ts";

import type { StoreContext } from "./context.ts";
import { foldersOf, indexPathOf, memoryFilesIn, scopesOf, type MemoryFolder } from "./folders.ts";
import { heldNotice, unlistedNotice, untrustedNotice } from "./held-notice.ts";
import { renderEntry } from "./index-entry.ts";
import { cutIndex, viewSource, type SourceView, type ViewLine } from "./index-view.ts";
import { damageNotice } from "./list.ts";
import { openAll } from "./load.ts";
import { attempt } from "./readable.ts";
import { mayShowLine, readTrust } from "./trusted.ts";
import type { IndexView, LoadedIndexes, Scope } from "./types.ts";

/**
 * The indexes as a new session sees them. Of the memories only those without an index line are opened,
 * and the shared ones, whose content must be known to be trusted.
 */
export async function loadIndexes(context: StoreContext): Promise<LoadedIndexes> {
  const trust = await readTrust(context.storage, context.storage);
  const loaded: LoadedIndexes = { views: [], drift: [], notices: [] };
  for (const scope of scopesOf(context.storage)) {
    const folders: FolderView[] = [];
    for (const folder of foldersOf(context.storage, scope))
      folders.push(await loadFolder(context, folder, trust));
    const view = viewOf(context, scope, folders);
    loaded.views.push(view);
    loaded.drift.push(
      ...folders.map(({ folder, view: { filesWithoutLine, linesWithoutFile } }) => ({
        scope,
        folder: folder.path,
        filesWithoutLine,
        linesWithoutFile,
      })),
    );
    const cut = view.cut === null ? [] : [view.cut];
    loaded.notices.push(...cut, ...folders.flatMap(({ notices }) => notices));
  }
  return loaded;
}

interface FolderView {
  folder: MemoryFolder;
  view: SourceView;
  /** Its lines, with one made for each file that has none. */
  lines: ViewLine[];
  notices: string[];
  isShown: boolean;
}

async function loadFolder(
  context: StoreContext,
  folder: MemoryFolder,
  trust: TrustFile | null,
): Promise<FolderView> {
  const { storage } = context;
  if (folder.isShared && trust === null) return hidden(folder, await untrustedNotice(storage, folder));
  const listed = await attempt(() => memoryFilesIn(storage, folder));
  if (!listed.ok) {
    if (!folder.isShared) throw listed.error;
    return hidden(folder, [unlistedNotice(storage, folder, listed.error.message)]);
  }
  const files = listed.value;
  const index = await readIndex(storage, folder);
  const held = await heldFiles(context, { folder, files, trust });
  const view = viewSource({
    text: index.text,
    files: new Set(files.filter((file) => !held.has(file))),
    isTrusted: (line) => mayShowLine(trust, folder, line),
  });
  // A line to a held file is held with it, and is no dangling line.
  view.linesWithoutFile = view.linesWithoutFile.filter((file) => !held.has(file));
  const made = await madeLines(context, { folder, files: view.filesWithoutLine, trust });
  return {
    folder,
    view,
    lines: [...view.lines, ...made.lines],
    notices: [...index.notices, ...heldNotice([...held], view.heldLines), ...made.notices],
    isShown: true,
  };
}

/** A folder of which only the notices are shown. */
function hidden(folder: MemoryFolder, notices: string[]): FolderView {
  const view = viewSource({ text: null, files: new Set() });
  return { folder, view, lines: [], notices, isShown: false };
}

/** The index as far as it can be read: whatever is wrong with it, the memories are there. */
async function readIndex(
  storage: StoreContext["storage"],
  folder: MemoryFolder,
): Promise<{ text: string | null; notices: string[] }> {
  const path = indexPathOf(folder);
  const result = await attempt(() => storage.read(path));
  if (!result.ok) {
    return { text: null, notices: [`Memories are listed without their index. ${result.error.message}`] };
  }
  const index = result.value;
  if (!index.found) return { text: null, notices: [] };
  const notices = index.faithful
    ? []
    : [
        `${storage.locate(path)} is not UTF-8 text: it is shown as far as it can be made out. Convert it to UTF-8.`,
      ];
  return { text: index.text, notices };
}

async function heldFiles(
  { storage }: StoreContext,
  { folder, files, trust }: { folder: MemoryFolder; files: readonly string[]; trust: TrustFile | null },
): Promise<Set<string>> {
  if (!folder.isShared || trust?.always === true) return new Set();
  const places = files.map((name) => ({ folder, name }));
  const opened = await openAll({ storage, reader: storage, trust }, places);
  return new Set(opened.filter(({ isHeld }) => isHeld).map(({ name }) => name));
}

/** Lines for the files without one, made from their headers. */
async function madeLines(
  { storage, limits }: StoreContext,
  { folder, files, trust }: { folder: MemoryFolder; files: readonly string[]; trust: TrustFile | null },
): Promise<{ lines: ViewLine[]; notices: string[] }> {
  const opened = await openAll(
    { storage, reader: storage, trust },
    files.map((name) => ({ folder, name })),
  );
  const lines = opened.map(({ name, memory, damage }) => {
    const shown =
      damage === null
        ? memory
        : { name: memory.slug, description: `its header could not be read: ${damage}` };
    const { name: title, description } = shown;
    return {
      file: name,
      text: renderEntry({ file: name, name: title, description, limit: limits.indexLineCharacters }).line,
    };
  });
  const notices = opened.flatMap((each) => (each.damage === null ? [] : [damageNotice(each, each.damage)]));
  return { lines, notices };
}

function viewOf({ storage, limits }: StoreContext, scope: Scope, folders: readonly FolderView[]): IndexView {
  const shown = folders.filter(({ isShown }) => isShown);
  const index = cutIndex(
    shown.flatMap(({ lines }) => lines),
    { scope, limits },
  );
  return { scope, folders: shown.map(({ folder }) => storage.locate(folder.path)), ...index };
}
