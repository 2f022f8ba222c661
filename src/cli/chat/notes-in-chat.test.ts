import { describe, expect, it } from "vitest";
import type { ExtractionReceipt, ExtractMode } from "../../events/index.ts";
import type { Extraction, ExtractionNews } from "../../extraction/index.ts";
import { createColors } from "picocolors";
import { fakeStore, talk } from "./chat.fixture.ts";
import { explainNotes } from "./explain-notes.ts";
import { notesLines, wordsInChat } from "./notes-line.ts";

const nothing: ExtractionNews = { session: "s", noted: [], proposed: 0, secrets: [] };
const prefix = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  id: "user/commit-prefix",
} as const;

/** Extraction as a chat sees it; `finish` decides how long the last notes take. */
function extractionWith(parts: Partial<Extraction> = {}): Extraction & { tell(news: ExtractionNews): void } {
  let mode: ExtractMode = "auto";
  const listeners = new Set<(news: ExtractionNews) => void>();
  return {
    mode: () => mode,
    setMode: (wish) => void (mode = wish),
    follow: () => {
      throw new Error("not expected");
    },
    recover: () => {},
    isBusy: false,
    settle: async () => {},
    finish: async () => {},
    stop: async () => {},
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    last: async () => null,
    tell: (news) => {
      for (const listener of listeners) listener(news);
    },
    ...parts,
  };
}

describe("what is said of notes", () => {
  it("names each, how to take it back, what waits and what was left out", () => {
    const told = (news: Partial<ExtractionNews>) => notesLines({ ...nothing, ...news }, wordsInChat);
    expect(told({ noted: [prefix] })).toEqual([
      '· noted: feedback "commit prefix" -> commit-prefix · undo: /memory undo',
    ]);
    expect(
      told({
        noted: [
          { ...prefix, op: "update" },
          { ...prefix, op: "forget", name: "old\u001b[2J" },
        ],
      }),
    ).toEqual([
      '· noted: feedback "commit prefix" -> commit-prefix (updated), forgot "old\\u{1b}[2J" · undo: /memory undo',
    ]);
    expect(told({ proposed: 1 })).toEqual(["· 1 proposal waits: /memory inbox"]);
    expect(told({ proposed: 3 })).toEqual(["· 3 proposals wait: /memory inbox"]);
    expect(told({ secrets: ["GitHub token"] })).toEqual([
      "· left out a secret (GitHub token) from the notes",
    ]);
    expect(told({ secrets: ["secret"] })).toEqual(["· left out a secret from the notes"]);
    expect(told({ budget: 200_000 })).toEqual([
      "· no more notes are taken today: the day's 200,000 tokens for them are spent",
    ]);
    expect(told({ isInboxFull: true })).toEqual([
      "· the inbox is full, so something was left out: accept or reject what waits with /memory inbox",
    ]);
    expect(told({})).toEqual([]);
  });

  it("comes behind the answer that is being written", async () => {
    const extraction = extractionWith();
    const { err, out } = await talk({
      input: "hi\n",
      script: { turns: [{ text: "hello there", delayMs: 20 }] },
      options: { extraction, store: fakeStore({}) },
      onHost: (host) => host.whenHeard(() => extraction.tell({ ...nothing, noted: [prefix] })),
    });
    expect(out).toBe("hello there\n");
    expect(err).toContain('noted: feedback "commit prefix"');
  });
});

describe("the end of a chat", () => {
  const busy = (settle: () => Promise<void>) => {
    const stopped: string[] = [];
    const extraction = extractionWith({
      isBusy: true,
      finish: settle,
      stop: async () => void stopped.push("stop"),
    });
    return { extraction, stopped };
  };

  it("waits for the last notes and says so, but not for ever", async () => {
    const { extraction, stopped } = busy(() => new Promise(() => {}));
    const { err, code } = await talk({
      input: "",
      options: { extraction, store: fakeStore({}), exitWaitMs: 400 },
    });
    expect(err).toContain(
      "waiting for notes of the last turn, up to 1 s; Ctrl-C leaves now, it is done at the next start",
    );
    expect(code).toBe(0);
    expect(stopped).toEqual(["stop"]);
  });

  it("says nothing of what is over at once", async () => {
    const { extraction } = busy(async () => {});
    const { err } = await talk({ input: "", options: { extraction, store: fakeStore({}) } });
    expect(err).toBe("");
  });

  it("is there at once on Ctrl-C", async () => {
    const { extraction, stopped } = busy(() => new Promise(() => {}));
    const { code } = await talk({
      input: "",
      options: { extraction, store: fakeStore({}), exitWaitMs: 60_000 },
      onHost(host) {
        const timer = setInterval(() => {
          host.interrupt();
          if (stopped.length > 0) clearInterval(timer);
        }, 20);
      },
    });
    expect(code).toBe(0);
    expect(stopped).toEqual(["stop"]);
  });
});

describe("/memory extract", () => {
  it("tells the mode and changes it, and names the modes there are", async () => {
    const { out, err } = await talk({
      input: "/memory extract\n/memory extract review\n/memory extract nudg\n/memory extract\n",
      options: { extraction: extractionWith(), store: fakeStore({}) },
    });
    expect(out).toMatch(/^extract auto .*\nextract review .*\nextract review .*\n$/u);
    expect(err).toContain("Say /memory extract auto | review | nudge | off. Did you mean nudge?");
  });

  it("is not there without memory", async () => {
    const { err } = await talk({ input: "/memory extract\n" });
    expect(err).toContain("without memory");
  });
});

describe("/memory why", () => {
  const receipt: ExtractionReceipt = {
    kind: "extraction",
    session: "s",
    upto: 3,
    mode: "auto",
    items: [],
    secrets: 0,
    calls: 0,
    ms: 5,
  };
  const lines = (more: Partial<ExtractionReceipt>) =>
    explainNotes({ ...receipt, ...more }, createColors(false));

  it("tells what became of each item, and why a turn was not read", () => {
    expect(
      lines({
        calls: 2,
        model: "m",
        ms: 1_234,
        tokens: { input: 900, output: 100 },
        answer: "items",
        secrets: 1,
        items: [
          { op: "create", to: "memory", id: "user/a" },
          { op: "create", to: "inbox", id: "b", reason: "no-quote" },
          { op: "forget", to: "memory", id: "user/c" },
          { op: "unknown", to: "nowhere", reason: "invalid" },
        ],
      }),
    ).toEqual([
      "notes of the last turn · extract auto · m · 2 calls · 1,000 tokens · 1234 ms",
      "  noted user/a",
      "  waits in the inbox as b: no such words of yours stand in the turn",
      "  forgot user/c",
      "  left out: it was not whole, or of no known kind",
      "  a secret was left out",
    ]);
    expect(lines({ skipped: "saved-in-turn" })[1]).toContain("saved or deleted a memory itself");
    expect(lines({ calls: 1, answer: "failed", failure: "overloaded" })[1]).toContain("(overloaded)");
    expect(lines({ calls: 1, answer: "nothing" })[1]).toContain("nothing was worth keeping");
    expect(lines({ mode: "nudge" })[1]).toContain("no model was asked");
  });

  it("is shown in the chat", async () => {
    const extraction = extractionWith({ last: async () => ({ ...receipt, skipped: "no-words" }) });
    const { out } = await talk({ input: "/memory why\n", options: { extraction, store: fakeStore({}) } });
    expect(out).toContain("not read: it had no words of yours");
  });
});
