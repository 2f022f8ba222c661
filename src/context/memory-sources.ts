import type { IndexView, LoadedIndexes, MemoryStore } from "../memory/index.ts";
import { indexBlock } from "./index-block.ts";
import { memoryGuide, type MemoryToolKind } from "./memory-guide.ts";
import type { ContextSource, Placement } from "./source.ts";

/** Whose indexes, and where they go. */
export interface MemorySourceOptions {
  store: Pick<MemoryStore, "indexes">;
  /** Where the indexes go: `system`, or `user` for the first message. The guide stays in the system. */
  placement: "system" | "user";
  /** Which tool the guide speaks of; daybook's own when left out. */
  memoryTool?: MemoryToolKind;
}

/** The guide and the two indexes. They are read together, once: a set of sources serves one session. */
export function createMemorySources({ store, placement, memoryTool }: MemorySourceOptions): ContextSource[] {
  let reading: Promise<LoadedIndexes> | undefined;
  const indexes = (): Promise<LoadedIndexes> =>
    (reading ??= store.indexes().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
  const place: Placement = placement === "user" ? "first-user" : "system";
  return [
    {
      name: "memory-guide",
      placement: "system",
      async load() {
        const { views, notices } = await indexes();
        const folders = { user: foldersOf(views, "user"), project: foldersOf(views, "project") };
        const text = memoryGuide(folders, memoryTool);
        return { text, notices };
      },
    },
    ...(["user", "project"] as const).map((scope) => ({
      name: `index:${scope}`,
      placement: place,
      async load() {
        const view = (await indexes()).views.find((candidate) => candidate.scope === scope);
        return view === undefined ? null : indexBlock(view);
      },
    })),
  ];
}

function foldersOf(views: readonly IndexView[], scope: IndexView["scope"]): readonly string[] {
  return views.find((view) => view.scope === scope)?.folders ?? [];
}
