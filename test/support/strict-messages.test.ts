import { describe, expect, it } from "vitest";
import { faultOfChat } from "./strict-chat.ts";
import { faultOfMessages } from "./strict-messages.ts";

type Blocks = Record<string, unknown>[];
const user = (...content: Blocks) => ({ role: "user", content });
const assistant = (...content: Blocks) => ({ role: "assistant", content });
const text = (words: string) => ({ type: "text", text: words });
const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" });
const thinking = (signature?: string) => ({ type: "thinking", thinking: "hm", signature });
const fault = (...messages: unknown[]) => faultOfMessages({ messages });

describe("the strict check of Messages requests", () => {
  it("accepts what the API accepts", () => {
    expect(fault(user(text("hi")))).toBe(undefined);
    expect(fault({ role: "user", content: "hi" })).toBe(undefined);
    expect(
      fault(
        user(text("hi")),
        assistant(thinking("s"), text("I look"), call("a"), call("b")),
        user(result("b"), result("a"), text("and then?")),
        user(text("quick")),
      ),
    ).toBe(undefined);
    const server = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
    expect(fault(user(text("hi")), assistant(server, found), user(text("ok")))).toBe(undefined);
  });

  it.each([
    ["a call without a result", /ids were found without `tool_result`.*: a\./, [call("a")], [text("hm")]],
    ["a text before the results", /ids were found without/, [call("a")], [text("hm"), result("a")]],
    ["a result without a call", /unexpected `tool_use_id`/, [text("x")], [result("a")]],
    ["two results", /single result/, [call("a")], [result("a"), result("a")]],
    ["a repeated id", /must be unique/, [call("a"), call("a")], [result("a")]],
    ["an odd id", /should match pattern/, [call("a b")], [result("a b")]],
    ["a blank text", /must be non-empty/, [text(" \n")], [text("x")]],
    ["a blank text in a result", /must be non-empty/, [call("a")], [{ ...result("a"), content: [text("")] }]],
    ["no content", /non-empty content/, [], [text("x")]],
    ["unsigned thinking", /Field required/, [thinking(), text("x")], [text("x")]],
    ["thinking at the end", /cannot be `thinking`/, [text("x"), thinking("s")], [text("x")]],
    ["a reasoning item", /'reasoning'/, [{ type: "reasoning" }, text("x")], [text("x")]],
    ["an input that is no object", /dictionary/, [{ ...call("a"), input: "{" }], [result("a")]],
  ] as const)("refuses %s", (_name, expected, answer, next) => {
    expect(fault(user(text("hi")), assistant(...answer), user(...next))).toMatch(expected);
  });

  it("refuses what begins or ends wrong, and too many marks", () => {
    expect(fault(assistant(text("x")), user(text("y")))).toMatch(/first message/);
    expect(fault(user(text("x")), assistant(text("y")))).toMatch(/prefill/);
    const marked = { ...text("x"), cache_control: { type: "ephemeral" } };
    expect(fault(user(marked, marked, marked, marked))).toBe(undefined);
    expect(faultOfMessages({ system: [marked], messages: [user(marked, marked, marked, marked)] })).toMatch(
      /Found 5/,
    );
    expect(faultOfMessages({ messages: [] })).toMatch(/at least one/);
  });

  it("knows its own signatures", () => {
    const messages = [user(text("hi")), assistant(thinking("made here"), text("x")), user(text("y"))];
    const own = { thinking: true, signatures: new Set(["made here"]) };
    expect(faultOfMessages({ messages }, own)).toBe(undefined);
    expect(faultOfMessages({ messages }, { ...own, signatures: new Set() })).toMatch(/Invalid `signature`/);
    expect(faultOfMessages({ messages }, { thinking: false })).toMatch(/not known/);
  });

  it("does not take the input of a call for marks", () => {
    const odd = { ...call("a"), input: { cache_control: 1, more: { cache_control: 2 } } };
    const many = [odd, ...["b", "c", "d", "e"].map((id) => ({ ...odd, id }))];
    const results = ["a", "b", "c", "d", "e"].map(result);
    expect(fault(user(text("x")), assistant(...many), user(...results))).toBe(undefined);
  });
});

describe("the strict check of chat requests", () => {
  const calls = { role: "assistant", content: null, tool_calls: [chatCall("a"), chatCall("b")] };
  const tool = (id: string) => ({ role: "tool", tool_call_id: id, content: "ok" });
  const said = (role: string, content: unknown = "x") => ({ role, content });
  const chatFault = (...messages: unknown[]) => faultOfChat({ messages });

  it("accepts what servers accept", () => {
    expect(chatFault(said("system"), said("user"), calls, tool("b"), tool("a"), said("user"))).toBe(
      undefined,
    );
    expect(chatFault(said("user"), calls, tool("a"), tool("b"))).toBe(undefined);
  });

  it("refuses what a server refuses", () => {
    expect(chatFault(said("user"), calls, tool("a"), said("user"))).toMatch(
      /did not have response messages: b/,
    );
    expect(chatFault(said("user"), calls, tool("a"))).toMatch(/did not have response/);
    expect(chatFault(said("user"), tool("a"))).toMatch(/preceeding/);
    expect(chatFault(said("user"), said("user"))).toMatch(/alternate/);
    expect(chatFault(said("user"), said("system"))).toMatch(/beginning/);
    expect(chatFault(said("user"), said("assistant"))).toMatch(/end with/);
    expect(chatFault(said("user"), said("assistant", null), said("user"))).toMatch(/got null/);
    expect(chatFault(said("user"), { ...calls, tool_calls: [] }, said("user"))).toMatch(/too short/);
    const broken = {
      ...calls,
      tool_calls: [{ ...chatCall("a"), function: { name: "Read", arguments: "{" } }],
    };
    expect(chatFault(said("user"), broken, tool("a"))).toMatch(/arguments/);
  });

  function chatCall(id: string) {
    return { id, type: "function", function: { name: "Read", arguments: "{}" } };
  }
});
