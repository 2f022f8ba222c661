/** Damage and habits that users of other agents met, as conversations in daybook's own form. */
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

import { bundleProgram } from "../support/bundle-program.ts";
import {
  call,
  createSessionHome,
  faultAfter,
  linesOf,
  record,
  result,
  resumed,
  said,
  sessionId,
  start,
  text,
  whole,
  type LogRecord,
} from "./session-home.ts";

const run = promisify(execFile);

const turn = (name: string) => [record.user(`${name} question`), record.assistant(`${name} answer`)];
const turnsOf = (...names: string[]) =>
  names.flatMap((name) => [`user: ${name} question`, `assistant: ${name} answer`]);

describe("sessions of the case collection", () => {
  it("SES-01: a stub and a whole record on one line, and a torn last line", async () => {
    const home = await createSessionHome();
    const [header = "", one = "", two = "", three = "", four = "", five = "", six = ""] = linesOf([
      ...turn("first"),
      ...turn("second"),
      ...turn("third"),
    ]);
    const stub = '{"type":"title","n":5,"ts":"2031-03-01T08:00:05.000Z","title":"5d0c3a52-0000-';
    const bytes = `${whole([header, one, two, three, four, `${stub}${five}`, six])}{"type":"user","n":7,"cw`;
    await home.write(bytes);
    const { session, said: told, log } = await home.store.resume(sessionId, { cwd: "/srv/shop" });
    expect(said(session.messages)).toEqual(turnsOf("first", "second", "third"));
    expect(session.damagedLines).toEqual([6, 8]);
    expect(told[0]).toContain("(lines 6, 8)");
    await log.append({ type: "user", content: [text("next")], from: ["person"] });
    await log.close();
    // The damaged bytes are kept, and what follows begins a line.
    expect((await home.log()).startsWith(`${bytes}\n{"type":"repair"`)).toBe(true);
    expect(said((await home.store.read(sessionId)).messages)).toEqual([
      ...turnsOf("first", "second", "third"),
      "user: next",
    ]);
  });

  it("SES-02: a run of NUL bytes in the middle", async () => {
    const home = await createSessionHome();
    const lines = linesOf([...turn("first"), ...turn("second"), ...turn("third")]);
    await home.write(`${whole(lines.slice(0, 3))}${"\0".repeat(420)}\n${whole(lines.slice(3))}`);
    const { session } = await resumed(home);
    expect(said(session.messages)).toEqual(turnsOf("first", "second", "third"));
    expect(session.damagedLines).toEqual([4]);
  });

  it("SES-03: an unreadable line of no importance, and lines that are no records", async () => {
    const home = await createSessionHome();
    const [header = "", one = "", two = "", , four = "", five = ""] = linesOf([
      ...turn("first"),
      { type: "title", title: "lost" },
      ...turn("second"),
    ]);
    const others = ["", "null", "[]", '{"type":"future-kind","x":1}'];
    await home.write(whole([header, one, two, '{"type":"title","n":3,"ts":"20', four, five, ...others]));
    const { session } = await resumed(home);
    expect(said(session.messages)).toEqual(turnsOf("first", "second"));
    expect(session.report).toEqual({ badLines: 1 });
    expect(session.lastMessageAt).toBe(new Date(start + 5000).toISOString());
  });

  it("SES-04: calls without results, results without calls, results twice", async () => {
    const opened = async (...records: LogRecord[]) => {
      const home = await createSessionHome();
      const bytes = whole(linesOf(records));
      await home.write(bytes);
      const { session } = await resumed(home);
      expect(faultAfter(session.messages)).toBe(undefined);
      expect((await home.log()).startsWith(bytes)).toBe(true);
      return said(session.messages).join("\n");
    };
    const dangling = await opened(
      record.user("run the tests"),
      record.assistant([text("Running."), call("t1"), call("t2", { path: "x.txt" })]),
      record.result("t1", "1 failed"),
    );
    expect(dangling).toContain("<t1: 1 failed> | <t2: Interrupted");
    const orphan = await opened(
      record.user("read it"),
      record.result("t9", "content of a call whose line was lost"),
      record.assistant("It says hello."),
    );
    expect(orphan).not.toContain("<t9");
    const double = await opened(
      record.user("hi"),
      record.assistant([call("t1")]),
      { type: "tool_result", content: [result("t1"), result("t1")], from: ["tool", "tool"] },
      record.assistant("done"),
    );
    expect(double.match(/<t1: ok>/g)).toHaveLength(1);
  });

  it("SES-05: parallel calls of one answer, written one block a record", async () => {
    const home = await createSessionHome();
    const names = ["t1", "t2", "t3"];
    await home.write(
      whole(
        linesOf([
          record.user("read three files"),
          ...names.map((id) => record.assistant([call(id)], { stop: "tool_use" })),
          ...names.map((id, at) => record.result(id, ["ONE", "TWO", "THREE"][at])),
          record.assistant("All read."),
        ]),
      ),
    );
    const { session, repaired } = await resumed(home);
    expect(repaired).toEqual({});
    expect(said(session.messages)).toEqual([
      "user: read three files",
      "assistant: call t1 | call t2 | call t3",
      "user: <t1: ONE> | <t2: TWO> | <t3: THREE>",
      "assistant: All read.",
    ]);
  });

  it("SES-06: behind a compaction the summary and what is new, also when the rest names nothing that exists", async () => {
    const home = await createSessionHome();
    await home.write(
      whole(
        linesOf([
          ...turn("old"),
          record.compaction(4, { summary: "Summary: SUM-MARKER" }),
          // The record that was to be kept first was never written.
          { type: "future-kind" },
          ...turn("new"),
        ]),
      ),
    );
    const { session } = await resumed(home);
    expect(said(session.messages)).toEqual(["user: Summary: SUM-MARKER", ...turnsOf("new")]);
    expect(session.report).toEqual({});
  });

  it("SES-08: pictures without words", async () => {
    const home = await createSessionHome();
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
    };
    await home.write(
      whole(
        linesOf([
          record.user([image, text("")]),
          record.assistant([text(""), text("A dot.")]),
          record.assistant([call("t1", { n: 1 })]),
          record.result("t1", [image, text("")]),
          record.assistant("Same dot."),
          record.user(""),
        ]),
      ),
    );
    const { session } = await resumed(home);
    expect(faultAfter(session.messages)).toBe(undefined);
    expect(JSON.stringify(session.messages).match(/image\/png/g)).toHaveLength(2);
    expect(said(session.messages)).toHaveLength(4);
  });

  it(
    "SES-09: few messages in a log of more than 100 MB, in a process of 512 MB",
    { timeout: 120_000 },
    async () => {
      const home = await createSessionHome();
      const [header = "", ...rest] = linesOf([
        record.user("start HEAD-MARKER"),
        record.assistant("working"),
        record.user("finish TAIL-MARKER"),
        record.assistant("done"),
      ]);
      const file = createWriteStream(home.path);
      file.write(whole([header, ...rest.slice(0, 2)]));
      const filling = `{"type":"sidechain","message":{"role":"user","content":"${"y".repeat(2000)}"}}\n`;
      const batch = Buffer.from(filling.repeat(100));
      for (let count = 0; count < 600; count += 1) file.write(batch);
      file.end(whole(rest.slice(2)));
      await finished(file);
      const program = `
      import { createSessionStore } from ${JSON.stringify(sourceOf("sessions"))};
      import { createFileStorage } from ${JSON.stringify(sourceOf("storage"))};
      const project = ${JSON.stringify(join(home.folder, ".."))};
      const storage = createFileStorage({ folders: { home: project, project }, now: () => new Date(), newId: () => "" });
      const store = createSessionStore({ storage, project: "shop", now: () => new Date() });
      const { session, log } = await store.resume("${sessionId}", { cwd: "/" });
      await log.close();
      const words = session.messages.map(({ content }) => content.map(({ text }) => text).join());
      process.stdout.write(JSON.stringify({ words, rss: process.resourceUsage().maxRSS }));`;
      const { stdout } = await run(process.execPath, [
        "--max-old-space-size=256",
        await bundleProgram(program),
      ]);
      const { words, rss } = JSON.parse(stdout) as { words: string[]; rss: number };
      expect(words).toEqual(["start HEAD-MARKER", "working", "finish TAIL-MARKER", "done"]);
      expect(rss).toBeLessThan(512 * 1024);
    },
  );

  it("SES-13: the age of the last whole message, whatever the file's date and the time zone are", async () => {
    const now = new Date("2031-03-10T09:00:00Z");
    const zone = process.env["TZ"];
    try {
      for (const each of ["UTC", "Asia/Tokyo", "America/Los_Angeles"]) {
        process.env["TZ"] = each;
        const home = await createSessionHome({ now: () => now });
        const [header = "", one = "", two = "", three = ""] = linesOf([
          ...turn("only"),
          { type: "mark", pinned: false },
        ]);
        await home.write(`${whole([header, one, two, three])}{"type":"user","n":4,"ts":"2031-03-09T0`);
        await utimes(home.path, now, now);
        expect((await resumed(home)).gap).toEqual({ days: 9, isLong: true });
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
    const early = await createSessionHome({ now: () => new Date(start - 24 * 3_600_000) });
    await early.write(whole(linesOf(turn("only"))));
    expect((await resumed(early)).gap).toEqual({ days: 0, isLong: false });
  });
});

function sourceOf(room: string): string {
  return join(import.meta.dirname, "..", "..", "src", room, "index.ts");
}
