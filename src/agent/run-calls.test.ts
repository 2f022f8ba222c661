import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Tool } from "../tools/index.ts";
import {
  agentWith,
  answer,
  collect,
  echoTool,
  fakeModel,
  requestProblems,
  say,
  use,
} from "./agent.fixture.ts";

/**
 * Tools that write down when they begin and end; `Read` only reads, `Write` does not. They wait for turns of the event
 * loop, not for a time: which of two is done first does not depend on how busy the machine is.
 */
function tracedTools(): { tools: Tool[]; trace: string[] } {
  const trace: string[] = [];
  const traced = (name: string): Tool =>
    echoTool(name, async (input) => {
      const { id, wait } = input as { id: string; wait: number };
      trace.push(`+${id}`);
      for (let turn = 0; turn < wait; turn += 1) await turnOfTheLoop();
      trace.push(`-${id}`);
      return { content: id, isError: false };
    });
  const bash: Tool = {
    ...traced("Bash"),
    effect: "execute",
    permission: () => ({ decision: "allow", onlyReads: true }),
  };
  return { tools: [traced("Read"), { ...traced("Write"), effect: "write" }, bash], trace };
}

async function talk(...calls: [name: string, id: string, wait: number][]) {
  const { tools, trace } = tracedTools();
  const blocks = calls.map(([name, id, wait]) => use(name, { id, wait }, id));
  const model = fakeModel(answer(blocks), say("ok"));
  const { agent, records } = agentWith(model, { tools });
  const events = await collect(agent.run("go"));
  const results = records.flatMap((record) => (record.type === "tool_result" ? record.content : []));
  const ends = events.flatMap((event) => (event.type === "tool-end" ? [event.id] : []));
  return { trace, ends, ids: results.map((block) => block["tool_use_id"]), model };
}

describe("the calls of one answer", () => {
  it("read side by side, with results in the order of the calls", async () => {
    const { trace, ends, ids, model } = await talk(["Read", "a", 60], ["Bash", "b", 1], ["Read", "c", 30]);
    expect(trace).toEqual(["+a", "+b", "+c", "-b", "-c", "-a"]);
    expect([ends, ids]).toEqual([
      ["a", "b", "c"],
      ["a", "b", "c"],
    ]);
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("write one after the other, after what was read before and before what is read after", async () => {
    const { trace, ends } = await talk(
      ["Read", "a", 30],
      ["Write", "b", 20],
      ["Write", "c", 1],
      ["Read", "d", 20],
      ["Read", "e", 1],
    );
    expect(trace.filter((step) => "bc".includes(step.charAt(1)))).toEqual(["+b", "-b", "+c", "-c"]);
    expect(trace.slice(-4)).toEqual(["+d", "+e", "-e", "-d"]);
    expect(trace.indexOf("-a")).toBeLessThan(trace.indexOf("+b"));
    expect(ends).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("all have a result when the person interrupts", async () => {
    const stop = new AbortController();
    const endless = (name: string): Tool =>
      echoTool(name, () => {
        setImmediate(() => stop.abort());
        return new Promise(() => {});
      });
    const tools: Tool[] = [endless("Read"), { ...endless("Write"), effect: "write" }];
    const calls = ["a", "b", "c"].map((id) => use(id === "c" ? "Write" : "Read", {}, id));
    const model = fakeModel(answer(calls), say("ok"));
    const { agent } = agentWith(model, { tools });
    await collect(agent.run("go", { signal: stop.signal }));
    await collect(agent.run("go on"));
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
    expect(model.requests).toHaveLength(2);
  });
});
