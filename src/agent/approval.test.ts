import { describe, expect, it } from "vitest";
import type { ApprovalAnswer, ApprovalRequest, Approve, Tool } from "../tools/index.ts";
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

const request: ApprovalRequest = {
  tool: "Echo",
  title: "run a command",
  reason: "it does more than read",
  detail: { kind: "command", command: "make", cwd: "/work", timeLimitMs: 1_000 },
  always: "this very command in this project",
};

/** A tool that always asks. */
function askingTool(parts: { runs?: unknown[]; remember?: () => Promise<void> } = {}): Tool {
  return {
    ...echoTool("Echo", async (input) => {
      parts.runs?.push(input);
      return { content: "done", isError: false };
    }),
    effect: "execute",
    permission: () => ({
      decision: "ask",
      request,
      otherwise: "refused: nobody can be asked",
      ...(parts.remember === undefined ? {} : { remember: parts.remember }),
    }),
  };
}

async function talk(tool: Tool, approve?: Approve, signal?: AbortSignal) {
  const model = fakeModel(answer([use("Echo", { text: 1 })]), say("ok"));
  const { agent, records } = agentWith(model, {
    tools: [tool],
    ...(approve === undefined ? {} : { approve }),
  });
  const events = await collect(agent.run("go", signal === undefined ? {} : { signal }));
  const ends = events.filter((event) => event.type === "tool-end");
  const notes = events.flatMap((event) => (event.type === "note" ? [event.text] : []));
  return { content: ends.at(-1)?.content, events, notes, records, model };
}

const saying =
  (said: ApprovalAnswer): Approve =>
  async () =>
    said;

describe("approval", () => {
  it("runs what the person allowed, and shows them what it is", async () => {
    const asked: ApprovalRequest[] = [];
    const runs: unknown[] = [];
    const { content } = await talk(askingTool({ runs }), async (shown) => {
      asked.push(shown);
      return "allow";
    });
    expect([content, runs, asked]).toEqual(["done", [{ text: 1 }], [request]]);
  });

  it("refuses with the tool's own words where nobody can be asked", async () => {
    const runs: unknown[] = [];
    expect((await talk(askingTool({ runs }))).content).toBe("refused: nobody can be asked");
    expect(runs).toEqual([]);
  });

  it("tells the model that the person refused, and goes on", async () => {
    const runs: unknown[] = [];
    const { content, events, model } = await talk(askingTool({ runs }), saying("refuse"));
    expect(content).toMatch(/^The person refused this \(run a command\)/u);
    expect(runs).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: "turn-end", outcome: "answered" });
    expect(model.requests.flatMap(requestProblems)).toEqual([]);
  });

  it("remembers only `allow-always`, and runs also when that fails", async () => {
    let kept = 0;
    const remember = async (): Promise<void> => void (kept += 1);
    await talk(askingTool({ remember }), saying("allow"));
    expect(kept).toBe(0);
    await talk(askingTool({ remember }), saying("allow-always"));
    expect(kept).toBe(1);
    const failing = await talk(
      askingTool({ remember: () => Promise.reject(new Error("the disk is full")) }),
      saying("allow-always"),
    );
    expect(failing.content).toBe("done");
    expect(failing.notes).toEqual(["allowed this time, but not remembered: the disk is full"]);
    expect((await talk(askingTool(), saying("allow-always"))).content).toBe("done");
  });

  it("takes a question that fails, or an answer that is none, for a refusal", async () => {
    const runs: unknown[] = [];
    const throwing = await talk(askingTool({ runs }), () => Promise.reject(new Error("terminal gone")));
    expect(throwing.content).toContain("terminal gone");
    const odd = await talk(askingTool({ runs }), async () => "yes" as ApprovalAnswer);
    expect(odd.content).toContain("refused");
    expect(runs).toEqual([]);
  });

  it("withdraws the question when the turn is interrupted", async () => {
    const stop = new AbortController();
    const runs: unknown[] = [];
    let withdrawn = false;
    const approve: Approve = (_request, { signal }) => {
      signal.addEventListener("abort", () => (withdrawn = true));
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    };
    const { content, events } = await talk(askingTool({ runs }), approve, stop.signal);
    expect([withdrawn, runs]).toEqual([true, []]);
    expect(content).toContain("Not run");
    expect(events.at(-1)).toMatchObject({ type: "turn-end", outcome: "aborted" });
  });
});
