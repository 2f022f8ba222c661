import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTerminal } from "../terminal/terminal.ts";
import { hostWith } from "./chat.fixture.ts";
import { readPipedContext } from "./piped-context.ts";

function read(stdin: PassThrough & { isTTY?: boolean }) {
  const written = { out: "", err: "" };
  const host = { ...hostWith("", written), stdin: stdin as never };
  return { written, text: readPipedContext(host, createTerminal(host)) };
}

describe("readPipedContext", () => {
  it("reads all that is piped in, whenever it comes", async () => {
    const stdin = new PassThrough();
    const { text } = read(stdin);
    stdin.write("one\n");
    setTimeout(() => stdin.end("two\n"), 50);
    expect(await text).toBe("one\ntwo\n");
  });

  it("leaves a terminal alone", async () => {
    expect(await read(Object.assign(new PassThrough(), { isTTY: true })).text).toBe("");
  });

  it("goes on without an input that nobody writes to or closes, and says so", async () => {
    const { text, written } = read(new PassThrough());
    expect(await text).toBe("");
    await new Promise((resolve) => setImmediate(resolve));
    expect(written.err).toContain("nothing came from standard input");
  });

  it("refuses what is not text, and too much", async () => {
    const binary = new PassThrough();
    binary.end(Buffer.from([0xff, 0xfe, 0x00]));
    await expect(read(binary).text).rejects.toThrow("not UTF-8");
    const long = new PassThrough();
    long.end("x".repeat(4_000_001));
    await expect(read(long).text).rejects.toThrow("too much to go with a prompt");
  });
});
