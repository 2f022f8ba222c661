import { describe, expect, it } from "vitest";
import { collect, deltas, doneOf, errorOf } from "./contract-helpers.ts";
import { type Block, isToolUse, type Message, type ModelRequest } from "./model.ts";
import { createScriptedModel } from "./scripted.ts";

const user = (...content: (string | Block)[]): Message => ({
  role: "user",
  content: content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
});
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });
const said = (text: string): Message => assistant({ type: "text", text });
const asking = (messages: Message[], system: string[] = []): ModelRequest => ({
  system,
  tools: [],
  messages,
});
const result: Block = {
  type: "tool_result",
  tool_use_id: "t",
  content: [{ type: "text", text: "from the tool" }],
};

async function textOf(
  script: Parameters<typeof createScriptedModel>[0],
  request: ModelRequest,
): Promise<string> {
  const { content } = doneOf(await collect(createScriptedModel(script), request));
  return String(content[0]?.["text"]);
}

describe("which answer a script gives", () => {
  const script = { name: "demo.json", turns: [{ text: "one" }, { text: "two" }] };

  it("is the turn after the assistant messages of the request, however often it is asked", async () => {
    expect(await textOf(script, asking([user("a")]))).toBe("one");
    expect(await textOf(script, asking([user("a"), said("x"), user("b")]))).toBe("two");
    expect(await textOf(script, asking([user("a")]))).toBe("one");
  });

  it("is a clear failure where turns run out", async () => {
    const request = asking([user("a"), said("x"), user("b"), said("y"), user("c")]);
    expect(errorOf(await collect(createScriptedModel(script), request))).toEqual({
      type: "error",
      failure: "script",
      message:
        "demo.json has 2 turns, but this request holds 2 assistant messages and so asks for turn 3. Add that turn to the script.",
    });
  });

  it("needs its `when` in the newest prompt, and shows both where it is not", async () => {
    const turns = [{ when: "prefix", text: "yes" }];
    expect(await textOf({ turns }, asking([user("use a prefix please")]))).toBe("yes");
    const request = asking([user("prefix"), user("something\n else ".repeat(30))]);
    const { message } = errorOf(await collect(createScriptedModel({ turns }), request));
    expect(message).toMatch(
      /^Turn 1 of the script expects a prompt with "prefix", but the newest prompt begins "something else .*…"\. Change "when", or the order of the turns\.$/,
    );
  });

  it("takes the person's words, not a tool's, for the newest prompt", async () => {
    const turns = [{ text: "x" }, { when: "commit", text: "done" }];
    const request = asking([user("a note", "commit this"), said("x"), user(result)]);
    expect(await textOf({ turns }, request)).toBe("done");
    const wrong = [{ text: "x" }, { when: "from the tool", text: "done" }];
    expect(errorOf(await collect(createScriptedModel({ turns: wrong }), request)).failure).toBe("script");
  });

  it("comes from `side` where the system text matches, by its `when` if it has one", async () => {
    const side = [
      { match: "choose memories", when: "deploy", text: "A" },
      { match: "choose memories", text: "B" },
      { match: "keep", when: "x", text: "C" },
    ];
    const withSide = { ...script, side };
    const query = (prompt: string, system: string): ModelRequest => asking([user(prompt)], ["You", system]);
    expect(await textOf(withSide, query("deploy now", "Please choose memories."))).toBe("A");
    expect(await textOf(withSide, query("else", "Please choose memories."))).toBe("B");
    expect(await textOf(withSide, query("deploy", "main"))).toBe("one");
    const { message } = errorOf(await collect(createScriptedModel(withSide), query("y", "keep it")));
    expect(message).toContain('The side answers of demo.json for this query expect a prompt with "x"');
  });
});

describe("what an answer holds", () => {
  it("streams in a few deltas that cut no character", async () => {
    const text = "👍前缀".repeat(5);
    const events = await collect(createScriptedModel({ turns: [{ text }] }), asking([user("a")]));
    const pieces = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
    expect(pieces.length).toBe(4);
    expect(pieces.join("|")).not.toMatch(/[\ud800-\udbff]\|/);
    expect(deltas(events, "text-delta")).toBe(text);
  });

  it("gives calls ids that are the same each time and unlike any in the conversation", async () => {
    const tools = [
      { name: "A", input: { deep: [1] } },
      { name: "B", input: {} },
    ];
    const ids = async (messages: Message[]): Promise<string[]> => {
      const model = createScriptedModel({ turns: [{ text: "x", tools }, { tools }] });
      return doneOf(await collect(model, asking(messages)))
        .content.filter(isToolUse)
        .map(({ id }) => id);
    };
    expect(await ids([user("a")])).toEqual(["toolu_script_1_1", "toolu_script_1_2"]);
    const kept = assistant({ type: "tool_use", id: "toolu_script_2_1", name: "A", input: {} });
    expect(await ids([user("summary"), kept, user(result)])).toEqual([
      "toolu_script_2_1_2",
      "toolu_script_2_2",
    ]);
  });

  it("counts what the script says, or estimates", async () => {
    const usage = async (given?: object): Promise<unknown> => {
      const turns = [{ text: "12345678", ...(given !== undefined && { usage: given }) }];
      return doneOf(await collect(createScriptedModel({ turns }), asking([user("a")]))).usage;
    };
    expect(await usage({ output: 3, cacheWrite: 4 })).toEqual({
      input: 0,
      output: 3,
      cacheRead: 0,
      cacheWrite: 4,
    });
    expect(await usage()).toMatchObject({ output: expect.any(Number), cacheRead: 0 });
  });

  it("may be empty, or fail after its text", async () => {
    const turns = [
      { text: "" },
      { text: "half", error: { failure: "cut-stream" as const, message: "gone" } },
    ];
    const model = createScriptedModel({ turns });
    expect(doneOf(await collect(model, asking([user("a")]))).content).toEqual([]);
    const events = await collect(model, asking([user("a"), said("x"), user("b")]));
    expect(errorOf(events)).toEqual({
      type: "error",
      failure: "cut-stream",
      message: "gone",
      partial: [{ type: "text", text: "half" }],
    });
  });

  it("waits through the `sleep` it is given", async () => {
    const waits: number[] = [];
    const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const model = createScriptedModel({ turns: [{ text: "x", delayMs: 5000 }] }, { sleep, window: 1000 });
    doneOf(await collect(model, asking([user("a")])));
    expect(waits).toEqual([5000]);
    expect(model.info.window).toBe(1000);
  });
});
