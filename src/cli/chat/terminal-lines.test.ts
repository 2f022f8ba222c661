import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import type { LineReader } from "./line-reader.ts";
import { createTerminalLines } from "./terminal-lines.ts";

let reader: LineReader | undefined;
afterEach(() => reader?.close());

/** A terminal without a terminal: what is typed goes in, what is shown comes out. */
function terminal() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (mode: boolean) => void modes.push(mode),
  });
  const stdout = Object.assign(new PassThrough(), { isTTY: true as const, columns: 80 });
  let shown = "";
  stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const lines = createTerminalLines({
    host: { stdin: stdin as never, stdout: stdout as never, onInterrupt: () => () => undefined },
    prompt: "› ",
    complete: (line) => ["/memory", "/context"].filter((name) => line !== "" && name.startsWith(line)),
    leaveHint: "again leaves",
  });
  reader = lines;
  const type = async (keys: string): Promise<void> => {
    stdin.write(keys);
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { lines, type, shown: () => shown, modes, stdin };
}

describe("createTerminalLines", () => {
  it("gives what was typed, with the prompt before it", async () => {
    const { lines, type, shown } = terminal();
    const next = lines.next();
    await type("写 hello\r");
    expect(await next).toBe("写 hello");
    expect(shown()).toContain("› ");
  });

  it("queues what is typed while nobody waits", async () => {
    const { lines, type } = terminal();
    await type("one\rtwo\r");
    expect(await lines.next()).toBe("one");
    expect(await lines.next()).toBe("two");
  });

  it("takes a paste of several lines as one", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("see: \u001b[200~one\r\ntwo\u001b[201~ end\r");
    expect(await next).toBe("see: one\ntwo end");
  });

  it("completes with Tab", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("/mem\t");
    await type("\r");
    expect(await next).toBe("/memory");
  });

  it("clears the line with Ctrl-C, and leaves when it is pressed twice on an empty one", async () => {
    const { lines, type, shown } = terminal();
    const next = lines.next();
    await type("half");
    await type("\u0003");
    expect(shown()).not.toContain("again leaves");
    await type("\u0003");
    expect(shown()).toContain("again leaves");
    await type("whole\r");
    expect(await next).toBe("whole");
    const last = lines.next();
    await type("\u0003");
    await type("\u0003");
    expect(await last).toBeNull();
    expect(await lines.next()).toBeNull();
  });

  it("tells of Ctrl-C and Esc while nobody waits", async () => {
    const { lines, type } = terminal();
    let interrupts = 0;
    const stop = lines.onInterrupt(() => (interrupts += 1));
    await type("\u0003");
    expect(interrupts).toBe(1);
    await type("\u001b");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(interrupts).toBe(2);
    stop();
    await type("\u0003");
    expect(interrupts).toBe(2);
  });

  it("ends with Ctrl-D", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("\u0004");
    expect(await next).toBeNull();
  });

  it("gives the terminal away and takes it back, with its history", async () => {
    const { lines, type, modes, stdin } = terminal();
    const first = lines.next();
    await type("one\r");
    await first;
    await lines.suspend(async () => {
      expect(modes.at(-1)).toBe(false);
      expect(stdin.isPaused()).toBe(true);
    });
    expect(modes.at(-1)).toBe(true);
    const again = lines.next();
    await type("\u001b[A");
    await type("\r");
    expect(await again).toBe("one");
  });
});
