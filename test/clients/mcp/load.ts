/** Many calls at once, over HTTP and from four processes over standard input and output, on one store of 1,000 memories. */
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { daybook, makeHome, startHttpServer, type Tried } from "./support.ts";

const HTTP_CALLS = 200;
const AT_ONCE = 8;
const STDIO_SERVERS = 4;
const SAVES_EACH = 25;
/** A machine that does much else is slow, not wrong. */
const patient = { timeout: 300_000 };

/** Saves, searches and counts. */
export async function tryLoad(): Promise<Tried[]> {
  const place = await makeHome(1_000);
  const server = await startHttpServer(place);
  const overHttp = new Client({ name: "load", version: "1" });
  await overHttp.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const overStdio = await Promise.all(Array.from({ length: STDIO_SERVERS }, () => connectStdio(place)));
  await Promise.all([overHttp, ...overStdio].map((client) => search(client, "topic 5")));

  const alone = await timed(
    Array.from({ length: 50 }, (_, number) => () => search(overHttp, `Word${number}`)),
    1,
  );
  const saves = Array.from({ length: HTTP_CALLS / 2 }, (_, number) => () => save(overHttp, `http ${number}`));
  const searches = saves.map((_, number) => () => search(overHttp, `Word${number * 7}`));
  const mixed = saves.flatMap((each, index) => [each, searches[index] ?? each]);
  const [http, stdio] = await Promise.all([
    timed(mixed, AT_ONCE),
    Promise.all(
      overStdio.map((client, own) =>
        timed(
          Array.from({ length: SAVES_EACH }, (_, number) => () => save(client, `stdio ${own} ${number}`)),
          AT_ONCE,
        ),
      ),
    ),
  ]);
  await Promise.all([overHttp, ...overStdio].map((client) => client.close()));
  const code = await server.stop();
  const wanted = 1_000 + HTTP_CALLS / 2 + STDIO_SERVERS * SAVES_EACH;
  const { files, lines } = await count(join(place.home, "memory"));
  const failed = [http, ...stdio].reduce((sum, { failures }) => sum + failures, 0);
  const middle = median(alone.times);
  const node = await timed(
    Array.from({ length: 11 }, () => startNode),
    1,
  );
  const start = median(node.times);
  return [
    {
      what: "searches one after the other over HTTP",
      ok: middle < Math.max(10, start / 4),
      seen: `p50 ${middle.toFixed(1)} ms of 1,000 memories; node -e 0 takes ${start.toFixed(0)} ms`,
    },
    {
      what: `${HTTP_CALLS} calls, ${AT_ONCE} at once, beside ${STDIO_SERVERS} servers`,
      ok: failed === 0,
      seen: `${failed} failed, ${(http.total / 1_000).toFixed(1)} s`,
    },
    { what: "nothing is lost", ok: files === wanted, seen: `${files} of ${wanted} files` },
    {
      what: "the index names what was saved",
      ok: lines === wanted,
      seen: `${lines} of ${wanted} lines`,
    },
    { what: "the server ends when it is told to", ok: code === 0, seen: `exit code ${code}` },
  ];
}

/** What a busy machine is measured by: it takes 40 ms on an idle one. */
async function startNode(): Promise<boolean> {
  await promisify(execFile)(process.execPath, ["-e", "0"]);
  return true;
}

async function connectStdio({ home, project }: { home: string; project: string }): Promise<Client> {
  const client = new Client({ name: "load", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [daybook, "mcp", "--project", project],
      env: { PATH: process.env["PATH"] ?? "", DAYBOOK_HOME: home },
    }),
  );
  return client;
}

async function save(client: Client, name: string): Promise<boolean> {
  const given = { type: "user", name, description: `about ${name}`, body: name };
  return (await client.callTool({ name: "memory_save", arguments: given }, patient)).isError !== true;
}

async function search(client: Client, query: string): Promise<boolean> {
  return (await client.callTool({ name: "memory_search", arguments: { query } }, patient)).isError !== true;
}

interface Timed {
  times: number[];
  total: number;
  failures: number;
}

async function timed(work: readonly (() => Promise<boolean>)[], atOnce: number): Promise<Timed> {
  const began = performance.now();
  const times: number[] = [];
  let failures = 0;
  let next = 0;
  const one = async (): Promise<void> => {
    for (let mine = next++; mine < work.length; mine = next++) {
      const start = performance.now();
      if ((await work[mine]?.().catch(() => false)) !== true) failures += 1;
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { times, total: performance.now() - began, failures };
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function count(folder: string): Promise<{ files: number; lines: number }> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".md") && name !== "MEMORY.md");
  const index = await readFile(join(folder, "MEMORY.md"), "utf8");
  return { files: files.length, lines: index.split("\n").filter((line) => line.startsWith("- [")).length };
}
