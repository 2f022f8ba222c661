import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { assert, asyncProperty, nat, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretGate } from "../guard/index.ts";
import { logOf, openKeeping } from "./list.fixture.ts";

const id = "20310301-080000-a1b2";
const at = "2031-03-01T08:00:00.000Z";

describe("the list of sessions", () => {
  it("tells of each what its name, its end and its beginning say, newest activity first", async () => {
    const { keeper, put } = openKeeping();
    put(id, logOf({ id, at, prompt: "部署流程\nwhat else?" }));
    put("20310302-080000-c3d4", logOf({ id: "20310302-080000-c3d4", at: "2031-02-01T08:00:00.000Z" }));
    const [first, second] = await keeper.list();
    expect(first).toEqual({
      id,
      created: "2031-03-01T08:00:00.000Z",
      lastActive: at,
      title: "部署流程 what else?",
      firstPrompt: "部署流程\nwhat else?",
      bytes: expect.any(Number),
      pinned: false,
    });
    expect(second?.id).toBe("20310302-080000-c3d4");
    expect(await keeper.latest()).toBe(id);
  });

  it("holds no secret of a first prompt, and neither does what is kept of it for the next list", async () => {
    const { keeper, put, project } = openKeeping({ gate: createSecretGate() });
    const word = ["canary", "PASS", "7f39"].join("-");
    put(id, logOf({ id, at, prompt: `my password for staging is ${word}` }));
    for (let look = 0; look < 2; look += 1)
      expect((await keeper.list())[0]).toMatchObject({
        title: "[left out: password]",
        firstPrompt: "[left out: password]",
      });
    expect(readFileSync(join(project, "cache", "sessions.json"), "utf8")).not.toContain(word);
  });

  it("sees a secret that goes on behind what is shown, and keeps nothing where the gate cannot look", async () => {
    const gate = createSecretGate();
    let isBroken = true;
    const { keeper, put, project } = openKeeping({
      gate: {
        async check(text) {
          if (isBroken) throw new Error("not installed");
          return gate.check(text);
        },
      },
    });
    const token = `${"ghp_"}${"aB3dE6gH9j".repeat(4).slice(0, 36)}`;
    put(id, logOf({ id, at, prompt: `${"so ".repeat(160)}${token}` }));
    expect((await keeper.list())[0]).toMatchObject({ title: null, firstPrompt: null, lastActive: at });
    isBroken = false;
    const [listed] = await keeper.list();
    expect(listed).toMatchObject({ firstPrompt: "[left out: GitHub token]" });
    expect(readFileSync(join(project, "cache", "sessions.json"), "utf8")).not.toContain("ghp_");
  });

  it("takes the last title and mark of the log, and cuts a long prompt to a title of 60 characters", async () => {
    const { keeper, put } = openKeeping();
    put(id, logOf({ id, at, prompt: "很".repeat(2_000) }));
    const [plain] = await keeper.list();
    expect([...(plain?.title ?? "")]).toHaveLength(60);
    expect([...(plain?.firstPrompt ?? "")]).toHaveLength(500);
    const more = [
      { type: "title", ts: at, title: "first" },
      { type: "title", ts: at, title: "second\ntitle" },
      { type: "mark", ts: at, pinned: true },
    ];
    put(id, logOf({ id, at, more }), "2031-04-02T00:00:00Z");
    expect((await keeper.list())[0]).toMatchObject({ title: "second title", pinned: true, lastActive: at });
  });

  it("does not count what a resume made up, marks and unknown records as activity", async () => {
    const { keeper, put } = openKeeping();
    const later = "2031-04-01T08:00:00.000Z";
    const made = { type: "tool_result", ts: later, content: [], from: ["tool"], synthetic: true };
    put(
      id,
      logOf({ id, at, more: [made, { type: "repair", ts: later, report: {} }, { type: "news", ts: later }] }),
    );
    expect((await keeper.list())[0]?.lastActive).toBe(at);
  });

  it("finds the last message behind megabytes of other records, and the prompt behind a huge first line", async () => {
    const { keeper, put } = openKeeping();
    const other = { type: "extraction", ts: at, upto: 3, items: ["y".repeat(2_000)] };
    put(id, logOf({ id, at, more: Array.from({ length: 1_500 }, () => other) }));
    const huge = JSON.stringify({
      type: "context",
      n: 1,
      ts: at,
      system: ["x".repeat(2_000_000)],
      tools: [],
    });
    const lines = logOf({ id, at }).split("\n");
    put("20310304-080000-0002", lines.with(1, huge).join("\n"));
    const big = {
      type: "user",
      ts: at,
      content: [{ type: "text", text: "w".repeat(2_000_000) }],
      from: ["person"],
    };
    put("20310305-080000-0003", logOf({ id, at, more: [big] }));
    const sessions = await keeper.list();
    expect(sessions.map(({ lastActive, firstPrompt }) => [lastActive, firstPrompt])).toEqual(
      Array.from({ length: 3 }, () => [at, "what is due?"]),
    );
  });

  it("lists empty and damaged files with what is known", async () => {
    const { keeper, put } = openKeeping();
    put("20310301-000000-0001", "");
    put("20310301-000000-0002", '{"type":"user","n":1,"ts":"2031-03-09T0');
    put("20310301-000000-0003", new Uint8Array(70_000));
    put("20310301-000000-0004", "\ufeff" + logOf({ id, at }).replaceAll("\n", "\r\n"));
    put("20310301-000000-0005", `${logOf({ id, at })}{"type":"user","ts":"2031-04-01T00:`);
    put("20310301-000000-0006", `{"type":"ass${logOf({ id, at })}`);
    put("20310301-000000-0007", logOf({ id, at }).replaceAll("\n", ""));
    put("20319901-990000-0008", logOf({ id, at }));
    const byDigit = new Map((await keeper.list()).map((session) => [session.id.at(-1), session]));
    expect([...byDigit.keys()].toSorted()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    for (const digit of ["1", "2", "3"]) {
      expect(byDigit.get(digit)).toMatchObject({ lastActive: null, title: null, firstPrompt: null });
    }
    for (const digit of ["4", "5", "6", "7", "8"]) {
      expect(byDigit.get(digit)).toMatchObject({ lastActive: at, firstPrompt: "what is due?" });
    }
    expect(byDigit.get("8")?.created).toBe("2031-03-01T07:59:00.000Z");
  });

  it("never throws whatever the bytes are", async () => {
    const { keeper, put } = openKeeping();
    const whole = Buffer.from(logOf({ id, at }));
    await assert(
      asyncProperty(nat(whole.length), uint8Array({ maxLength: 40 }), async (cut, noise) => {
        put(id, Buffer.concat([whole.subarray(0, cut), noise, whole.subarray(cut + noise.length)]));
        expect((await keeper.list()).map((session) => session.id)).toEqual([id]);
      }),
      { numRuns: 60 },
    );
  });

  it("passes over files that are not daybook's, folders and links", async () => {
    const { keeper, put, project, path } = openKeeping();
    put("notes.txt", "not ours");
    put("20310301-080000-a1b2.jsonl.bak", logOf({ id, at }));
    put("recent.jsonl", logOf({ id, at }));
    mkdirSync(path("20310301-080000-aaaa"));
    writeFileSync(join(project, "elsewhere"), logOf({ id, at }));
    symlinkSync(join(project, "elsewhere"), path("20310301-080000-bbbb"));
    expect(await keeper.list()).toEqual([]);
  });

  it("SES-03: lists by the second answer, behind an unreadable line and before unknown ones", async () => {
    const { keeper, put } = openKeeping();
    const answer = (n: number, text: string, ts: string) =>
      JSON.stringify({
        type: "assistant",
        n,
        ts,
        content: [{ type: "text", text }],
        stop: "end_turn",
        model: "m",
      });
    const question = (n: number, text: string, ts: string) =>
      JSON.stringify({ type: "user", n, ts, content: [{ type: "text", text }], from: ["person"] });
    const lines = [
      question(1, "first question", "2031-03-01T08:00:00.000Z"),
      answer(2, "first answer", "2031-03-01T08:00:10.000Z"),
      '{"type":"file-history","n":3,"se',
      question(4, "second question", "2031-03-01T08:01:00.000Z"),
      answer(5, "second answer", "2031-03-01T08:01:10.000Z"),
      "",
      "null",
      "[]",
      '{"type":"future-kind","x":1}',
    ];
    put(id, `${lines.join("\n")}\n`);
    expect((await keeper.list())[0]).toMatchObject({
      lastActive: "2031-03-01T08:01:10.000Z",
      title: "first question",
    });
  });

  it("SES-09: the title of a long log comes from its head, the activity from its tail", async () => {
    const { keeper, put } = openKeeping();
    const lines = logOf({ id, at, prompt: "start HEAD-MARKER" }).trimEnd().split("\n");
    const other = `{"type":"sidechain","n":4,"ts":"2031-03-01T08:00:30.000Z","content":"${"y".repeat(2_000)}"}`;
    const last = `{"type":"assistant","n":5,"ts":"2031-03-01T09:00:00.000Z","content":[{"type":"text","text":"done"}]}`;
    put(id, [...lines, ...Array.from({ length: 6_000 }, () => other), last, ""].join("\n"));
    expect((await keeper.list())[0]).toMatchObject({
      title: "start HEAD-MARKER",
      lastActive: "2031-03-01T09:00:00.000Z",
    });
  });

  it("SES-13: the last activity is that of the last valid message, not of the file or of a torn line", async () => {
    const { keeper, put } = openKeeping();
    const snapshot = { type: "file-history-snapshot", ts: "2031-03-05T08:00:00.000Z" };
    put(
      id,
      `${logOf({ id, at, more: [snapshot] })}{"type":"user","ts":"2031-03-09T0`,
      "2031-03-10T08:30:00Z",
    );
    expect((await keeper.list())[0]?.lastActive).toBe(at);
  });
});

describe("the derived list", () => {
  it("is used for settled files only, and is thrown away when it is not what was written", async () => {
    const { keeper, put, project, open } = openKeeping();
    put(id, logOf({ id, at }));
    await keeper.list();
    const cache = join(project, "cache", "sessions.json");
    expect(readdirSync(join(project, "cache"))).toEqual(["sessions.json"]);
    const text = readFileSync(cache, "utf8");
    const expected = await keeper.list();
    for (const broken of ["", "{}", text.slice(0, -5), text.replace("what is due?", "what is new?")]) {
      writeFileSync(cache, broken);
      expect(await open().keeper.list()).toEqual(expected);
      expect(readFileSync(cache, "utf8")).toBe(text);
    }
  });

  it("is not believed once the file changed, nor for a file that just changed", async () => {
    const { keeper, put, clock, path } = openKeeping();
    put(id, logOf({ id, at, prompt: "one" }));
    expect((await keeper.list())[0]?.title).toBe("one");
    put(id, logOf({ id, at, prompt: "two" }), "2031-04-01T00:00:01Z");
    expect((await keeper.list())[0]?.title).toBe("two");
    // The clock of the files: what changed within two seconds may change again under the same stamp.
    clock.now = new Date();
    put(id, logOf({ id, at, prompt: "six" }));
    const before = await keeper.list();
    writeFileSync(path(id), logOf({ id, at, prompt: "ten" }));
    utimesSync(path(id), new Date("2031-04-01T00:00:00Z"), new Date("2031-04-01T00:00:00Z"));
    expect([before[0]?.title, (await keeper.list())[0]?.title]).toEqual(["six", "ten"]);
  });

  it("is not needed: without a place for it the list is the same", async () => {
    const { put, open, project } = openKeeping();
    put(id, logOf({ id, at }));
    const blocked = join(project, "blocked");
    writeFileSync(blocked, "");
    const lists = [null, blocked].map((cacheFolder) => open({ cacheFolder }).keeper.list());
    for (const list of await Promise.all(lists)) expect(list.map((session) => session.id)).toEqual([id]);
    expect(existsSync(join(project, "cache"))).toBe(false);
  });

  it("is made by several processes at once without harm", async () => {
    const { put, open } = openKeeping();
    for (let minute = 10; minute < 40; minute += 1) {
      const each = `20310301-08${minute}00-a1b2`;
      put(each, logOf({ id: each, at, prompt: `prompt ${minute}` }));
    }
    const expected = await open({ cacheFolder: null }).keeper.list();
    const lists = await Promise.all(Array.from({ length: 8 }, () => open().keeper.list()));
    for (const list of lists) expect(list).toEqual(expected);
    expect(await open().keeper.list()).toEqual(expected);
  });
});
