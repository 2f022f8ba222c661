import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  createPermissions,
  type AllowedCommands,
  type PermissionMode,
  type Permissions,
} from "./permissions.ts";
import type { ApprovalRequest } from "./approval.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** A project, a home with memories, and a file outside of both, on the real disk. */
export interface Workspace {
  folder: string;
  project: string;
  home: string;
  options: {
    cwd: string;
    projectRoot: string;
    memoryFolders: string[];
    home: string;
    outputFolder: string;
    gitDirectory: string | null;
    environment: Record<string, string | undefined>;
    permissions: Permissions;
  };
  /** Writes files below the folder of the workspace, by their relative paths. */
  put(files: Record<string, string | Uint8Array>): Promise<void>;
  git(...args: string[]): string;
}

/** A new workspace; with `git` the project is a repository. */
export async function createWorkspace(
  wish: { mode?: PermissionMode; commands?: AllowedCommands; git?: boolean } = {},
): Promise<Workspace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-tools-")));
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  await mkdir(project, { recursive: true });
  await mkdir(join(home, "memory"), { recursive: true });
  await mkdir(join(home, "projects", "p-1", "memory"), { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: project,
      encoding: "utf8",
    });
  if (wish.git === true) git("init", "-q", "-b", "main");
  return {
    folder,
    project,
    home,
    options: {
      cwd: project,
      projectRoot: project,
      memoryFolders: [join(home, "memory"), join(home, "projects", "p-1", "memory")],
      home,
      outputFolder: join(home, "projects", "p-1", "tool-output"),
      gitDirectory: wish.git === true ? join(project, ".git") : null,
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: folder },
      permissions: createPermissions({
        mode: wish.mode ?? "ask",
        ...(wish.commands === undefined ? {} : { commands: wish.commands }),
      }),
    },
    async put(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
    },
    git,
  };
}

/** What became of a call. */
export interface Called extends ToolOutcome {
  /** What the person was asked, null when nothing was. */
  asked: ApprovalRequest | null;
}

/** One call as the agent makes it. Without an answer nobody can be asked. */
export async function call<Input>(
  tool: Tool<Input>,
  input: unknown,
  options: {
    answer?: "allow" | "allow-always" | "refuse";
    /** What happens while the person thinks. */
    meanwhile?: () => Promise<void>;
    signal?: AbortSignal;
  } = {},
): Promise<Called> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return refused(parsed.problem);
  const verdict = await tool.permission(parsed.value);
  if (verdict.decision === "refuse") return refused(verdict.reason);
  const asked = verdict.decision === "ask" ? verdict.request : null;
  if (verdict.decision === "ask") {
    if (options.answer === undefined) return refused(verdict.otherwise, asked);
    if (options.answer === "refuse") return refused("the person refused", asked);
    if (options.answer === "allow-always") await verdict.remember?.();
  }
  await options.meanwhile?.();
  const signal = options.signal ?? AbortSignal.timeout(60_000);
  return { ...(await tool.execute(parsed.value, { signal })), asked };
}

function refused(content: string, asked: ApprovalRequest | null = null): Called {
  return { content, isError: true, asked };
}
