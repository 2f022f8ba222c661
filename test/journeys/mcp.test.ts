import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { realCli } from "./support/real-cli.ts";

async function start(...args: string[]) {
  const home = await mkdtemp(join(tmpdir(), "daybook-mcp-process-"));
  const child = spawn(process.execPath, [realCli().script, "mcp", ...args, "--home", home], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (written[name] += text));
  return { home, child, written };
}

const lines = [
  `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
  `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_save","arguments":{"type":"user","name":"tea","description":"d","body":"Oolong."}}}`,
].join("\n");

describe("daybook mcp as a process", () => {
  it("answers what a pipe asked, then ends by itself", async () => {
    const { home, child, written } = await start();
    child.stdin.end(lines);
    const [code] = await once(child, "close");
    expect({ code, told: written.stderr }).toEqual({ code: 0, told: "" });
    expect(
      written.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toContainEqual(
      expect.objectContaining({
        id: 2,
        result: expect.objectContaining({ structuredContent: expect.anything() }),
      }),
    );
    expect(await readdir(join(home, "memory"))).toEqual(["MEMORY.md", "tea.md"]);
  });

  it("ends quietly when nobody reads its answers", async () => {
    const { child, written } = await start();
    child.stdout.destroy();
    child.stdin.write(`${lines}\n`);
    const [code] = await once(child, "close");
    expect({ code, told: written.stderr }).toEqual({ code: 0, told: "" });
  });

  it("serves over HTTP until it is told to end", async () => {
    const { child, written } = await start("--http", "0");
    while (!written.stderr.includes("Bearer")) await once(child.stderr, "data");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(written.stdout).toBe("");
  });
});
