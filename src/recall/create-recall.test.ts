import { describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import { countBytes } from "../text/index.ts";
import type { RecallIndex } from "./recall-index.ts";
import { after, heldModel, messageOf, recallOver } from "./recall.fixture.ts";

const idsOf = (parts: readonly { from: string }[]) => parts.map(({ from }) => from.replace(/@.*$/, ""));

describe("recall at a prompt", () => {
  it("brings at most 3 memories, each in a block of its own, and says why not the others", async () => {
    const { recall, receipts } = await recallOver(["deploy-a", "deploy-b", "deploy-c", "deploy-d", "other"]);
    const parts = await recall.begin("where do we deploy", after());
    expect(idsOf(parts)).toEqual(["a", "b", "c"].map((letter) => `recall:project/deploy-${letter}`));
    for (const { text } of parts) expect(text).toMatch(/^<system-reminder>\n[\s\S]*\n<\/system-reminder>$/);
    await recall.end();
    expect(await receipts()).toMatchObject([
      {
        kind: "recall",
        memories: 5,
        delivered: [{ by: "lexical" }, { by: "lexical" }, { by: "lexical" }],
        dropped: [{ id: "project/deploy-d", reason: "over-limit" }],
        bytes: parts.reduce((sum, { text }) => sum + countBytes(text), 0),
      },
    ]);
  });

  it("brings nothing when nothing fits, and says so", async () => {
    const { recall, receipts } = await recallOver(["deploy"], { decide: () => [] });
    expect(await recall.begin("deploy what", after())).toEqual([]);
    await recall.end();
    expect(await receipts()).toMatchObject([
      { delivered: [], dropped: [{ id: "project/deploy", reason: "weak" }] },
    ]);
    expect(recall.news()).toBe(null);
  });

  it("shows a memory once in a session, and again when it has changed", async () => {
    const { recall, again, save } = await recallOver(["deploy"]);
    const sent = messageOf(await recall.begin("deploy now", after()));
    await recall.end();
    expect(await recall.begin("deploy now", after(sent))).toEqual([]);
    await recall.end();
    expect((await recall.last())?.receipt.dropped).toEqual([{ id: "project/deploy", reason: "shown" }]);
    // Another process, that has read the log.
    expect(await again().begin("deploy now", after(sent))).toEqual([]);
    await save("deploy", { body: "elsewhere now" });
    const [part] = await recall.begin("deploy now", after(sent));
    expect(part?.text).toContain("elsewhere now");
  });

  it("does not let what was shown take the place of what was not", async () => {
    const { recall } = await recallOver(["deploy-a", "deploy-b", "deploy-c", "deploy-d"]);
    const sent = messageOf(await recall.begin("deploy", after()));
    expect(idsOf(await recall.begin("deploy", after(sent)))).toEqual(["recall:project/deploy-d"]);
  });

  it("counts what a tool saved or read as shown", async () => {
    const { recall } = await recallOver(["deploy"]);
    const memories = await recall.see(["project/deploy", "project/gone"]);
    expect(memories).toEqual([expect.stringMatching(/^project\/deploy@\w+$/)]);
    expect(await recall.begin("deploy", after({ content: [], from: ["tool"], memories }))).toEqual([]);
  });

  it("may show again what a compaction dropped, with the budget of what is left", async () => {
    const { recall } = await recallOver(["deploy-a", "deploy-b"]);
    const [kept, dropped] = await recall.begin("deploy", after());
    if (kept === undefined || dropped === undefined) throw new Error("two were expected");
    await recall.end();
    const again = await recall.begin("deploy", after(messageOf([kept])));
    expect(again).toEqual([dropped]);
    await recall.end();
    expect((await recall.last())?.receipt.sessionBytes).toBe(
      countBytes(kept.text) + countBytes(dropped.text),
    );
  });

  it("never goes over the bytes of a session", async () => {
    const slugs = Array.from({ length: 40 }, (_, number) => `deploy-${number}`);
    const { recall, save } = await recallOver([]);
    for (const slug of slugs) await save(slug, { body: "部".repeat(3_000) });
    let total = 0;
    const messages = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const parts = await recall.begin("deploy", after(...messages));
      for (const { text } of parts) total += countBytes(text);
      messages.push(messageOf(parts));
      await recall.end();
    }
    expect(total).toBeLessThanOrEqual(61_440);
    expect(total).toBeGreaterThan(50_000);
    expect((await recall.last())?.receipt).toMatchObject({ sessionBytes: total });
    expect((await recall.last())?.receipt.dropped.some(({ reason }) => reason === "session-budget")).toBe(
      true,
    );
  });

  it("closes the gate when they are spent", async () => {
    const { recall } = await recallOver(["deploy"]);
    const spent = messageOf([{ from: "recall:user/x@1", text: "x".repeat(61_400) }]);
    expect(await recall.begin("deploy now", after(spent))).toEqual([]);
    await recall.end();
    expect((await recall.last())?.receipt).toMatchObject({
      lexical: { skipped: "session-budget" },
      side: { skipped: "session-budget" },
    });
  });

  it("says what kept it from looking", async () => {
    const empty = await recallOver([], { mode: "model" });
    await empty.recall.begin("deploy now", after());
    await empty.recall.end();
    expect(await empty.receipts()).toMatchObject([
      { lexical: { skipped: "no-memories" }, side: { skipped: "no-memories" } },
    ]);
    const off = await recallOver(["deploy"], { mode: "off" });
    expect(await off.recall.begin("deploy now", after())).toEqual([]);
    await off.recall.end();
    expect(await off.receipts()).toMatchObject([{ lexical: { skipped: "off" }, side: { skipped: "off" } }]);
  });

  it("does not fail a turn when the search fails, or a memory goes meanwhile", async () => {
    const broken = await recallOver(["deploy"], {
      index: { search: () => Promise.reject(new Error("no disk")), recent: () => [] },
    });
    expect(await broken.recall.begin("deploy now", after())).toEqual([]);
    await broken.recall.end();
    expect(await broken.receipts()).toMatchObject([{ lexical: { skipped: "failed" } }]);
    const { again } = await recallOver(["deploy"]);
    const gone = new DaybookError("not-found", "There is no memory.");
    const recall = again({ store: { read: () => Promise.reject(gone) } });
    expect(await recall.begin("deploy now", after())).toEqual([]);
    await recall.end();
    expect((await recall.last())?.receipt.dropped).toEqual([{ id: "project/deploy", reason: "gone" }]);
  });

  it("ends soon when the person stops the turn while memories are looked for, and asks no model", async () => {
    const stop = new AbortController();
    const endless: RecallIndex = {
      search: (_prompt, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
      recent: () => [],
    };
    const model = heldModel();
    const { recall } = await recallOver(["deploy"], { index: endless, mode: "model" });
    const beginning = recall.begin("deploy it now", { messages: [], model, signal: stop.signal });
    stop.abort();
    expect(await beginning).toEqual([]);
    expect(recall.news()).toBe(null);
    await recall.end();
    expect(model.asked).toEqual([]);
    expect((await recall.last())?.receipt).toMatchObject({
      lexical: { skipped: "stopped" },
      side: { skipped: "stopped" },
      delivered: [],
    });
  });

  it("tells the person once a turn", async () => {
    const { recall, save } = await recallOver([]);
    await save("ci-cd", { name: "CI/CD 注意事项", description: "deploy" });
    expect(recall.news()).toBe(null);
    await recall.begin("deploy", after());
    expect(recall.news()).toEqual(["CI/CD 注意事项"]);
    expect(recall.news()).toBe(null);
    await recall.end();
    expect(recall.news()).toBe(null);
    expect((await recall.last())?.names).toEqual(["CI/CD 注意事项"]);
  });
});

describe("the receipt of the last turn", () => {
  it("is found again by another process of the same session", async () => {
    const { recall, again } = await recallOver(["deploy"]);
    expect(await recall.last()).toBe(null);
    await recall.begin("deploy", after());
    await recall.end();
    const turn = await again().last();
    expect(turn?.receipt).toMatchObject({ session: "session-1", delivered: [{ id: "project/deploy" }] });
    expect(turn?.names).toEqual(["project/deploy"]);
    expect(await again({ session: () => "session-2" }).last()).toBe(null);
  });
});
