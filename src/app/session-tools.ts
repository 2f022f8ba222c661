import { join } from "node:path";
import { DaybookError } from "../errors/index.ts";
import { allowCommand, readAllowedCommands } from "../project/index.ts";
import type { SessionLog } from "../sessions/index.ts";
import {
  createBashTool,
  createEditTool,
  createGlobTool,
  createGrepTool,
  createMemoryTool,
  createPermissions,
  createReadTool,
  createWriteTool,
} from "../tools/index.ts";
import type { AllowedCommands, PermissionMode, Tool } from "../tools/index.ts";
import type { Daybook } from "./daybook.ts";
import { memoryAt } from "./memory-at.ts";

/** The tools of a session, in the order the model sees them. Memories it saves name the session. */
export function sessionTools(
  daybook: Daybook,
  { mode, log }: { mode: PermissionMode | undefined; log: Pick<SessionLog, "id"> },
): Tool[] {
  const { host, home, cwd, settings, store, project, folders } = daybook;
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
    createMemoryTool({
      store,
      finder: { index: daybook.search, now: host.now },
      // Asked at each call: a new session gets its final id with its first record.
      get session() {
        return log.id;
      },
    }),
    createReadTool(options),
    createWriteTool(options),
    createEditTool(options),
    createGlobTool(options),
    createGrepTool(options),
    createBashTool(options),
  ] as Tool[];
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
