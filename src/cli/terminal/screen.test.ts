import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createScreen, type Frame } from "./screen.ts";

async function drawn(
  work: (at: { screen: ReturnType<typeof createScreen>; set(frame: Frame): void }) => void,
) {
  const stdout = Object.assign(new PassThrough(), { columns: 20, rows: 10 });
  let written = "";
  stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  let frame: Frame = { lines: [] };
  const screen = createScreen(stdout as never, () => frame);
  work({ screen, set: (next) => ((frame = next), screen.refresh()) });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { written, screen, set: (next: Frame) => ((frame = next), screen.refresh()) };
}

describe("createScreen", () => {
  it("draws several changes of one moment once", async () => {
    const { written } = await drawn(({ screen, set }) => {
      set({ lines: ["a"] });
      set({ lines: ["b"] });
      screen.print("stays");
    });
    expect(written).toContain("stays\nb");
    expect(written).not.toContain("a\n");
  });

  it("puts the cursor where the frame says", async () => {
    const { written } = await drawn(({ set }) =>
      set({ lines: ["one", "two", "three"], cursor: { row: 0, column: 2 } }),
    );
    expect(written).toContain("one\ntwo\nthree\u001b[2A\r\u001b[2C");
  });

  it("writes what is printed while it is paused, without the live part", async () => {
    const { written } = await drawn(({ screen, set }) => {
      set({ lines: ["live"] });
      screen.pause();
      screen.print("said meanwhile");
    });
    expect(written).toContain("said meanwhile\n");
    expect(written).not.toContain("live");
  });

  it("writes nothing when nothing has changed", async () => {
    const { screen } = await drawn(({ set }) => set({ lines: ["same"] }));
    const before = await drawn(() => undefined);
    screen.refresh();
    expect(before.written).toBe("");
  });
});
