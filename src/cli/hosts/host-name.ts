/** The agents that `daybook setup` knows. */
export const hostNames = ["claude", "codex", "gemini", "qwen", "opencode", "cursor", "vscode"] as const;
export type HostName = (typeof hostNames)[number];
