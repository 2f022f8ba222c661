import type { Command as Program } from "commander";
import { jsonOption } from "./common-options.ts";
import type { Connect } from "./connect.ts";

/** What other agents and programs use daybook by. */
export function declareAgents(program: Program, connect: Connect): void {
  program.commandsGroup("Other agents:");
  const setup = program
    .command("setup")
    .summary("Give this memory to another agent, in its own files")
    .description("Give this memory to another agent: MCP server and hooks in its own files")
    .argument("<host>", "claude, codex, gemini, qwen, opencode, cursor or vscode")
    .option("--print", "show the difference and change nothing")
    .option("--undo", "take out again what setup wrote")
    .option("-y, --yes", "change the files without asking")
    .addOption(jsonOption());
  connect(setup, async () => (await import("./commands/setup.ts")).setup, ["host"]);
  const imported = program
    .command("import")
    .summary("Copy what another agent remembered")
    .description("Copy memories of another agent; its files are never touched")
    .requiredOption("--from <place>", "claude-code, or a folder of Markdown memories")
    .option("--preview", "show what would come and copy nothing")
    .addOption(jsonOption());
  connect(imported, async () => (await import("./commands/import.ts")).importMemories);
  const mcp = program
    .command("mcp")
    .summary("Serve this memory to MCP clients, stdio or HTTP")
    .description("Serve this memory to an MCP client over standard input and output")
    .option("--http <port>", "over HTTP on 127.0.0.1 instead")
    .option("--project <dir>", "whose memory (default: the client's folder)")
    .option("--no-token", "with --http: ask for no token");
  connect(mcp, async () => (await import("./commands/mcp.ts")).mcp);
  const hook = program
    .command("hook")
    .summary("What another agent calls at its events")
    .description("What another agent calls at its events: never fails, says little or nothing")
    // A hook that fails would stop the other agent, so an unknown host is no error.
    .option("--host <host>", "whose events these are: claude, codex, gemini, qwen, cursor or opencode")
    .argument("[event]", "the host's name of the event");
  connect(hook, async () => (await import("./commands/hook.ts")).hook, ["event"]);
  const tool = program
    .command("memory-tool")
    .summary("Anthropic's memory tool, one JSON object a line")
    .description("Anthropic's memory tool over standard input and output, one JSON object a line")
    .option("--root <dir>", "the folder that stands for /memories (default: a view of daybook's memories)");
  connect(tool, async () => (await import("./commands/memory-tool.ts")).memoryTool);
}
