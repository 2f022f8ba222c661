import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostWith } from "../chat/chat.fixture.ts";
import type { McpRequest } from "../faces.ts";
import { main } from "../main.ts";

async function run(...args: string[]) {
  const written = { out: "", err: "" };
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-mcp-command-")));
  const host = { ...hostWith("", written), cwd: () => folder };
  let asked: McpRequest | undefined;
  const faces = { serveMcp: async (request: McpRequest) => void (asked = request) };
  const code = await main(["mcp", ...args], host, faces);
  return { code, folder, asked, told: written.err };
}

describe("daybook mcp", () => {
  it("passes on whose memory is served, and how", async () => {
    const plain = await run();
    expect(plain).toMatchObject({ code: 0, told: "" });
    expect(Object.keys(plain.asked ?? {})).toEqual(["host"]);
    const { asked, folder } = await run("--http", "0", "--no-token", "--project", ".", "--home", "/h");
    expect(asked).toMatchObject({ home: "/h", project: folder, http: { port: 0, needsToken: false } });
    expect((await run("--http", "4020")).asked?.http).toEqual({ port: 4020, needsToken: true });
  });

  it("says what is wrong with a port, a folder, a token without HTTP", async () => {
    for (const port of ["x", "-1", "65536", "1.5", ""])
      expect(await run(`--http=${port}`)).toMatchObject({ code: 2, asked: undefined });
    expect(await run("--http", "nope")).toMatchObject({ told: expect.stringContaining("from 0 to 65535") });
    expect(await run("--project", "gone")).toMatchObject({
      code: 1,
      told: expect.stringMatching(/gone is no folder/u),
    });
    for (const blank of ["", " "])
      expect(await run("--project", blank)).toMatchObject({
        code: 2,
        asked: undefined,
        told: expect.stringContaining("--project needs a folder"),
      });
    expect(await run("--no-token")).toMatchObject({
      code: 2,
      told: expect.stringContaining("is for --http"),
    });
  });
});
