import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";

/** In which folder a client works. */
export interface ClientFolder {
  get(): Promise<string>;
}

/** How long a client may take to say it; editors answer at once or never. */
const WAIT_MS = 2_000;

/**
 * The first root that a client of 2025 offers and that is a folder here, else `fallback`: an editor starts its servers
 * anywhere. It is asked once, and again when it says that its roots changed.
 */
export function rootFolder(server: Server, fallback: () => string): ClientFolder {
  let asked: Promise<string | null> | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    asked = undefined;
  });
  return {
    async get() {
      if (server.getClientCapabilities()?.roots === undefined) return fallback();
      return (await (asked ??= firstRoot(server))) ?? fallback();
    },
  };
}

async function firstRoot(server: Server): Promise<string | null> {
  try {
    const { roots } = await server.listRoots(undefined, { timeout: WAIT_MS });
    for (const { uri } of roots) {
      const folder = folderOf(uri);
      if (folder !== null && (await isFolder(folder))) return folder;
    }
  } catch {
    // It offers roots and gives none: the folder it was started in must do.
  }
  return null;
}

function folderOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
