import { describe, expect, it } from "vitest";
import { createAgent, type Agent } from "../../agent/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { createScriptedModel } from "../../models/index.ts";
import { bookOf, conversationOf, talk, type Talk } from "./chat.fixture.ts";
import type { ChatOptions, SessionBook } from "./chat-options.ts";
import type { OfferedSession } from "./offered-session.ts";

const offered = (id: string, more: Partial<OfferedSession> = {}): OfferedSession => ({
  id,
  title: null,
  firstPrompt: null,
  lastActive: null,
  pinned: false,
  ...more,
});

const NEW = "20261129-100000-aaaa";
const OLD = "20261128-100000-bbbb";
const sessions = [
  offered(NEW, { firstPrompt: "first words" }),
  offered(OLD, {
    title: "部署\u001b[2J",
    firstPrompt: "怎么部署？\n先看 CI",
    lastActive: "1969-12-29T00:00:00Z",
    pinned: true,
  }),
];

/** A chat whose conversations are kept nowhere; what was opened and closed is noted. */
async function chat(
  input: string,
  parts: Partial<SessionBook> = {},
  options: Partial<ChatOptions> = {},
): Promise<Talk & { log: string[] }> {
  const log: string[] = [];
  const model = createScriptedModel({
    turns: ["one", "two", "three"].map((text) => ({ text })),
    side: [{ match: "Summarise a conversation", text: "<summary>what was said</summary>" }],
  });
  const newAgent = (): Agent => createAgent({ model, tools: [], sources: [], limits: defaultLimits });
  const talked = await talk({
    input,
    options: {
      sessions: bookOf(sessions, parts),
      async converse({ resume } = {}) {
        if (resume === "busy") throw new Error("no");
        log.push(`open ${resume ?? "new"}`);
        return conversationOf(newAgent(), {
          id: resume ?? NEW,
          said: resume === undefined ? [] : [`resumed ${resume}`],
          close: async () => void log.push(`close ${resume ?? "new"}`),
        });
      },
      ...options,
    },
  });
  return { ...talked, log };
}

describe("a chat that goes on with a session", () => {
  it("says what there is to say before the first words, and closes it at the end", async () => {
    const { err, log } = await chat("/exit\n", {}, { resume: OLD });
    expect(err).toBe(`daybook: resumed ${OLD}\n`);
    expect(log).toEqual([`open ${OLD}`, `close ${OLD}`]);
  });

  it("does so with -p, and names the session in JSON", async () => {
    const { out, err, log } = await chat("", {}, { resume: OLD, prompt: "go on", json: true });
    expect(JSON.parse(out)).toMatchObject({ text: "one", session: OLD });
    expect(err).toBe(`daybook: resumed ${OLD}\n`);
    expect(log).toEqual([`open ${OLD}`, `close ${OLD}`]);
  });
});

describe("/resume", () => {
  it("opens the other session before it lets go of this one", async () => {
    const { out, err, log } = await chat("hi\n/resume 20261128\nagain\n");
    expect(log).toEqual(["open new", `open ${OLD}`, "close new", `close ${OLD}`]);
    expect(out).toBe("one\none\n");
    expect(err).toBe(`daybook: resumed ${OLD}\n`);
  });

  it("stays where it is when the other one is not to be had", async () => {
    const { out, err, log } = await chat("hi\n/resume 20261127\n/resume 2026\n/resume busy\nagain\n", {
      find: async (id) => {
        if (id !== "busy") throw new Error(`not found: ${id}`);
        return id;
      },
    });
    expect(out).toBe("one\ntwo\n");
    expect(err.match(/^daybook: /gmu)).toHaveLength(3);
    expect(log).toEqual(["open new", "close new"]);
  });

  it("says so when that is this session, and what to say without a terminal", async () => {
    const { out, err, log } = await chat(`/resume ${NEW}\n/resume\n`);
    expect(out).toBe("That is the session you are in.\n");
    expect(err).toBe("daybook: Say which: /resume ID, or a beginning of it. /sessions lists them.\n");
    expect(log).toEqual(["open new", "close new"]);
  });
});

describe("/sessions", () => {
  it("gives a pipe the columns of daybook sessions list and which one is open, with nothing that would drive a terminal", async () => {
    const { out } = await chat("/sessions\n");
    expect(out.split("\n").map((line) => line.split("\t"))).toEqual([
      [NEW, "", "", "", "first words", "this one"],
      [OLD, "1969-12-29T00:00:00Z", "pinned", "部署\\u{1b}[2J", "怎么部署？ 先看 CI", ""],
      [""],
    ]);
  });

  it("says when there is none", async () => {
    expect((await chat("/sessions\n", { list: async () => [] })).out).toBe(
      "No session of this project is kept yet.\n",
    );
  });
});

describe("/fork", () => {
  it("goes on in the copy and names both", async () => {
    const copy = "20261129-110000-cccc";
    const asked: string[] = [];
    const { out, log } = await chat("hi\n/fork\nagain\n", {
      async fork(id) {
        asked.push(id);
        return copy;
      },
    });
    expect(asked).toEqual([NEW]);
    expect(out).toBe(`one\n${copy} is a copy of ${NEW}, which stays as it is: /resume ${NEW}\none\n`);
    expect(log).toEqual(["open new", `open ${copy}`, "close new", `close ${copy}`]);
  });

  it("has nothing to copy before the first words", async () => {
    const { err, code } = await chat("/fork\n");
    expect(err).toContain("nothing was said in this session");
    expect(code).toBe(1);
  });
});

describe("/rename", () => {
  it("keeps the title as it was typed, and shows it as it is kept", async () => {
    const titles: string[][] = [];
    const { out, err } = await chat("/rename too early\nhi\n/rename 部署  到 staging\n/rename\n", {
      async setTitle(...given) {
        titles.push(given);
        return `${given[1]}\u202e`;
      },
    });
    expect(titles).toEqual([[NEW, "部署  到 staging"]]);
    expect(out).toBe("one\nThis session is called “部署  到 staging\\u{202e}” now.\n");
    expect(err).toMatch(/^daybook: Nothing was said.*\ndaybook: Say what to call.*\n$/u);
  });
});

describe("/compact", () => {
  it("has nothing to do at the beginning", async () => {
    expect((await chat("/compact\n")).out).toBe("There is nothing to compact yet.\n");
  });

  it("shortens the conversation and says by how much; the chat goes on", async () => {
    const { out, err, code } = await chat("hi\nthere\n/compact keep the names\nand now?\n");
    expect(err).toMatch(/^· older turns were summarised: about [\d,]+ -> [\d,]+ tokens\n$/u);
    expect(out).toBe("one\ntwo\ntwo\n");
    expect(code).toBe(0);
  });
});
