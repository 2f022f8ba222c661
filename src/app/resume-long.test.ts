import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedModel, type Model } from "../models/index.ts";
import { endWorld, makeRepository, makeWorld, newProcess, recordsOf, run } from "./resume.fixture.ts";

beforeEach(makeWorld);
afterEach(endWorld);

describe("a long session that is gone on with", () => {
  it("is as it was after a compaction: the same bytes as the live one would send", async () => {
    makeRepository();
    const side = [{ match: "Summarise a conversation", text: "SUMMARY of it" }];
    const turns = Array.from({ length: 12 }, (_, number) => ({ text: `${number} ${"words ".repeat(600)}` }));
    const sent: string[] = [];
    const model = (): Model => {
      const scripted = createScriptedModel({ turns, side }, { window: 12_000 });
      return {
        info: scripted.info,
        stream(request, options) {
          if (request.side !== true) sent.push(JSON.stringify(request));
          return scripted.stream(request, options);
        },
      };
    };
    const first = await newProcess({ model: model() });
    for (let turn = 0; turn < 8; turn += 1)
      expect((await run(first, `turn ${turn}`)).outcome).toBe("answered");
    expect(sent.at(-1)).toContain("SUMMARY of it");
    const live = first.agent.messages().map(({ role, content }) => ({ role, content }));
    await first.close();
    const second = await newProcess({ resume: "latest", model: model() });
    expect(second.agent.messages().map(({ role, content }) => ({ role, content }))).toEqual(live);
    const before = JSON.parse(sent.at(-1) ?? "{}") as { system: string[]; messages: unknown[] };
    await run(second, "go on");
    const after = JSON.parse(sent.at(-1) ?? "{}") as { system: string[]; messages: unknown[] };
    expect(after.system).toEqual(before.system);
    expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
  });

  it("opens a history of ten windows without a model that could summarise it", async () => {
    const turns = Array.from({ length: 120 }, (_, number) => ({
      text: `${number} ${"words ".repeat(2_600)}`,
    }));
    const first = await newProcess({ model: createScriptedModel({ turns }, { window: 10_000_000 }) });
    for (let turn = 0; turn < 32; turn += 1) await run(first, `wish ${turn}`);
    await first.close();
    const small = createScriptedModel({ turns: [...turns, ...turns] }, { window: 32_768 });
    const second = await newProcess({ resume: "latest", model: small });
    const notes: string[] = [];
    let outcome = "";
    for await (const event of second.agent.run("and now?")) {
      if (event.type === "note") notes.push(event.text);
      if (event.type === "turn-end") ({ outcome } = event);
    }
    expect(outcome).toBe("answered");
    expect(notes.join()).toContain("could not be summarised and are left out");
    expect(second.agent.messages().length).toBeLessThan(12);
    expect(JSON.stringify(second.agent.messages())).toContain("wish 31");
    expect((await recordsOf(first.id)).filter(({ type }) => type === "user")).toHaveLength(33);
  });
});
