/** Many calls at once, over HTTP and from four processes over standard input and output, on one store of 1,000 memories. */
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createPlainClient } from "./plain-client.ts";
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

  const stdioClient = overStdio[0] ?? overHttp;
  const paces = [
    await paceOf("HTTP, alone, official client", 1, (query) => search(overHttp, query)),
    await plainPace(server.url),
    await paceOf("stdio, alone, official client", 1, (query) => search(stdioClient, query)),
    await paceOf(`stdio, ${AT_ONCE} at once, official client`, AT_ONCE, (query) =>
      search(stdioClient, query),
    ),
  ];
  // Told, not judged: eight calls of the official client share one process, and wait for its work on each other's.
  const official = await paceOf("HTTP", AT_ONCE, (query) => search(overHttp, query));
  const saved = new Set<string>();
  const save = savingInto(saved);
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
  const { files, lines } = await namesIn(join(place.home, "memory"));
  const lost = [...saved].filter((file) => !files.has(file));
  const unnamed = [...saved].filter((file) => !lines.has(file));
  const failed = [http, ...stdio].reduce((sum, { failures }) => sum + failures, 0);
  const node = await timed(
    Array.from({ length: 11 }, () => startNode),
    1,
  );
  const start = median(node.times);
  return [
    ...paces.map(({ how, middle, failures }) => ({
      what: `searches over ${how}`,
      // 10 ms where Node starts in 40; however many ask at once.
      ok: failures === 0 && middle < Math.max(10, start / 4),
      seen: `p50 ${middle.toFixed(1)} ms of 1,000 memories; node -e 0 takes ${start.toFixed(0)} ms; ${failures} failed`,
    })),
    {
      what: `searches over HTTP, ${AT_ONCE} at once, official client (told only)`,
      ok: official.failures === 0,
      seen: `p50 ${official.middle.toFixed(1)} ms, the client's own work in it; ${official.failures} failed`,
    },
    {
      what: `${HTTP_CALLS} calls, ${AT_ONCE} at once, beside ${STDIO_SERVERS} servers`,
      ok: failed === 0,
      seen: `${failed} failed, ${(http.total / 1_000).toFixed(1)} s`,
    },
    {
      what: "nothing is lost that was said to be saved",
      ok: saved.size > 0 && lost.length === 0,
      seen: `${lost.length} of ${saved.size} lost; ${files.size} files`,
    },
    {
      what: "the index names what was saved",
      ok: unnamed.length === 0,
      seen: `${unnamed.length} of ${saved.size} are not named; ${lines.size} lines`,
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

/** Saves, and keeps the file of each memory that the server said it saved. */
function savingInto(saved: Set<string>): (client: Client, name: string) => Promise<boolean> {
  return async (client, name) => {
    const given = { type: "user", name, description: `about ${name}`, body: name };
    const result = await client.callTool({ name: "memory_save", arguments: given }, patient);
    if (result.isError === true) return false;
    saved.add(`${(result.structuredContent as { slug: string }).slug}.md`);
    return true;
  };
}

interface Pace {
  how: string;
  /** Milliseconds of the middle one. */
  middle: number;
  failures: number;
}

/** How long the middle one of many searches takes, when so many are asked at once. */
async function paceOf(how: string, atOnce: number, ask: (query: string) => Promise<boolean>): Promise<Pace> {
  const { times, failures } = await timed(
    Array.from({ length: 160 }, (_, number) => () => ask(`Word${number}`)),
    atOnce,
  );
  return { how, middle: median(times), failures };
}

/** Many at once are timed with a client that does next to nothing itself. */
async function plainPace(url: string): Promise<Pace> {
  const client = createPlainClient(url, AT_ONCE);
  const ask = (query: string) => client.callTool("memory_search", { query });
  // Opens the connections, that it is not they that are timed.
  await Promise.all(Array.from({ length: AT_ONCE }, () => ask("topic 5")));
  const pace = await paceOf(`HTTP, ${AT_ONCE} at once, plain client`, AT_ONCE, ask);
  client.close();
  return pace;
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

/** Memory files of a folder, and those that its index has a line for. */
async function namesIn(folder: string): Promise<{ files: Set<string>; lines: Set<string> }> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".md") && name !== "MEMORY.md");
  const index = await readFile(join(folder, "MEMORY.md"), "utf8");
  const named = [...index.matchAll(/^- \[.*?\]\(([^)]+\.md)\)/gmu)].map(([, file = ""]) => file);
  return { files: new Set(files), lines: new Set(named) };
}
