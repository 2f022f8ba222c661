import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../bin/daybook.js", import.meta.url));

/** What is shipped, with the compiled code beside it: other tests run a bundle of their own. */
async function shipped(): Promise<{ memory: string; run: (words: string[], input?: string) => string }> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-built-"));
  const memory = join(folder, ".agent", "memory");
  await mkdir(memory, { recursive: true });
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
  const run = (words: string[], input = ""): string =>
    execFileSync(process.execPath, [program, ...words], { cwd: folder, env, input, encoding: "utf8" });
  return { memory, run };
}

describe("daybook as it is built", () => {
  it("saves over MCP, for which more than the first script is loaded", async () => {
    const { memory, run } = await shipped();
    const save = { name: "port", description: "the port", type: "user", body: "It is 5433." };
    const asked = [
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "memory_save", arguments: save } },
    ];
    const lines = asked.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    expect(run(["mcp"], lines.join(""))).not.toContain('"isError":true');
    expect(await readFile(join(memory, "port.md"), "utf8")).toContain("It is 5433.");
  });

  it("searches and recalls memories whose header takes the whole YAML reader", async () => {
    const { memory, run } = await shipped();
    const header = "name: >-\n  staging\n  port\ndescription: where staging listens\nmetadata:\n  type: user";
    await writeFile(join(memory, "staging-port.md"), `---\n${header}\n---\nStaging listens on 5433.\n`);
    expect(run(["search", "staging"])).toContain("staging-port");
    expect(run(["recall", "where does staging listen?"])).toContain("staging-port");
  });
});
