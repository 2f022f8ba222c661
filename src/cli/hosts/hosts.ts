import { isAbsolute, join } from "node:path";
import type { FileEditor } from "./file-editor.ts";
import { groupOf, hookEntries, type HookForm } from "./hook-entries.ts";
import type { HostName } from "./host-name.ts";
import { createJsonEditor } from "./json-editor.ts";
import type { JsonEntries } from "./json-entries.ts";
import { wordsOf, type Launch } from "./launch.ts";
import { createOpencodePlugin } from "./opencode-plugin.ts";
import { createTomlEditor } from "./toml-editor.ts";

/** One file of a host that setup writes to. */
export interface HostFile {
  /** Absolute. */
  path: string;
  editor: FileEditor;
  /** Files that the host reads as well: what setup wrote may be in one of them, if other files were there then. */
  elsewhere?: readonly HostFile[];
}

/** What setup does for a host. */
export interface HostSetup {
  /** The host's name for people. */
  title: string;
  files: readonly HostFile[];
  /** What else the person should know or do: sentences. */
  advice: readonly string[];
}

/** Where a host's files are. */
export interface HostPlace {
  /** The person's home folder, absolute. */
  userHome: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Whether a file is there. */
  exists: (path: string) => boolean;
}

type Describe = (place: HostPlace, launch: Launch) => HostSetup;

const restart = (title: string): string => `Start ${title} anew: it reads these files when it starts.`;

const claude: Describe = ({ userHome, env }, launch) => {
  const moved = folderIn(env, "CLAUDE_CONFIG_DIR");
  const folder = moved ?? join(userHome, ".claude");
  return {
    title: "Claude Code",
    files: [
      jsonFile(join(moved ?? userHome, ".claude.json"), {
        server: { under: "mcpServers", value: { type: "stdio", ...serverOf(launch) } },
      }),
      jsonFile(join(folder, "settings.json"), {
        hooks: hookEntries(launch, {
          host: "claude",
          events: ["SessionStart", "UserPromptSubmit", "Stop"],
          element: groupOf(hookSeconds),
        }),
      }),
    ],
    advice: [restart("Claude Code")],
  };
};

const codex: Describe = ({ userHome, env }, launch) => {
  const folder = folderIn(env, "CODEX_HOME") ?? join(userHome, ".codex");
  const config = join(folder, "config.toml");
  return {
    title: "Codex",
    files: [
      {
        path: config,
        editor: createTomlEditor({ file: config, under: "mcp_servers", server: serverOf(launch) }),
      },
      jsonFile(join(folder, "hooks.json"), {
        hooks: hookEntries(launch, {
          host: "codex",
          events: ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop"],
          element: groupOf(hookSeconds),
        }),
      }),
    ],
    advice: ["Codex runs a hook only once you have trusted it: open /hooks there.", restart("Codex")],
  };
};

const gemini: Describe = ({ userHome }, launch) => ({
  title: "Gemini CLI",
  files: [
    jsonFile(join(userHome, ".gemini", "settings.json"), {
      server: { under: "mcpServers", value: serverOf(launch) },
      hooks: hookEntries(launch, {
        host: "gemini",
        events: ["SessionStart", "BeforeAgent", "PreCompress", "AfterAgent"],
        element: groupOf(hookSeconds * 1000, { name: "daybook" }),
      }),
    }),
  ],
  advice: [restart("Gemini CLI")],
});

const qwen: Describe = ({ userHome }, launch) => ({
  title: "Qwen Code",
  files: [
    jsonFile(join(userHome, ".qwen", "settings.json"), {
      server: { under: "mcpServers", value: serverOf(launch) },
      hooks: hookEntries(launch, {
        host: "qwen",
        events: ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop"],
        element: groupOf(hookSeconds * 1000, { name: "daybook" }),
      }),
    }),
  ],
  advice: [restart("Qwen Code")],
});

const opencode: Describe = ({ userHome, env, exists }, launch) => {
  const folder = join(folderIn(env, "XDG_CONFIG_HOME") ?? join(userHome, ".config"), "opencode");
  const [jsonc, json] = [join(folder, "opencode.jsonc"), join(folder, "opencode.json")];
  const { command, args } = serverOf(launch);
  const server = { type: "local", command: [command, ...args], enabled: true };
  const entries = { server: { under: "mcp", value: server } };
  const [first, second] = exists(jsonc) && !exists(json) ? [jsonc, json] : [json, jsonc];
  return {
    title: "opencode",
    files: [
      { ...jsonFile(first, entries), elsewhere: [jsonFile(second, entries)] },
      createOpencodePlugin(join(folder, "plugin", "daybook.js"), launch),
    ],
    advice: [restart("opencode")],
  };
};

const cursor: Describe = ({ userHome }, launch) => {
  const form: HookForm = {
    host: "cursor",
    events: ["sessionStart", "beforeSubmitPrompt", "stop"],
    element: (command) => ({ command }),
  };
  return {
    title: "Cursor",
    files: [
      jsonFile(join(userHome, ".cursor", "mcp.json"), {
        server: { under: "mcpServers", value: serverOf(launch) },
      }),
      jsonFile(join(userHome, ".cursor", "hooks.json"), {
        basics: { version: 1 },
        hooks: hookEntries(launch, form),
      }),
    ],
    advice: [
      "Cursor takes no context from a hook at a prompt: memories come at the start and by the tools.",
      restart("Cursor"),
    ],
  };
};

const vscode: Describe = (place, launch) => ({
  title: "VS Code",
  files: [
    jsonFile(join(vscodeFolder(place), "mcp.json"), {
      server: { under: "servers", value: { type: "stdio", ...serverOf(launch) } },
    }),
  ],
  advice: ["VS Code gets the tools alone; its hooks belong to each repository. See docs/agents.md."],
});

function vscodeFolder({ userHome, env, platform }: HostPlace): string {
  if (platform === "darwin") return join(userHome, "Library", "Application Support", "Code", "User");
  if (platform === "win32")
    return join(folderIn(env, "APPDATA") ?? join(userHome, "AppData", "Roaming"), "Code", "User");
  return join(folderIn(env, "XDG_CONFIG_HOME") ?? join(userHome, ".config"), "Code", "User");
}

// A relative one would mean another folder wherever one stands.
function folderIn(env: HostPlace["env"], name: string): string | undefined {
  const folder = env[name];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

// A hook of daybook answers within a second; the rest is for a machine under load.
const hookSeconds = 5;

const hosts: Readonly<Record<HostName, Describe>> = { claude, codex, gemini, qwen, opencode, cursor, vscode };

/** What setup does for a host in this place. */
export function describeHost(
  name: HostName,
  { place, launch }: { place: HostPlace; launch: Launch },
): HostSetup {
  return hosts[name](place, launch);
}

function serverOf(launch: Launch): { command: string; args: string[] } {
  return { command: launch.command, args: wordsOf(launch, ["mcp"]) };
}

function jsonFile(path: string, entries: Omit<JsonEntries, "file">): HostFile {
  return { path, editor: createJsonEditor({ file: path, ...entries }) };
}
