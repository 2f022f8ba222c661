import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Server, StandardSchemaV1 } from "@modelcontextprotocol/server";

/** In which folder a client works. */
export interface ClientFolder {
  get(): Promise<string>;
  /** Whether the client itself must be asked. */
  isAsked(): boolean;
}

/** How long a client may take to say it; editors answer at once or never. */
const WAIT_MS = 2_000;

/**
 * The first root that a client of 2025 offers and that is a folder here, else `fallback`: an editor starts its servers
 * anywhere. It is asked once, and again when it says that its roots changed. `tell` hears where none can be used.
 */
export function rootFolder(
  server: Server,
  { fallback, tell }: { fallback: () => string; tell: (notice: string) => void },
): ClientFolder {
  let asked: Promise<string | null> | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    asked = undefined;
  });
  const isAsked = (): boolean => server.getClientCapabilities()?.roots !== undefined;

  async function firstRoot(): Promise<string | null> {
    const roots = await rootsOf(server);
    for (const root of roots ?? []) {
      const folder = folderOf(root);
      if (folder !== null && (await isFolder(folder))) return folder;
    }
    const why =
      roots === null ? "did not say which folders it works in" : "works in no folder that is on this machine";
    if (roots?.length !== 0) tell(`the client ${why}: memory is that of ${fallback()}`);
    return null;
  }

  return {
    isAsked,
    async get() {
      if (!isAsked()) return fallback();
      return (await (asked ??= firstRoot())) ?? fallback();
    },
  };
}

/** The roots as the client gave them, null where it gave none; one that is odd must not hide the others. */
async function rootsOf(server: Server): Promise<unknown[] | null> {
  try {
    const answer = await server.request({ method: "roots/list" }, anything, { timeout: WAIT_MS });
    const roots = isObject(answer) ? answer["roots"] : undefined;
    return Array.isArray(roots) ? roots : null;
  } catch {
    // It offers roots and gives none: the folder it was started in must do.
    return null;
  }
}

/** The protocol's own schema refuses all roots for one that is no file. */
const anything: StandardSchemaV1<unknown> = {
  "~standard": { version: 1, vendor: "daybook", validate: (value) => ({ value }) },
};

function folderOf(root: unknown): string | null {
  const uri = isObject(root) ? root["uri"] : undefined;
  try {
    return typeof uri === "string" ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
