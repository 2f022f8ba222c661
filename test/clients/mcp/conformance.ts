/**
 * The official conformance suite against `daybook mcp --http`, in both revisions of the protocol: every scenario that
 * needs no tools, resources or prompts of the suite's own server.
 */
import { mkdtemp, readFile, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, makeHome, node22, said, startHttpServer, type Tried } from "./support.ts";

const suite = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

const scenarios: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "completion-complete",
    "tools-list",
    "resources-list",
    "prompts-list",
    "sep-2164-resource-not-found",
    "http-header-validation",
    "caching",
    "dns-rebinding-protection",
    "server-stateless",
  ],
};

/** Checks that call a tool which only the suite's own server has. */
const foreignChecks: readonly string[] = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
];

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** Runs every scenario; a check that fails fails the try, but for those of `foreignChecks`. */
export async function tryConformance(): Promise<Tried[]> {
  const [folder, node] = await Promise.all([install(suite), node22()]);
  const command = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const server = await startHttpServer(await makeHome(3));
  const tried: Tried[] = [];
  for (const [revision, names] of Object.entries(scenarios)) {
    for (const scenario of names) {
      const results = await mkdtemp(join(tmpdir(), "daybook-conformance-"));
      const args = ["server", "--url", server.url, "--scenario", scenario, "--spec-version", revision];
      const output = said(node, [command, ...args, "-o", results]);
      tried.push({ what: `${revision}  ${scenario}`, ...verdictOn(await checksIn(results), output) });
    }
  }
  const code = await server.stop();
  return [...tried, { what: "ends when it is told to", ok: code === 0, seen: `exit code ${code}` }];
}

async function checksIn(results: string): Promise<Check[]> {
  const files = await readdir(results, { recursive: true });
  const found = files.filter((name) => name.endsWith("checks.json"));
  const texts = await Promise.all(found.map((name) => readFile(join(results, name), "utf8")));
  return texts.flatMap((text) => JSON.parse(text) as Check[]);
}

function verdictOn(checks: readonly Check[], output: string): { ok: boolean; seen: string } {
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  const failed = checks.filter(({ status }) => status === "FAILURE");
  const foreign = failed.filter(({ id }) => foreignChecks.includes(id));
  const own = failed.filter((check) => !foreign.includes(check));
  if (checks.length === 0) return { ok: false, seen: output };
  const left = foreign.length === 0 ? "" : `, ${foreign.length} need the suite's own tools`;
  const wrong = own.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ""}`);
  return { ok: own.length === 0, seen: [`${passed} passed${left}`, ...wrong].join("\n") };
}
