export { openFolderStore } from "./folder-store.ts";
export type { FolderStore, FolderStoreOptions } from "./folder-store.ts";
