import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Model } from "../models/index.ts";
import {
  createExtractionWorld,
  modelOf,
  noting,
  prefix,
  prefixWish,
  receiptsOf,
  say,
  startProcess,
  type ExtractionWorld,
} from "./extraction.fixture.ts";

let world: ExtractionWorld;
beforeEach(async () => void (world = await createExtractionWorld()));
afterEach(() => world.remove());

/** A model that answers, but of which side calls reach nobody. */
function cutOff(calls: { made: number }, failure: "unreachable" | "unauthorized" = "unreachable"): Model {
  const { info, stream } = modelOf(world);
  return {
    info,
    async *stream(request, options) {
      if (request.side !== true) return yield* stream(request, options);
      calls.made += 1;
      yield { type: "error", failure, message: "Nothing answers." };
    },
  };
}

async function leaveTurn(model: Model): Promise<void> {
  const first = await startProcess(world);
  const session = await first.open({ model });
  await say(session, prefixWish);
  await first.extraction.settle();
  await session.close();
}

async function startAgain(model: Model) {
  const next = await startProcess(world);
  next.extraction.recover(model);
  await next.extraction.settle();
  return next;
}

describe("a turn whose server could not be reached", () => {
  it("is read at a next start, with a receipt of each try", async () => {
    world.notes = () => noting(prefix);
    await leaveTurn(cutOff({ made: 0 }));
    const next = await startAgain(modelOf(world));
    expect((await next.daybook.store.read("commit-prefix")).source).toBe("extracted");
    expect(await receiptsOf(next)).toMatchObject([
      { answer: "failed", failure: "unreachable", calls: 1, items: [] },
      { answer: "items", items: [{ to: "memory" }] },
    ]);
    expect(world.questions).toHaveLength(1);
  });

  it("is given up after three tries", async () => {
    world.notes = () => noting(prefix);
    const calls = { made: 0 };
    await leaveTurn(cutOff(calls));
    for (let starts = 0; starts < 3; starts += 1) await startAgain(cutOff(calls));
    expect(calls.made).toBe(3);
    const last = await startAgain(modelOf(world));
    expect(world.questions).toEqual([]);
    expect(await receiptsOf(last)).toHaveLength(3);
  });

  it("is not asked for again where the server refused", async () => {
    const calls = { made: 0 };
    await leaveTurn(cutOff(calls, "unauthorized"));
    await startAgain(cutOff(calls));
    expect(calls.made).toBe(1);
  });
});
