import { describe, expect, it } from "vitest";
import type { SideAnswer } from "../models/index.ts";
import { heldSideModel, messageOf, recallOver, selecting, settled } from "./recall.fixture.ts";

const prompt = "部署流程是什么";

async function asking(slugs: readonly string[] = ["ci-cd", "staging"]) {
  const model = heldSideModel();
  const fixture = await recallOver(slugs, { side: () => model });
  expect(await fixture.recall.begin(prompt, [])).toEqual([]);
  return { model, ...fixture };
}

describe("the side query of recall", () => {
  it("is asked beside the turn, and what it chose is delivered once, in passing", async () => {
    const { model, recall, receipts } = await asking();
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]?.prompt).toContain("- [project] project/ci-cd.md (2031-03-10): about ci-cd");
    expect(recall.poll()).toEqual([]);
    expect(recall.news()).toBe(null);
    await model.answer(selecting("project/ci-cd.md"));
    const parts = recall.poll();
    expect(parts).toMatchObject([{ from: expect.stringMatching(/^recall:project\/ci-cd@/) }]);
    expect(parts[0]?.text).toContain("body of ci-cd");
    expect(recall.poll()).toEqual([]);
    expect(recall.news()).toEqual(["ci-cd"]);
    await recall.end();
    expect(receipts).toMatchObject([
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
    expect(receipts).toMatchObject([{ side: { outcome: "late", selected: [] }, delivered: [] }]);
    await model.answer(selecting("project/ci-cd"));
    expect(recall.poll()).toEqual([]);
    await recall.begin("hello there", []);
    expect(recall.poll()).toEqual([]);
  });

  it("is late too when it was ready, but nobody passed by", async () => {
    const { model, recall, receipts } = await asking();
    await model.answer(selecting("project/ci-cd"));
    expect(recall.news()).toBe(null);
    await recall.end();
    expect(receipts).toMatchObject([
      {
        side: { outcome: "late", selected: ["project/ci-cd"] },
        dropped: [{ id: "project/ci-cd", reason: "late" }],
      },
    ]);
  });

  const failing: [string, string | SideAnswer, object][] = [
    ["prose", "I would look at the CI notes first.", { outcome: "unusable" }],
    ["broken JSON", '{"selected": [', { outcome: "unusable" }],
    ["an empty answer", "", { outcome: "unusable" }],
    ["an empty list", selecting(), { outcome: "empty" }],
    ["unknown names", selecting("project/nothing", "../etc/passwd"), { outcome: "empty", unknown: 2 }],
    [
      "HTTP 500",
      { ok: false, failure: "server", message: "HTTP 500" },
      { outcome: "failed", failure: "server" },
    ],
    ["no answer in 30 s", { ok: false, failure: "timeout", message: "No answer" }, { outcome: "timeout" }],
  ];
  it.each(failing)("goes on with %s, and the receipt tells", async (_, answer, expected) => {
    const { model, recall, receipts } = await asking();
    await model.answer(answer);
    expect(recall.poll()).toEqual([]);
    expect(recall.news()).toBe(null);
    await recall.end();
    expect(receipts).toMatchObject([{ side: expected, delivered: [], dropped: [] }]);
  });

  it("goes on when asking throws", async () => {
    const { recall, receipts } = await recallOver(["ci-cd"], {
      side: () => ({ id: "broken", ask: () => Promise.reject(new Error("defect")) }),
    });
    await recall.begin(prompt, []);
    await settled();
    await recall.end();
    expect(receipts).toMatchObject([{ side: { outcome: "failed", failure: "internal" } }]);
  });

  it("is not offered what the conversation holds already, and is not asked when that is all", async () => {
    const model = heldSideModel();
    const { recall, save } = await recallOver(["deploy", "staging"], { side: () => model });
    const sent = messageOf(await recall.begin("deploy it", []));
    expect(model.asked[0]?.prompt).not.toContain("project/deploy.md");
    await recall.end();
    const read = { content: [], from: [], memories: await recall.see(["project/staging"]) };
    await recall.begin("deploy it", [sent, read]);
    await recall.end();
    expect(model.asked).toHaveLength(1);
    expect(recall.last()?.receipt.side).toEqual({ skipped: "nothing-new" });
    await save("staging", { body: "changed" });
    await recall.begin("deploy it", [sent, read]);
    expect(model.asked[1]?.prompt).toContain("project/staging.md");
  });

  it("does not show twice what a tool read while it was thinking", async () => {
    const { model, recall, receipts } = await asking();
    await model.answer(selecting("project/ci-cd", "project/staging"));
    await recall.see(["project/ci-cd"]);
    expect(recall.poll()).toHaveLength(1);
    await recall.end();
    expect(receipts).toMatchObject([
      { delivered: [{ id: "project/staging" }], dropped: [{ id: "project/ci-cd", reason: "shown" }] },
    ]);
  });

  it("is not asked about a lone word, nor when the mode or the model says no", async () => {
    const model = heldSideModel();
    const lone = await recallOver(["deploy"], { side: () => model });
    await lone.recall.begin("deploy", []);
    await lone.recall.end();
    const lexical = await recallOver(["deploy"], { side: () => model, mode: "lexical" });
    await lexical.recall.begin(prompt, []);
    await lexical.recall.end();
    const local = await recallOver(["deploy"], { side: () => ({ skipped: "local" }) });
    await local.recall.begin(prompt, []);
    await local.recall.end();
    expect(model.asked).toEqual([]);
    expect([lone, lexical, local].map(({ receipts }) => receipts[0]?.side)).toEqual([
      { skipped: "too-short" },
      { skipped: "off" },
      { skipped: "local" },
    ]);
  });
});
