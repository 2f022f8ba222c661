import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Message } from "./model.ts";
import { type ChatMessage, chatMessages } from "./openai-messages.ts";

const sent = (messages: readonly Message[]): ChatMessage[] =>
  chatMessages({ system: ["s"], messages }, { id: "openai/test", returnsFields: true, sendsImages: true });

const text = (value: string): Block => ({ type: "text", text: value });
const user = (...content: Block[]): Message => ({ role: "user", content });
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });

const id = fc.constantFrom("a", "b", "c");
const heard: fc.Arbitrary<Block> = fc.oneof(
  fc.constantFrom(text("x"), text(" "), { type: "odd" }, { type: "thinking", thinking: "t" }),
  fc.constant({ type: "image", source: { type: "url", url: "https://host/a.png" } }),
  id.map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: "ok" })),
);
const said: fc.Arbitrary<Block> = fc.oneof(
  fc.constantFrom(text("x"), text("")),
  id.map((call) => ({ type: "tool_use", id: call, name: "Read", input: {} })),
);
const conversation: fc.Arbitrary<Message[]> = fc.array(
  fc.oneof(
    fc.array(heard).map((content) => user(...content)),
    fc.array(said).map((content) => assistant(...content)),
  ),
);

function callsOf(message: ChatMessage | undefined): string[] {
  return message?.role === "assistant"
    ? (message.tool_calls ?? []).map((call) => (call as { id: string }).id)
    : [];
}

/** What a strict server would say. */
function problemsOf(chat: readonly ChatMessage[]): string[] {
  const problems: string[] = [];
  let waiting: string[] = [];
  for (const [at, message] of chat.entries()) {
    const { role, content } = message;
    const before = chat[at - 1]?.role;
    if (role === "tool" && message.tool_call_id !== waiting[0]) problems.push(`${at}: no such call`);
    if (role !== "tool" && waiting.length > 0) problems.push(`${at}: calls without result`);
    if (role !== "tool" && role === before) problems.push(`${at}: two of one role`);
    if (content === "" || (Array.isArray(content) && content.length === 0)) problems.push(`${at}: empty`);
    if (content === null && callsOf(message).length === 0) problems.push(`${at}: null`);
    waiting = role === "tool" ? waiting.slice(1) : callsOf(message);
  }
  return waiting.length > 0 ? [...problems, "end: calls without result"] : problems;
}

describe("any conversation as chat messages", () => {
  it("is valid: each call followed by its result, no neighbours of one role, nothing empty", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        expect(problemsOf(sent(messages))).toEqual([]);
      }),
    );
  });

  it("keeps its beginning when it goes on with an answer", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const asked = [...messages, user(text("end"))];
        const before = sent(asked);
        const after = sent([...asked, assistant(text("so")), user(text("more"))]);
        expect(after.slice(0, before.length)).toEqual(before);
      }),
    );
  });
});
