import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer, request as sendRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { callLine, hello, hostAt, makePlace, type Place } from "./mcp.fixture.ts";
import { serveMcp } from "./serve.ts";

let running: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(running.map((stop) => stop()));
  running = [];
});

async function serveAt(place: Place, { needsToken = true, port = 0 } = {}) {
  const stderr = new PassThrough();
  const stop = new AbortController();
  const ended = serveMcp({
    host: hostAt(place, { stdin: new PassThrough(), stdout: new PassThrough(), stderr }),
    version: "0.0.0",
    http: { port, needsToken },
    stop: stop.signal,
  });
  running.push(async () => {
    stop.abort();
    await ended.catch(() => undefined);
  });
  let told = "";
  const ready = new Promise<string>((resolve) => {
    stderr.on("data", (chunk: Buffer) => {
      told += chunk.toString("utf8");
      const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(told)?.[0];
      if (url !== undefined && (!needsToken || told.includes("Bearer "))) resolve(url);
    });
  });
  const url = await Promise.race([ready, ended.then(() => "")]);
  const token = /Bearer (\S+)/u.exec(told)?.[1] ?? "";
  return { url, token, told: () => told, stop: () => stop.abort(), ended };
}

interface Sent {
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  method?: string;
}

// Not `fetch`: it sets Host by itself.
async function send({ url, headers = {}, body = hello[0] ?? "", method = "POST" }: Sent) {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = sendRequest(url, { method, headers: { ...mcpHeaders, ...headers } }, (response) => {
        void text(response).then((answer) =>
          resolve({ status: response.statusCode ?? 0, text: answer, headers: response.headers }),
        );
      });
      sent.on("error", reject);
      sent.end(method === "GET" ? undefined : body);
    },
  );
}

const mcpHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

describe("over HTTP", () => {
  it("refuses who does not show the token, and other pages and hosts, before it reads anything", async () => {
    const { url, token } = await serveAt(await makePlace());
    const shown = { authorization: `Bearer ${token}` };
    const cases: [Omit<Sent, "url">, number][] = [
      [{ headers: shown }, 200],
      [{ headers: { authorization: `bearer ${token}` } }, 200],
      [{}, 401],
      [{ headers: { authorization: "Bearer wrong" } }, 401],
      [{ headers: { authorization: `Basic ${token}` } }, 401],
      [{ headers: { ...shown, host: "evil.example" } }, 403],
      [{ headers: { ...shown, host: "127.0.0.1.evil.example" } }, 403],
      [{ headers: { ...shown, host: `evil@${new URL(url).host}` } }, 403],
      [{ headers: { ...shown, host: "127.0.0.1/evil.example" } }, 403],
      [{ headers: { ...shown, origin: "https://evil.example" } }, 403],
      [{ headers: { ...shown, origin: "null" } }, 403],
      [{ headers: { ...shown, origin: "http://localhost:6274" } }, 200],
      [{ headers: shown, method: "GET" }, 405],
    ];
    for (const [sent, status] of cases)
      expect({ sent, status: (await send({ url, ...sent })).status }).toEqual({ sent, status });
    expect((await send({ url })).headers["www-authenticate"]).toBe("Bearer");
    expect((await send({ url: `${url}x`, headers: shown })).status).toBe(404);
  });

  it("refuses what is too long, no text or no JSON, and says why", async () => {
    const { url } = await serveAt(await makePlace(), { needsToken: false });
    const long = await send({ url, body: Buffer.alloc(10_000_000, "a") });
    expect(long).toMatchObject({ status: 413, text: expect.stringContaining("the limit is") });
    const chunked = await send({
      url,
      body: Buffer.alloc(2_000_000, "a"),
      headers: { "transfer-encoding": "chunked" },
    });
    expect(chunked.status).toBe(413);
    expect(await send({ url, body: Buffer.from([0x22, 0xff, 0x22]) })).toMatchObject({
      status: 400,
      text: expect.stringContaining("not UTF-8 text"),
    });
    const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`;
    expect(await send({ url, body: deep })).toMatchObject({
      status: 400,
      text: expect.stringContaining("levels deep"),
    });
    expect(await send({ url, body: "{" })).toMatchObject({
      status: 400,
      text: expect.stringContaining("not valid JSON"),
    });
    expect((await send({ url })).status).toBe(200);
  });

  it("passes over a client in silence that leaves before its request is whole", async () => {
    const { url, told, stop, ended } = await serveAt(await makePlace(), { needsToken: false });
    const before = told();
    const { host, port } = new URL(url);
    const head = ["POST /mcp HTTP/1.1", `Host: ${host}`, "Content-Length: 100", "Expect: 100-continue"];
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    // The answer says that the request is being read.
    await new Promise((resolve) => socket.once("data", resolve));
    socket.write('{"jsonrpc"');
    socket.destroy();
    expect((await send({ url })).status).toBe(200);
    stop();
    await ended;
    expect(told()).toBe(before);
  });

  it("passes over a client in silence that leaves before its answer", async () => {
    const { url, told, stop, ended } = await serveAt(await makePlace(), { needsToken: false });
    const before = told();
    const body = callLine(1, "memory_list");
    const leaving = sendRequest(url, { method: "POST", headers: mcpHeaders });
    leaving.on("error", () => undefined);
    await new Promise<void>((resolve) => leaving.end(body, resolve));
    leaving.destroy();
    expect(await send({ url, body })).toMatchObject({ status: 200, text: expect.stringContaining('"id":1') });
    stop();
    await ended;
    expect(told()).toBe(before);
  });

  it("tells clients of 2026 that listen what came through it", async () => {
    const { url, stop, ended } = await serveAt(await makePlace(), { needsToken: false });
    let told = 0;
    const onChanged = () => (told += 1);
    const client = new Client(
      { name: "Some Editor", version: "1" },
      {
        versionNegotiation: { mode: { pin: "2026-07-28" } },
        listChanged: { resources: { autoRefresh: false, debounceMs: 0, onChanged } },
      },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const input = { type: "user", name: "tea", description: "d", body: "Oolong." };
    // What is saved before the client's listening has reached the server is not told.
    await vi.waitFor(
      async () => {
        await client.callTool({ name: "memory_save", arguments: input });
        expect(told).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 200 },
    );
    await client.close();
    stop();
    await ended;
  });

  it.each(["legacy", { pin: "2026-07-28" }] as const)("serves the official client (%j)", async (mode) => {
    const place = await makePlace();
    const { url, token, stop, ended } = await serveAt(place);
    const client = new Client({ name: "Some Editor", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    await client.listTools();
    const input = { type: "user", name: "tea", description: "d", body: "Oolong." };
    expect(await client.callTool({ name: "memory_save", arguments: input })).toMatchObject({
      structuredContent: { id: "user/tea" },
    });
    expect(await client.callTool({ name: "memory_search", arguments: { query: "oolong" } })).toMatchObject({
      structuredContent: { memories: [{ slug: "tea" }] },
    });
    expect(await readFile(join(place.home, "memory", "tea.md"), "utf8")).toContain("session: mcp");
    stop();
    await ended;
    await client.close();
  });

  it("keeps its token for its person alone, and mends a broken one", async () => {
    const place = await makePlace();
    const first = await serveAt(place);
    const file = join(place.home, "mcp-token");
    expect(first.token).toMatch(/^[0-9a-f]{64}$/u);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await serveAt(place)).token).toBe(first.token);
    await writeFile(file, first.token.slice(0, 10));
    const mended = await serveAt(place);
    expect(mended.token).toMatch(/^[0-9a-f]{64}$/u);
    expect(mended.token).not.toBe(first.token);
  });

  it("says so when its port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(serveAt(await makePlace(), { port, needsToken: false })).rejects.toMatchObject({
      code: "io",
      message: expect.stringMatching(/another program listens there. Choose another/u),
    });
    other.close();
  });
});
