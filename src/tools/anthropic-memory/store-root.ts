import { dirname } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import {
  createMemoryStore,
  createMemoryTexts,
  type MemoryStoreOptions,
  type MemoryText,
  type Scope,
  type TextPlace,
} from "../../memory/index.ts";
import type { EditedText, TextChange } from "./edit-text.ts";
import type { MemoryPath } from "./memory-path.ts";
import type { Looked, MemoryRoot } from "./memory-root.ts";
import * as refusals from "./sentences.ts";
import { listScopes } from "./store-list.ts";
import { newMemoryPlace, readOnlyIndex, storePlace } from "./store-path.ts";

/** What a command did to a memory, for whoever shows it and keeps account. */
export interface MemoryTouch {
  did: "saved" | "updated" | "deleted" | "moved" | "read";
  /** `scope/slug`. */
  id: string;
  name: string;
  /** What the store had to say: near a limit, a line cut. */
  notes: readonly string[];
}

export interface StoreRootOptions {
  store: MemoryStoreOptions;
  /** Names the evidence of what is saved. */
  session?: string;
  onTouch?: (touch: MemoryTouch) => void;
}

/**
 * Memories of daybook as `/memories/user/*.md` and `/memories/project/*.md`, with their headers, and the indexes as
 * read-only `MEMORY.md`. Each write is a change of the store: history, index line, gate and undo hold.
 */
export function createStoreRoot({
  store: options,
  session,
  onTouch = () => {},
}: StoreRootOptions): MemoryRoot {
  const { storage } = options;
  const store = createMemoryStore(options);
  const texts = createMemoryTexts(options);
  const by = { source: "agent" as const, ...(session !== undefined && { session }) };
  const open = (["user", "project"] as const).filter((scope) =>
    storage.has(scope === "user" ? "home" : scope),
  );

  /** Sentences of other rooms name folders of this machine. */
  async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw DaybookError.isInstance(error) ? withoutFolders(error, storage) : error;
    }
  }

  /** The memory of a path that is to be changed. */
  function memoryAt(path: MemoryPath, missing: DaybookError): { scope: Scope; slug: string } {
    const place = storePlace(path, open);
    if (place.kind === "memory") return place;
    if (place.kind === "index") throw readOnlyIndex(path);
    throw missing;
  }

  /** What came with a clone and nobody trusted is not there for a model. */
  async function readOpen(place: TextPlace): Promise<MemoryText | null> {
    try {
      return await texts.read(place);
    } catch (error) {
      if (DaybookError.isInstance(error) && error.code === "untrusted") return null;
      throw error;
    }
  }

  async function look(path: MemoryPath): Promise<Looked> {
    const place = storePlace(path, open);
    switch (place.kind) {
      case "none":
        return { kind: "missing", hint: place.hint };
      case "root":
        return listScopes(options.storage, await store.indexes());
      case "scope":
        return listScopes(options.storage, await store.indexes(), place.scope);
      case "index": {
        const { views } = await store.indexes();
        const text = views.find((view) => view.scope === place.scope)?.text ?? "";
        return { kind: "file", text, isText: true };
      }
      case "memory": {
        const memory = await readOpen(place);
        if (memory === null) return { kind: "missing" };
        onTouch({ did: "read", id: `${place.scope}/${place.slug}`, name: memory.name, notes: [] });
        return { kind: "file", ...memory };
      }
    }
  }

  return {
    look: (path) => told(() => look(path)),

    create: (path, text) =>
      told(async () => {
        if (["root", "scope"].includes(storePlace(path, open).kind)) throw refusals.alreadyThere(path.shown);
        const place = newMemoryPlace(path, open);
        const onlyNew = (existing: MemoryText | null): string => {
          if (existing !== null) throw refusals.alreadyThere(path.shown);
          return text;
        };
        const { id, name, notes } = await texts.write(place, onlyNew, by);
        onTouch({ did: "saved", id, name, notes });
      }),

    edit: (path, change) =>
      told(async () => {
        const place = memoryAt(path, refusals.noSuchPath(path.shown));
        if ((await readOpen(place)) === null) throw refusals.noSuchPath(path.shown);
        let changed: (TextChange & EditedText) | undefined;
        const edited = (existing: MemoryText | null): string => {
          if (existing === null) throw refusals.noSuchPath(path.shown);
          changed = { bodyAt: existing.bodyAt, ...change(existing) };
          return changed.text;
        };
        const { id, name, notes, text, bodyAt } = await texts.write(place, edited, by);
        onTouch({ did: "updated", id, name, notes });
        return { text, at: offsetAfter(changed, bodyAt) };
      }),

    remove: (path) =>
      told(async () => {
        if (storePlace(path, open).kind === "scope") throw refusals.fixedFolder("delete", path.shown);
        const { scope, slug } = memoryAt(path, refusals.nothingAt(path.shown));
        if ((await readOpen({ scope, slug })) === null) throw refusals.nothingAt(path.shown);
        const { id, name, notes } = await store.remove(`${scope}/${slug}`, by);
        onTouch({ did: "deleted", id, name, notes });
      }),

    rename: (from, to) =>
      told(async () => {
        if (storePlace(from, open).kind === "scope") throw refusals.fixedFolder("rename", from.shown);
        const place = memoryAt(from, refusals.nothingAt(from.shown));
        if ((await readOpen(place)) === null) throw refusals.nothingAt(from.shown);
        if (["root", "scope"].includes(storePlace(to, open).kind)) throw refusals.destinationTaken(to.shown);
        const target = newMemoryPlace(to, open);
        if ((await texts.read(target)) !== null) throw refusals.destinationTaken(to.shown);
        const { id, name, notes } = await texts.rename(place, target, by);
        onTouch({ did: "moved", id, name, notes });
      }),
  };
}

/** Where the change begins in the text as it was saved: only the header may have grown. */
function offsetAfter(changed: (TextChange & EditedText) | undefined, bodyAt: number): number {
  if (changed === undefined) return 0;
  const { at, bodyAt: before } = changed;
  return at < before ? at : at - before + bodyAt;
}

function withoutFolders(error: DaybookError, storage: MemoryStoreOptions["storage"]): DaybookError {
  // Such a refusal names the path as it was asked for and the root as it lies on the disk.
  if (error.code === "unsafe-path") return refusals.leadsOut();
  const folders = [
    ["shared", "shared/memory", "/memories/project"],
    ["project", "project/memory", "/memories/project"],
    ["home", "home/memory", "/memories/user"],
  ] as const;
  let message = error.message;
  for (const [root, path, shown] of folders) {
    if (!storage.has(root)) continue;
    const folder = storage.locate(path);
    message = message.replaceAll(folder, shown).replaceAll(dirname(folder), "daybook's folder");
  }
  if (message === error.message) return error;
  return new DaybookError(error.code, message, { cause: error, data: error.data });
}
