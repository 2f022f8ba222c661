import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersTo, callLine, hello, makePlace, request, serve } from "./mcp.fixture.ts";

const note = { type: "feedback", name: "prefix", description: "for commits", body: "feat:" };

describe("over standard input and output", () => {
  it("MCP-02: writes nothing but messages, whatever the disk holds and the client sends", async () => {
    const place = await makePlace({
      "home/memory/bad.md": "---\nname: [broken\n---\n",
      "home/memory/MEMORY.md": "- [Gone](gone.md) — missing\n",
    });
    const answers = await answersTo(place, [
      ...hello,
      request(1, "tools/list"),
      callLine(2, "memory_list"),
      callLine(3, "memory_save", note),
      "this is no message",
      "[]",
      '{"jsonrpc":"2.0","id":9}',
      callLine(4, "memory_recall", { prompt: "which prefix has a commit" }),
      callLine(5, "memory_delete", { slug: "gone" }),
      callLine(6, "no_such_tool"),
      request(7, "no/such/method"),
      callLine(8, "memory_list"),
    ]);
    for (const answer of answers) expect(answer["jsonrpc"]).toBe("2.0");
    const byId = new Map(answers.flatMap((answer) => ("id" in answer ? [[answer["id"], answer]] : [])));
    expect([...byId.keys()].filter((id) => typeof id === "number").toSorted()).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(byId.get(6)).toMatchObject({ result: { isError: true } });
    expect(byId.get(7)).toMatchObject({ error: { code: -32601 } });
    expect(byId.get(9)).toMatchObject({ error: { code: -32600 } });
    const refused = answers.flatMap(({ id, error }) => (id === null ? [error] : []));
    expect(refused).toMatchObject([{ code: -32700 }, { code: -32600 }]);
  });

  it("answers what was asked before the input ended, in whatever pieces it came", async () => {
    const place = await makePlace();
    const served = serve(place);
    const bytes = Buffer.from([...hello, callLine(1, "memory_save", { ...note, name: "前缀" })].join("\n"));
    for (let at = 0; at < bytes.length; at += 7) served.input.write(bytes.subarray(at, at + 7));
    served.input.end();
    await served.ended;
    expect(await readdir(join(place.home, "memory"))).toHaveLength(2);
    expect(String(served.output.read())).toContain('"id":1');
  });

  it("refuses what is no UTF-8 and goes on; a body of ten million bytes is told its limit", async () => {
    const place = await makePlace();
    const broken = Buffer.from(callLine(1, "memory_save", note));
    broken[broken.indexOf("feat:")] = 0xff;
    const answers = await answersTo(place, [
      ...hello,
      broken,
      callLine(2, "memory_save", { ...note, body: "a".repeat(10_000_000) }),
      callLine(3, "memory_list"),
    ]);
    expect(answers).toContainEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: "This line is not UTF-8 text." },
    });
    const { result } = answers.find(({ id }) => id === 2) as {
      result: { isError: boolean; content: object[] };
    };
    expect(result.isError).toBe(true);
    expect(result.content).toMatchObject([{ text: expect.stringContaining("the limit is 65,536") }]);
    expect(answers.find(({ id }) => id === 3)).toMatchObject({ result: { structuredContent: { total: 0 } } });
  });

  it("ends when it is told to, and when its reader is gone", async () => {
    const place = await makePlace();
    const stopped = serve(place);
    stopped.stop();
    await stopped.ended;
    const unread = serve(place);
    unread.output.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    await unread.ended;
    const aborted = new AbortController();
    aborted.abort();
    const late = serve(place, { stop: aborted.signal });
    await late.ended;
    expect([stopped, unread, late].map(({ told }) => told())).toEqual(["", "", ""]);
  });

  it("says on standard error, not to the client, what was noticed on the way", async () => {
    const place = await makePlace({ "home/daybook.json": "{ broken" });
    const served = serve(place);
    served.input.end(`${hello.join("\n")}\n${callLine(1, "memory_save", note)}\n`);
    await served.ended;
    expect(served.told()).toMatch(/^daybook: .*daybook\.json is not valid JSON/u);
    expect(await readFile(join(place.home, "memory", "prefix.md"), "utf8")).toContain(
      "source: agent\nsession: mcp-some-editor\n",
    );
  });

  it("tells the sentence of a home that cannot be used to whoever calls a tool", async () => {
    const place = await makePlace({ "home/file": "" });
    const [, answer] = await answersTo({ ...place, home: join(place.home, "file") }, [
      ...hello,
      callLine(1, "memory_list"),
    ]);
    expect(answer).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining("is a file, not a folder") }] },
    });
  });
});
