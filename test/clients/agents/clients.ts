import { workFolder, type AgentClient } from "./agent-client.ts";

/** The programs that are tried, each with the smallest setup that leads it to a model on this machine. */
export const agentClients: readonly AgentClient[] = [
  {
    host: "claude",
    package: "@anthropic-ai/claude-code@2.1.197",
    command: "claude",
    turn: (prompt) => ["-p", prompt, "--allowedTools", "mcp__daybook", "--output-format", "json"],
    files: (port) => ({
      ".claude/settings.json": json({
        env: {
          ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
          ANTHROPIC_API_KEY: "none",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
          DISABLE_TELEMETRY: "1",
          DISABLE_AUTOUPDATER: "1",
        },
      }),
    }),
  },
  {
    host: "opencode",
    package: "opencode-ai@1.18.33",
    command: "opencode",
    turn: (prompt) => ["run", prompt],
    files: (port) => ({
      [`${workFolder}/opencode.json`]: json({
        autoupdate: false,
        share: "disabled",
        model: "fake/scripted",
        small_model: "fake/scripted",
        permission: { "*": "allow" },
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            name: "Fake",
            options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "none" },
            models: {
              scripted: { name: "scripted", tool_call: true, limit: { context: 100_000, output: 4_000 } },
            },
          },
        },
      }),
    }),
  },
  {
    host: "gemini",
    package: "@google/gemini-cli@0.61.0",
    command: "gemini",
    turn: (prompt) => ["-m", "gemini-2.5-flash", "--skip-trust", "--approval-mode", "yolo", "-p", prompt],
    files: (port) => ({
      ".gemini/settings.json": json({
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
      ".gemini/.env": `GEMINI_API_KEY=none\nGOOGLE_GEMINI_BASE_URL=http://127.0.0.1:${port}\n`,
    }),
  },
  {
    host: "qwen",
    package: "@qwen-code/qwen-code@0.15.10",
    command: "qwen",
    hiddenTool: "mcp__daybook__memory_save",
    turn: (prompt) => ["--approval-mode", "yolo", "-p", prompt],
    files: (port) => ({
      ".qwen/settings.json": json({
        security: { auth: { selectedType: "openai" } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
      ".qwen/.env": `OPENAI_API_KEY=none\nOPENAI_BASE_URL=http://127.0.0.1:${port}/v1\nOPENAI_MODEL=scripted\n`,
    }),
  },
];

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
