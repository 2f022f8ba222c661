/**
 * `npm run test:clients -- agents [host ...]`: whole turns of other agents' programs with daybook set up for them.
 * The programs come from npm, pinned, into `DAYBOOK_CLIENTS` or a temporary folder that is kept for the next run.
 */
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { agentClients } from "./clients.ts";
import type { AgentClient } from "./agent-client.ts";
import { hasProgram, tryAgent } from "./try-agent.ts";

/** Tries the named hosts, or all; false when one step of one failed. */
export async function runAgents(hosts: readonly string[]): Promise<boolean> {
  const wanted = agentClients.filter(({ host }) => hosts.length === 0 || hosts.includes(host));
  const folder = process.env["DAYBOOK_CLIENTS"] ?? join(tmpdir(), "daybook-clients");
  let ok = wanted.length > 0;
  for (const client of wanted) {
    const started = Date.now();
    const bin = await install(client, folder);
    const steps = await tryAgent(client, { bin, daybook: resolve("bin/daybook.js") });
    print(`\n${client.package}  ${((Date.now() - started) / 1000).toFixed(0)} s`);
    for (const { what, ok: passed, seen } of steps) {
      print(`  ${passed ? "ok    " : "FAILED"}  ${what}`);
      if (!passed) print((seen ?? "").replaceAll(/^/gm, "            "));
      ok &&= passed;
    }
  }
  return ok;
}

async function install(client: AgentClient, folder: string): Promise<string> {
  const bin = join(folder, "node_modules", ".bin");
  if (await hasProgram(bin, client.command)) return bin;
  await mkdir(folder, { recursive: true });
  print(`installing ${client.package} into ${folder}`);
  const args = ["install", "--save-exact", "--no-audit", "--no-fund", "--prefix", folder, client.package];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${client.package} could not be installed.`);
  return bin;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
