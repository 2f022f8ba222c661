import { PassThrough } from "node:stream";
import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import type { OfferedSession } from "./offered-session.ts";
import { pickSession } from "./pick-session.ts";

const sessions: OfferedSession[] = Array.from({ length: 40 }, (_, index) => ({
  id: `20261129-1000${String(index).padStart(2, "0")}-aaaa`,
  title: null,
  firstPrompt: index === 30 ? "部署流程是什么" : `prompt number ${index}.`,
  lastActive: null,
  pinned: false,
}));

/** What is chosen by these keys, each one read by itself, and how the terminal was left. */
async function choose(keys: readonly string[], typed?: string) {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (mode: boolean) => void modes.push(mode),
  });
  const stdout = Object.assign(new PassThrough(), { isTTY: true as const, columns: 80, rows: 24 });
  let shown = "";
  stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const listeners = new Set<() => void>();
  const choice = pickSession({
    host: {
      stdin: stdin as never,
      stdout: stdout as never,
      now: () => new Date(0),
      onInterrupt(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    colors: createColors(false),
    sessions,
    ...(typed === undefined ? {} : { typed }),
  });
  for (const key of keys) {
    if (key === "interrupt") for (const listener of listeners) listener();
    else stdin.write(key);
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  const chosen = await choice;
  return { id: chosen?.id.slice(13, 15) ?? null, modes, shown, listeners: listeners.size };
}

const UP = "\u001b[A";
const DOWN = "\u001b[B";
const PAGE_DOWN = "\u001b[6~";
const ENTER = "\r";
const ESCAPE = "\u001b";

describe("pickSession", () => {
  it.each([
    ["Enter takes the newest", [ENTER], "00"],
    ["arrows move, and stop at the ends", [UP, DOWN, DOWN, UP, ENTER], "01"],
    ["a page at a time", [PAGE_DOWN, ENTER], "14"],
    ["never behind the last", [PAGE_DOWN, PAGE_DOWN, PAGE_DOWN, DOWN, ENTER], "39"],
    ["typing filters", ["number", " ", "25", ENTER], "25"],
    ["Chinese too, and pasted", ["\u001b[200~部署流程\n\u001b[201~", ENTER], "30"],
    ["Backspace takes a character back", ["2", "5", "6", "\u007f", ENTER], "25"],
    ["what fits nothing is not chosen", ["xyz", ENTER, "\u0015", ENTER], "00"],
    ["the chosen one stays chosen while it fits", [DOWN, DOWN, "number 2", ENTER], "02"],
    ["Esc leaves", [ESCAPE], null],
    ["Ctrl-C leaves", ["部署", "\u0003"], null],
    ["Ctrl-D leaves an empty filter", ["\u0004"], null],
    ["a signal leaves", ["interrupt"], null],
  ])("%s", async (_name, keys, id) => {
    const { modes, listeners, ...outcome } = await choose(keys);
    expect(outcome.id).toBe(id);
    expect({ modes, listeners }).toEqual({ modes: [true, false], listeners: 0 });
  });

  it("begins with what was typed already", async () => {
    expect(await choose([ENTER], "number 17.")).toMatchObject({ id: "17" });
  });

  it("takes the list away when it ends", async () => {
    const { shown } = await choose([ESCAPE]);
    expect(shown).toContain("prompt number 3.");
    // What is drawn last erases the frame, shows the cursor and switches the marks of pastes off.
    // oxlint-disable-next-line no-control-regex
    expect(shown).toMatch(/\u001b\[J\u001b\[\?25h\u001b\[\?2026l\u001b\[\?25h\u001b\[\?2004l$/u);
  });
});
