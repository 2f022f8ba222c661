import { join } from "node:path";
import type { MemoryToolKind } from "../context/index.ts";
import { DaybookError } from "../errors/index.ts";
import { allowCommand, readAllowedCommands } from "../project/index.ts";
import type { SessionLog } from "../sessions/index.ts";
import {
  createAnthropicMemoryTool,
  createBashTool,
  createEditTool,
  createGlobTool,
  createGrepTool,
  createMemoryTool,
  createPermissions,
  createReadTool,
  createWriteTool,
} from "../tools/index.ts";
import type { AllowedCommands, MemoryToolInput, PermissionMode, Tool } from "../tools/index.ts";
import type { Daybook } from "./daybook.ts";
import { memoryAt } from "./memory-at.ts";

/** The tools of a session, in the order the model sees them. Memories it saves name the session. */
export function sessionTools(
  daybook: Daybook,
  {
    mode,
    log,
    memoryTool,
    undo,
  }: {
    mode: PermissionMode | undefined;
    log: Pick<SessionLog, "id">;
    memoryTool: MemoryToolKind | undefined;
    undo?: string | undefined;
  },
): Tool[] {
  const { host, home, cwd, settings, project, folders } = daybook;
  const options = {
    cwd,
    home,
    projectRoot: project.identity.root,
    memoryFolders: folders.memory,
    outputFolder: join(project.folder, "tool-output"),
    permissions: createPermissions({
      mode: mode ?? settings.permissions ?? "ask",
      commands: allowedCommands(daybook),
    }),
    gitDirectory: project.identity.gitDirectory,
    environment: host.env,
    memoryAt: (path: string) => memoryAt(folders, path),
  };
  return [
    memoryTool === "anthropic" ? anthropicMemoryTool(daybook, log, undo) : ownMemoryTool(daybook, log, undo),
    createReadTool(options),
    createWriteTool(options),
    createEditTool(options),
    createGlobTool(options),
    createGrepTool(options),
    createBashTool(options),
  ] as Tool[];
}

// The session is asked for at each call: a new one gets its final id with its first record.
function ownMemoryTool(
  { store, search, host }: Daybook,
  log: Pick<SessionLog, "id">,
  undo: string | undefined,
): Tool<MemoryToolInput> {
  return createMemoryTool({
    store,
    finder: { index: search, now: host.now },
    ...(undo !== undefined && { undo }),
    get session() {
      return log.id;
    },
  });
}

function anthropicMemoryTool(
  { storeOptions }: Daybook,
  log: Pick<SessionLog, "id">,
  undo: string | undefined,
): Tool {
  return createAnthropicMemoryTool({
    store: storeOptions,
    ...(undo !== undefined && { undo }),
    get session() {
      return log.id;
    },
  });
}

/** The tool that a conversation reached memory by, so that a resume keeps the tools it was told of. */
export function loggedMemoryTool(tools: readonly unknown[] = []): MemoryToolKind | undefined {
  const isAnthropics = tools.some((tool) => (tool as Partial<Tool> | null)?.anthropicType !== undefined);
  return isAnthropics ? "anthropic" : undefined;
}

// In `project.json` of the home: nothing inside a repository can allow a command.
function allowedCommands({ storage, storeOptions, collectProject }: Daybook): AllowedCommands {
  return {
    read: () => readAllowedCommands(storage),
    async add(command) {
      const [secret] = await storeOptions.gate.check(command);
      if (secret !== undefined) {
        throw new DaybookError(
          "secret",
          `The command holds a secret (${secret.kind}), and those are not kept.`,
        );
      }
      await storage.change(["project"], (tx) => allowCommand(tx, { command, collect: collectProject }));
    },
  };
}
