import { describe, expect, it } from "vitest";
import type { RecallMode } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Model, ModelEvent, ModelRequest } from "../models/index.ts";
import { after, heldModel, messageOf, recallOver, selecting, settled } from "./recall.fixture.ts";

const prompt = "部署流程是什么";

async function asking(slugs: readonly string[] = ["ci-cd", "staging"], limits: Partial<Limits> = {}) {
  const model = heldModel();
  const fixture = await recallOver(slugs, { mode: "model", sideModel: model, limits });
  expect(await fixture.recall.begin(prompt, after())).toEqual([]);
  return { model, ...fixture };
}

function textOf(request: ModelRequest | undefined): string {
  return JSON.stringify(request?.messages);
}

describe("the side query of recall", () => {
  it("is asked beside the turn, and what it chose is delivered once, in passing", async () => {
    const { model, recall, receipts } = await asking();
    expect(model.asked).toHaveLength(1);
    expect(textOf(model.asked[0])).toContain("- [project] project/ci-cd.md (2031-03-10): about ci-cd");
    expect(recall.poll()).toEqual([]);
    expect(recall.news()).toBe(null);
    await model.answer(selecting("project/ci-cd.md"));
    const parts = recall.poll();
    expect(parts).toMatchObject([{ from: expect.stringMatching(/^recall:project\/ci-cd@/) }]);
    expect(parts[0]?.text).toContain("body of ci-cd");
    expect(recall.poll()).toEqual([]);
    expect(recall.news()).toEqual(["ci-cd"]);
    await recall.end();
    expect(await receipts()).toMatchObject([
      {
        side: {
          outcome: "delivered",
          model: "side/small",
          offered: 2,
          selected: ["project/ci-cd"],
          unknown: 0,
          tokens: { input: 1_000, output: 20 },
        },
        delivered: [{ id: "project/ci-cd", by: "side-query" }],
      },
    ]);
  });

  it("is given up at the end of the turn, and the receipt says late", async () => {
    const { model, recall, receipts } = await asking();
    await recall.end();
    expect(model.signals[0]?.aborted).toBe(true);
    expect(await receipts()).toMatchObject([{ side: { outcome: "late", selected: [] }, delivered: [] }]);
    await model.answer(selecting("project/ci-cd"));
    expect(recall.poll()).toEqual([]);
    await recall.begin("hello there", after());
    expect(recall.poll()).toEqual([]);
  });

  it("is late too when it was ready, but nobody passed by", async () => {
    const { model, recall, receipts } = await asking();
    await model.answer(selecting("project/ci-cd"));
    expect(recall.news()).toBe(null);
    await recall.end();
    expect(await receipts()).toMatchObject([
      {
        side: { outcome: "late", selected: ["project/ci-cd"] },
        dropped: [{ id: "project/ci-cd", reason: "late" }],
      },
    ]);
  });

  const failing: [string, string | Extract<ModelEvent, { type: "error" }>, object][] = [
    ["prose", "I would look at the CI notes first.", { outcome: "unusable" }],
    ["broken JSON", '{"selected": [', { outcome: "unusable" }],
    ["an empty answer", "", { outcome: "unusable" }],
    ["an empty list", selecting(), { outcome: "empty" }],
    ["unknown names", selecting("project/nothing", "../etc/passwd"), { outcome: "empty", unknown: 2 }],
    [
      "HTTP 500",
      { type: "error", failure: "server", status: 500, message: "HTTP 500" },
      { outcome: "failed", failure: "server" },
    ],
  ];
  it("is not asked again of a server that failed, so the receipt tells at once", async () => {
    let tries = 0;
    const { info } = heldModel();
    const failingServer: Model = {
      info,
      async *stream() {
        for (tries = 1; tries < 5; tries += 1) {
          yield { type: "retry", attempt: tries + 1, delayMs: 1, reason: "status 500", failure: "server" };
        }
        yield { type: "error", failure: "server", status: 500, message: "HTTP 500" };
      },
    };
    const { recall, receipts } = await recallOver(["ci-cd"], { mode: "model", sideModel: failingServer });
    await recall.begin(prompt, after());
    await settled();
    expect(tries).toBe(1);
    await recall.end();
    expect(await receipts()).toMatchObject([{ side: { outcome: "failed", failure: "server" } }]);
  });

  it.each(failing)("goes on with %s, and the receipt tells", async (_, answer, expected) => {
    const { model, recall, receipts } = await asking();
    await model.answer(answer);
    expect(recall.poll()).toEqual([]);
    expect(recall.news()).toBe(null);
    await recall.end();
    expect(await receipts()).toMatchObject([{ side: expected, delivered: [], dropped: [] }]);
  });

  it("is given up by itself when no answer comes", async () => {
    const { recall, receipts } = await asking(["ci-cd"], { sideQueryMs: 5 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await settled();
    await recall.end();
    const tokens = { input: expect.any(Number), output: 0, estimated: true };
    expect(await receipts()).toMatchObject([{ side: { outcome: "timeout", tokens }, delivered: [] }]);
  });

  it("costs an estimate of what was sent where the turn ends first, and nothing where it was refused", async () => {
    const { recall, receipts } = await asking();
    await recall.end();
    const [late] = await receipts();
    expect(late).toMatchObject({ side: { outcome: "late", tokens: { output: 0, estimated: true } } });
    expect(late?.side).toMatchObject({ tokens: { input: expect.any(Number) } });
    const refused = await asking();
    await refused.model.answer({ type: "error", failure: "unauthorized", message: "no" });
    await refused.recall.end();
    const [receipt] = await refused.receipts();
    expect(receipt?.side).toMatchObject({ outcome: "failed", failure: "unauthorized" });
    expect(receipt?.side).not.toHaveProperty("tokens");
  });

  it("asks the model that answers, unless told otherwise", async () => {
    const own = heldModel({ id: "big" });
    const { recall, again } = await recallOver(["ci-cd"], { mode: "auto" });
    await recall.begin(prompt, { messages: [], model: own });
    await recall.end();
    expect(own.asked).toHaveLength(1);
    expect((await recall.last())?.receipt.side).toMatchObject({ model: "big" });
    const small = heldModel();
    await again({ sideModel: small }).begin(prompt, { messages: [], model: own });
    expect([own.asked.length, small.asked.length]).toEqual([1, 1]);
  });

  it("is not offered what the conversation holds already, and is not asked when that is all", async () => {
    const model = heldModel();
    const { recall, save } = await recallOver(["deploy", "staging"], { mode: "model", sideModel: model });
    const sent = messageOf(await recall.begin("deploy it", after()));
    expect(textOf(model.asked[0])).not.toContain("project/deploy.md");
    await recall.end();
    const read = { content: [], from: [], memories: await recall.see(["project/staging"]) };
    await recall.begin("deploy it", after(sent, read));
    await recall.end();
    expect(model.asked).toHaveLength(1);
    expect((await recall.last())?.receipt.side).toEqual({ skipped: "nothing-new" });
    await save("staging", { body: "changed" });
    await recall.begin("deploy it", after(sent, read));
    expect(textOf(model.asked[1])).toContain("project/staging.md");
  });

  it("does not show twice what a tool read while it was thinking", async () => {
    const { model, recall, receipts } = await asking();
    await model.answer(selecting("project/ci-cd", "project/staging"));
    await recall.see(["project/ci-cd"]);
    expect(recall.poll()).toHaveLength(1);
    await recall.end();
    expect(await receipts()).toMatchObject([
      { delivered: [{ id: "project/staging" }], dropped: [{ id: "project/ci-cd", reason: "shown" }] },
    ]);
  });

  it("is not asked about a lone word, nor when the mode or the kind of model says no", async () => {
    const reasons: unknown[] = [];
    const ask = async (words: string, mode: RecallMode, model = heldModel()) => {
      const { recall, receipts } = await recallOver(["deploy"], { mode });
      await recall.begin(words, { messages: [], model });
      await recall.end();
      reasons.push((await receipts())[0]?.side);
      expect(model.asked).toEqual([]);
    };
    await ask("deploy", "model");
    await ask(prompt, "lexical");
    await ask(prompt, "off");
    await ask(prompt, "auto", heldModel({ local: true }));
    await ask(prompt, "auto", heldModel({ provider: "scripted", local: true }));
    expect(reasons).toEqual(["too-short", "off", "off", "local", "scripted"].map((skipped) => ({ skipped })));
    const local = heldModel({ local: true });
    const { recall } = await recallOver(["deploy"], { mode: "model" });
    await recall.begin(prompt, { messages: [], model: local });
    expect(local.asked).toHaveLength(1);
  });
});
