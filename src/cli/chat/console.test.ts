import { PassThrough } from "node:stream";
import { createColors } from "picocolors";
import { afterEach, describe, expect, it } from "vitest";
import { createConsole, type ChatConsole } from "./console.ts";

let opened: ChatConsole | undefined;
afterEach(() => {
  opened?.close();
  opened = undefined;
});

/** A terminal without a terminal: what is typed goes in, what is drawn comes out. */
function terminal() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (mode: boolean) => void modes.push(mode),
  });
  const stdout = Object.assign(new PassThrough(), { isTTY: true as const, columns: 80, rows: 24 });
  let shown = "";
  // Without a wish each look at the clock is far from the one before.
  const clock = { time: 0, step: 10_000 };
  stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const submitted: string[] = [];
  const lines = createConsole({
    host: {
      stdin: stdin as never,
      stdout: stdout as never,
      onInterrupt: () => () => undefined,
      now: () => new Date((clock.time += clock.step)),
    },
    colors: createColors(false),
    history: ["from before"],
    onSubmit: (text) => submitted.push(text),
    complete: async (before) => ({
      from: 0,
      candidates: ["/memory", "/model"]
        .filter((name) => before !== "" && name.startsWith(before))
        .map((name) => ({ text: name, label: name, isOpen: false })),
    }),
  });
  opened = lines;
  // Each of `pieces` comes as a read of its own, with no time between them.
  const type = async (...pieces: string[]): Promise<void> => {
    for (const piece of pieces) stdin.write(piece);
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const escape = async (): Promise<void> => {
    await type("\u001b");
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  return { lines, type, escape, shown: () => shown, submitted, modes, stdin, clock };
}

describe("createConsole", () => {
  it("gives what was typed, and leaves it on the terminal behind the mark", async () => {
    const { lines, type, shown, submitted } = terminal();
    const next = lines.next();
    await type("写 hello\r");
    expect(await next).toBe("写 hello");
    await type("");
    expect(shown()).toContain("› 写 hello\n");
    expect(submitted).toEqual(["写 hello"]);
  });

  it("queues what is sent while nobody waits, and shows it", async () => {
    const { lines, type, shown } = terminal();
    await type("one\rtwo\r");
    expect(shown()).toContain("queued: one");
    expect(await lines.next()).toBe("one");
    expect(await lines.next()).toBe("two");
  });

  it("takes a paste of several lines as one text", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("see: \u001b[200~one\r\ntwo\u001b[201~ end\r");
    expect(await next).toBe("see: one\ntwo end");
  });

  it("takes many lines that come at once for a paste, also without marks", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("one\rtwo\rthree\rfour\rfive", "\rsix");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await type("\r");
    expect(await next).toBe("one\ntwo\nthree\nfour\nfive\nsix");
  });

  it("sends such a paste with an Enter that was pressed after it, however late its timer runs", async () => {
    const { lines, type, clock } = terminal();
    clock.step = 0;
    const next = lines.next();
    await type("one\rtwo\rthree\rfour\rfive");
    clock.time += 200;
    await type("\r");
    expect(await next).toBe("one\ntwo\nthree\nfour\nfive");
  });

  it("begins a new line with Alt-Enter and with a backslash at the end", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("a\u001b\rb\\");
    await type("\r");
    await type("c\r");
    expect(await next).toBe("a\nb\nc");
  });

  it("completes as far as it is clear, then shows what is possible", async () => {
    const { lines, type, shown } = terminal();
    const next = lines.next();
    await type("/me\t");
    await type("\r");
    expect(await next).toBe("/memory ");
    void lines.next();
    await type("/m\t");
    expect(shown()).toContain("/memory  /model");
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

  it("clears the line with Ctrl-C, and leaves, also before the first prompt is awaited", async () => {
    const { lines, type, shown } = terminal();
    await type("half");
    await type("\u0003");
    await type("\u0003");
    expect(shown()).toContain("again leaves");
    await type("whole\r");
    expect(await lines.next()).toBe("whole");
    await type("\u0003");
    await type("\u0003");
    expect(await lines.next()).toBeNull();
  });

  it("tells of Ctrl-C and Esc while nobody waits", async () => {
    const { lines, type, escape } = terminal();
    let interrupts = 0;
    const stop = lines.onInterrupt(() => (interrupts += 1));
    await type("\u0003");
    expect(interrupts).toBe(1);
    await escape();
    expect(interrupts).toBe(2);
    stop();
    await type("\u0003");
    expect(interrupts).toBe(2);
  });

  it("tells an arrow key whose sequence came in two from Esc", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("\u001b", "[A");
    await type("\r");
    expect(await next).toBe("from before");
  });

  it("ends with Ctrl-D", async () => {
    const { lines, type } = terminal();
    const next = lines.next();
    await type("\u0004");
    expect(await next).toBeNull();
  });

  const question = { text: "y or n", answers: { y: true, n: false }, refusal: false };

  it("asks with one key; Esc refuses, and keeps what was being typed", async () => {
    const { lines, type, escape } = terminal();
    const next = lines.next();
    const first = lines.ask(question);
    await type("Y");
    expect(await first).toBe(true);
    await type("half a ");
    const second = lines.ask(question);
    await escape();
    expect(await second).toBe(false);
    await type("line\r");
    expect(await next).toBe("half a line");
  });

  it("takes no letter for an answer that was typed before the question can have been read", async () => {
    const { lines, type, shown, clock } = terminal();
    clock.step = 0;
    let answer: boolean | undefined;
    void lines.ask(question).then((given) => (answer = given));
    await type("y");
    clock.time += 5_000;
    await type("es, n");
    clock.time += 5_000;
    await type("y\u001b[200~ pasted\u001b[201~");
    expect(answer).toBeUndefined();
    expect(shown()).toContain("then answer");
    await type("\r");
    expect(shown()).toContain("queued: yes, ny pasted");
    await type("y\u007f");
    expect(answer).toBeUndefined();
    clock.time += 701;
    await type("y");
    expect(answer).toBe(true);
    expect(await lines.next()).toBe("yes, ny pasted");
  });

  it("drops letters that are none of a question to which nobody types a line", async () => {
    const { lines, type, clock } = terminal();
    clock.step = 0;
    const answer = lines.ask({ ...question, isAlone: true });
    await type("y");
    clock.time += 5_000;
    await type("x");
    clock.time += 5_000;
    await type("y");
    expect(await answer).toBe(true);
    const next = lines.next();
    await type("/help\r");
    expect(await next).toBe("/help");
  });

  it("takes no letter for an answer that belongs to a line begun before the question", async () => {
    const { lines, type, clock } = terminal();
    clock.step = 0;
    await type("also check ");
    let answer: boolean | undefined;
    void lines.ask(question).then((given) => (answer = given));
    clock.time += 60_000;
    await type("n");
    clock.time += 60_000;
    await type("y");
    expect(answer).toBeUndefined();
    await type("\u0015");
    clock.time += 701;
    await type("x");
    expect(answer).toBeUndefined();
    await type("\u0003");
    expect(answer).toBe(false);
  });

  it("takes a question back when the turn is interrupted", async () => {
    const { lines } = terminal();
    const stop = new AbortController();
    const answer = lines.ask({ text: "?", answers: { y: true }, refusal: false, signal: stop.signal });
    stop.abort();
    expect(await answer).toBe(false);
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
