import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createEventLog } from "../events/index.ts";
import type { EventLog } from "../events/index.ts";
import { createSecretGate } from "../guard/index.ts";
import { createMemoryStore } from "../memory/index.ts";
import type { MemoryStore, MemoryStoreOptions } from "../memory/index.ts";
import {
  createGit,
  createProjectKeeper,
  identifyProject,
  openProject,
  projectFileFor,
} from "../project/index.ts";
import type { OpenedProject, ProjectFile, ProjectHome } from "../project/index.ts";
import { createMemorySearch } from "../search/index.ts";
import type { MemorySearch } from "../search/index.ts";
import { createFileStorage } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { assertHomeIsPersons, assertUsableHome, resolveHome } from "./home.ts";
import type { Host } from "./host.ts";
import { loadSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** The person's memories, opened for the project of the current folder. */
export interface Book {
  host: Host;
  /** Absolute path of `~/.agent`, or where it was moved. */
  home: string;
  cwd: string;
  settings: Settings;
  project: OpenedProject;
  /** Looks after `projects/` of the home. */
  projectHome: ProjectHome;
  storage: Storage;
  store: MemoryStore;
  /** What `store` was made from, for the operations of `memory` that are no method of it. */
  storeOptions: Required<MemoryStoreOptions>;
  /** Finds memories; it keeps its index for as long as the process lives. */
  search: MemorySearch;
  /** Receipts of the project. */
  events: EventLog;
  folders: DaybookFolders;
  /** What was noticed on the way: sentences for the person. */
  notices: string[];
  /** The facts of `project.json`, for a project that has none yet. */
  collectProject(): Promise<ProjectFile>;
}

/** Absolute folders; none need exist. */
export interface DaybookFolders {
  /** Memories of the person. */
  user: string;
  /** Private memories of the project. */
  project: string;
  /** Shared memories, null without `.agent/memory`. */
  shared: string | null;
  /** All of them, as a session may read them. */
  memory: string[];
  /** Session logs of the project. */
  sessions: string;
}

/** Opens the book for the current folder. Makes nothing on disk; a moved project is brought over. */
export async function openBook(host: Host, options: { home?: string } = {}): Promise<Book> {
  const home = resolveHome(host, options.home);
  await assertUsableHome(home);
  const cwd = host.cwd();
  const identity = await identifyProject({ cwd });
  await assertHomeIsPersons(host, { home, flag: options.home, project: identity });
  const { settings, notices } = await loadSettings(home);
  const lockWaitMs = settings.limits.lockWaitMs;
  const git = createGit({ environment: host.env });
  const projectHome: ProjectHome = { home, git, now: host.now, lockWaitMs };
  const project = await openProject(projectHome, identity);
  const collectProject = () => projectFileFor({ identity: project.identity, git, now: host.now() });
  const storage = createFileStorage({
    folders: {
      home,
      project: project.folder,
      ...(project.shared === null ? {} : { shared: project.shared }),
    },
    now: host.now,
    newId: randomUUID,
    lockWaitMs,
  });
  const storeOptions = {
    storage,
    gate: createSecretGate(),
    now: host.now,
    limits: settings.limits,
    ensureProject: createProjectKeeper({ isKnown: project.isKnown, collect: collectProject }),
  } satisfies MemoryStoreOptions;
  return {
    host,
    home,
    cwd,
    settings,
    project,
    projectHome,
    storage,
    store: createMemoryStore(storeOptions),
    storeOptions,
    search: createMemorySearch({
      storage,
      now: host.now,
      // A project that is not known yet has no folder, and searching makes none.
      cacheFolders: [project.folder, home].map((folder) => join(folder, "cache")),
    }),
    events: createEventLog({
      storage,
      now: host.now,
      prepare: async () => void (await storage.change(["project"], storeOptions.ensureProject)),
    }),
    folders: foldersOf(home, project),
    notices: [...notices, ...project.notices],
    collectProject,
  };
}

function foldersOf(home: string, { folder, shared }: OpenedProject): DaybookFolders {
  const user = join(home, "memory");
  const project = join(folder, "memory");
  const sharedMemory = shared === null ? null : join(shared, "memory");
  return {
    user,
    project,
    shared: sharedMemory,
    memory: [user, project, ...(sharedMemory === null ? [] : [sharedMemory])],
    sessions: join(folder, "sessions"),
  };
}
