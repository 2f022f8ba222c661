import { describe, expect, it } from "vitest";
import { createSecretGate } from "../guard/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { createScriptedModel, type Model } from "../models/index.ts";
import { openNotes, turnOf } from "./judged.fixture.ts";
import { createTurnReader } from "./read-turn.ts";

const { info } = createScriptedModel({ turns: [] });
const deaf: Model = {
  info,
  async *stream() {
    yield { type: "text-delta", text: "" };
    await new Promise(() => undefined);
  },
};

describe("a call that was cut off", () => {
  it("by the time it may take costs an estimate of what was sent, which the day's budget counts", async () => {
    const { store, storage, index } = await openNotes();
    const read = createTurnReader({
      store,
      storage,
      index,
      gate: createSecretGate(),
      limits: { ...defaultLimits, extractionMs: 5 },
      now: () => new Date(),
    });
    const wish = { model: deaf, mode: "auto", signal: new AbortController().signal } as const;
    const reading = await read(turnOf("from now on begin commits with feat:"), wish);
    expect(reading).toMatchObject({ answer: "timeout", items: [], tokens: { output: 0, estimated: true } });
    expect(reading?.tokens?.input).toBeGreaterThan(100);
  });
});
