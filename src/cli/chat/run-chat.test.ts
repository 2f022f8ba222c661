import { describe, expect, it } from "vitest";
import { createAgent } from "../../agent/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { createScriptedModel, type Script } from "../../models/index.ts";
import type { Tool } from "../../tools/index.ts";
import type { Conversation } from "./chat-options.ts";
import { conversationOf, talk } from "./chat.fixture.ts";

describe("runChat with -p", () => {
  it("streams the answer to standard output and gives 0", async () => {
    const { out, err, code } = await talk({
      script: { turns: [{ text: "It is\nfine." }] },
      options: { prompt: "how?" },
    });
    expect({ out, err, code }).toEqual({ out: "It is\nfine.\n", err: "", code: 0 });
  });

  it("tells a failure in one sentence and gives 1", async () => {
    const { out, err, code } = await talk({ options: { prompt: "how?" } });
    expect(out).toBe("");
    expect(err).toMatch(/^daybook: the script has 0 turns.*\n$/iu);
    expect(code).toBe(1);
  });

  it("sends what was piped in along with the prompt", async () => {
    const { out, code } = await talk({
      input: "the log\n",
      script: { turns: [{ when: "why?\nStandard input:\n```\nthe log\n```", text: "so" }] },
      options: { prompt: "why?" },
    });
    expect({ out, code }).toEqual({ out: "so\n", code: 0 });
  });

  it("prints JSON and nothing else when that is asked for", async () => {
    const usage = { input: 3, output: 2, cacheRead: 0, cacheWrite: 0 };
    const { out, err, code } = await talk({
      script: { turns: [{ text: "fine", usage }] },
      options: { prompt: "how?", json: true },
    });
    expect(JSON.parse(out)).toEqual({
      text: "fine",
      usage,
      session: "20261129-100000-aaaa",
      memories: [],
      stop: "end_turn",
    });
    expect({ err, code }).toEqual({ err: "", code: 0 });
  });

  it("tells a failure as JSON on standard error", async () => {
    const { out, err, code } = await talk({ options: { prompt: "how?", json: true } });
    expect(out).toBe("");
    expect(JSON.parse(err)).toMatchObject({ error: { code: "model" } });
    expect(code).toBe(1);
  });

  it("ends with 130 when it is interrupted", async () => {
    const { code, err } = await talk({
      script: { turns: [{ text: "late", delayMs: 60_000 }] },
      options: { prompt: "x" },
      onHost: (host) => host.whenHeard(host.interrupt),
    });
    expect({ code, err }).toEqual({ code: 130, err: "daybook: interrupted\n" });
  });

  it("fails when no conversation can begin", async () => {
    const converse = async (): Promise<Conversation> => {
      throw new DaybookError("no-model", "No model is set up.");
    };
    await expect(talk({ options: { prompt: "x", converse } })).rejects.toThrow("No model is set up.");
  });

  it("shows what would drive the terminal as escapes", async () => {
    const { out } = await talk({
      script: { turns: [{ text: "a\u001b]0;title\u0007b\u202e" }] },
      options: { prompt: "x" },
    });
    expect(out).toBe("a\\u{1b}]0;title\\u{7}b\\u{202e}\n");
  });
});

describe("runChat with piped lines", () => {
  it("answers each line in turn", async () => {
    const { out, code } = await talk({
      input: "first\r\n\n  \nsecond",
      script: {
        turns: [
          { when: "first", text: "one" },
          { when: "second", text: "two" },
        ],
      },
    });
    expect({ out, code }).toEqual({ out: "one\ntwo\n", code: 0 });
  });

  it("stays usable after a failed turn; the exit code is that of the last line", async () => {
    const script: Script = { turns: [{ when: "good", text: "ok" }] };
    const after = await talk({ input: "bad\ngood\n", script });
    expect(after).toMatchObject({ out: "ok\n", code: 0 });
    expect(after.err).toContain("good");
    expect((await talk({ input: "bad\n", script })).code).toBe(1);
  });

  it("says the notices of the context before the first words", async () => {
    const { err } = await talk({ input: "/exit\n", notices: ["2 shared memories are held"] });
    expect(err).toBe("daybook: 2 shared memories are held\n");
  });

  it("begins again with /new, so that a stateless script answers from its first turn", async () => {
    const script: Script = { turns: [{ text: "one" }, { text: "two" }] };
    const { out } = await talk({ input: "a\nb\n/new\nc\n/clear\nd\n", script });
    expect(out).toBe("one\ntwo\nnew conversation\none\nnew conversation\none\n");
  });

  it("takes a path for a prompt and names the nearest of an unknown command", async () => {
    const { out, err, code } = await talk({
      input: "/etc/hosts is odd\n/contxt\n/exit now\n/nonsense\n",
      script: { turns: [{ text: "so it is" }] },
    });
    expect(out).toBe("so it is\n");
    expect(err).toContain("There is no command /contxt. Did you mean /context? /help lists them.");
    expect(err).toContain("/exit takes nothing behind it.");
    expect(err).toContain("There is no command /nonsense.");
    expect(code).toBe(1);
  });

  it("leaves with /exit or /quit, and reads no further", async () => {
    expect(await talk({ input: "/quit\nnever\n" })).toEqual({ out: "", err: "", code: 0 });
  });

  it("prints what the session began with", async () => {
    const { out } = await talk({
      input: "/context\nhi\n/context\n",
      script: { turns: [{ text: "yes", usage: { input: 1_000, output: 9, cacheRead: 500 } }] },
    });
    expect(out).toContain("place\tsource\tbytes\t~tokens\tfirst words\nsystem\trole\t11\t3\tRole words.\n");
    expect(out).toContain("0 messages; no request yet");
    expect(out).toContain(
      "2 messages; the last request had 1500 tokens (500 from the cache) and 9 of answer",
    );
  });

  it("shows tools, what they say to the person, and failures beside the answer", async () => {
    const script: Script = {
      turns: [
        {
          text: "I look.",
          tools: [
            { name: "Look", input: { command: "a\u001b[1m b" } },
            { name: "Nope", input: {} },
          ],
        },
        { text: "Seen." },
      ],
    };
    const look: Tool = {
      name: "Look",
      description: "",
      inputSchema: {},
      effect: "read",
      parse: (value) => ({ ok: true, value }),
      permission: () => ({ decision: "allow" }),
      execute: async () => ({ content: "x", isError: false, display: "looked at 1 file" }),
    };
    const agent = createAgent({
      model: createScriptedModel(script),
      tools: [look],
      limits: defaultLimits,
      sources: [],
    });
    const { out, err } = await talk({
      input: "go\n",
      options: { converse: async () => conversationOf(agent) },
    });
    expect(out).toBe("I look.\nSeen.\n");
    expect(err).toBe(
      '· Look a\\u{1b}[1m b\n· Nope\n· looked at 1 file\n· Nope: There is no tool "Nope". The tools are Look.\n',
    );
  });

  it("looks at held memories with /trust", async () => {
    const { out } = await talk({ input: "/trust\n" });
    expect(out).toBe("/new begins a conversation that knows them\n");
  });

  it("lists its commands", async () => {
    const { out } = await talk({ input: "/help\n" });
    for (const name of [
      "/memory [rm SLUG | edit SLUG | undo | why",
      "/context",
      "/new",
      "/trust",
      "/exit",
      "#text",
    ])
      expect(out).toContain(name);
    // A gap behind long ones too: over a pipe nothing else parts a command from what it does.
    for (const line of out.split("\n").filter((one) => /^[/#@!]/u.test(one) && !one.startsWith("/clear")))
      expect(line).toMatch(/\S {2,}\S/u);
  });

  it("ends when it is interrupted", async () => {
    const { code, err } = await talk({
      input: "wait\nnever\n",
      script: { turns: [{ text: "late", delayMs: 60_000 }] },
      onHost: (host) => host.whenHeard(host.interrupt),
    });
    expect(err).toBe("daybook: interrupted\n");
    expect(code).toBe(1);
  });
});
