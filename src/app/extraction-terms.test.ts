import { readFile, writeFile } from "node:fs/promises";
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
  type TestProcess,
} from "./extraction.fixture.ts";

let world: ExtractionWorld;
beforeEach(async () => void (world = await createExtractionWorld()));
afterEach(() => world.remove());

const namesOf = async ({ daybook }: TestProcess): Promise<string[]> =>
  (await daybook.store.list()).memories.map(({ id }) => id);
const waitingOf = async ({ daybook }: TestProcess): Promise<string[]> =>
  (await daybook.inbox.list()).proposals.map(({ reason }) => reason);

function modelFrom(info: Partial<Model["info"]>): Model {
  const model = modelOf(world);
  return { ...model, info: { ...model.info, ...info } };
}

/** A process that was left before its turn was read. */
async function leaveUnread(mode: "auto" | "review", model = modelOf(world)): Promise<void> {
  const started = await startProcess(world, { extract: mode, isShort: true });
  const session = await started.open({ model });
  await say(session, prefixWish);
  await session.close();
}

/** Something that comes only when it is let. */
function gateOf(): { asked: Promise<() => void>; slowly(): Promise<void> } {
  let begun: (give: () => void) => void = () => {};
  const asked = new Promise<() => void>((resolve) => void (begun = resolve));
  return { asked, slowly: () => new Promise((resolve) => begun(resolve)) };
}

async function recovered(wish: Parameters<typeof startProcess>[1], model: Model): Promise<TestProcess> {
  const started = await startProcess(world, wish);
  started.extraction.recover(model);
  await started.extraction.settle();
  return started;
}

describe("a turn that another process left", () => {
  it("is read in the stricter mode of the two", async () => {
    world.notes = () => noting(prefix);
    await leaveUnread("review");
    const first = await recovered({ extract: "auto" }, modelOf(world));
    expect([await namesOf(first), await waitingOf(first)]).toEqual([[], ["review"]]);
    await leaveUnread("auto");
    const second = await recovered({ extract: "review" }, modelOf(world));
    expect(await namesOf(second)).toEqual([]);
    expect((await receiptsOf(second)).map(({ mode }) => mode)).toEqual(["review", "review"]);
  });

  it("is told nobody but the provider who was told it, or whom the person named for notes", async () => {
    world.notes = () => noting(prefix);
    await leaveUnread("auto", modelFrom({ provider: "openai", local: true }));
    for (const info of [{ provider: "anthropic" }, { provider: "openai", local: false }])
      await recovered({}, modelFrom(info));
    expect(world.questions).toEqual([]);
    const last = await recovered({}, modelFrom({ provider: "openai", local: true, id: "openai/other" }));
    expect(await namesOf(last)).toEqual(["user/commit-prefix"]);
    await leaveUnread("auto", modelFrom({ provider: "openai", local: true }));
    const sideModel = modelFrom({ provider: "anthropic" });
    await recovered({ sideModel }, modelFrom({ provider: "anthropic" }));
    expect(world.questions).toHaveLength(2);
  });
});

describe("a note that the person edited in their editor", () => {
  it("is theirs: what would change it or forget it waits for their word", async () => {
    const body = "Begin with feat: or fix:, and name the ticket.";
    const answers = [
      prefix,
      { ...prefix, op: "update", slug: "commit-prefix", body },
      { op: "forget", slug: "commit-prefix", quote: prefix.quote },
    ];
    world.notes = () => noting(answers[world.questions.length - 1] ?? {});
    const started = await startProcess(world);
    const session = await started.open();
    await say(session, prefixWish);
    await started.extraction.settle();
    const { file } = await started.daybook.store.read("user/commit-prefix");
    const edited = `${await readFile(file, "utf8")}But never on the release branch.\n`;
    await writeFile(file, edited);
    for (const more of ["Name the ticket too.", "Forget it."]) {
      await say(session, `${prefixWish} ${more}`);
      await started.extraction.settle();
    }
    await session.close();
    expect(await readFile(file, "utf8")).toBe(edited);
    expect(await waitingOf(started)).toEqual(["not-extracted", "not-extracted"]);
  });
});

describe("a server that is busy", () => {
  it("is asked again, and each time is told in the receipt", async () => {
    const model = modelOf(world);
    const busy: Model = {
      ...model,
      async *stream(request, options) {
        if (request.side === true) {
          const wait = { type: "retry", failure: "overloaded", reason: "busy", delayMs: 0 } as const;
          for (const attempt of [1, 2]) yield { ...wait, attempt };
        }
        yield* model.stream(request, options);
      },
    };
    const started = await startProcess(world);
    const session = await started.open({ model: busy });
    await say(session, prefixWish);
    await started.extraction.settle();
    await session.close();
    expect((await receiptsOf(started))[0]).toMatchObject({ answer: "nothing", calls: 3 });
  });
});

describe("extraction that is switched off", () => {
  it("holds for turns that are being read or wait for it, also later", async () => {
    world.notes = () => null;
    const started = await startProcess(world);
    const session = await started.open();
    for (const prompt of [prefixWish, "and always sign them off"]) await say(session, prompt);
    while (world.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    started.extraction.setMode("off");
    await started.extraction.stop();
    await session.close();
    world.notes = () => noting(prefix);
    const next = await recovered({}, modelOf(world));
    expect(world.questions).toHaveLength(1);
    expect([await namesOf(next), await waitingOf(next)]).toEqual([[], []]);
  });

  it("holds for an answer that comes afterwards", async () => {
    const { asked, slowly } = gateOf();
    const model = modelOf(world);
    const slow: Model = {
      ...model,
      async *stream(request, options) {
        if (request.side === true) await slowly();
        yield* model.stream(request, options);
      },
    };
    world.notes = () => noting(prefix);
    const started = await startProcess(world);
    const session = await started.open({ model: slow });
    await say(session, prefixWish);
    const give = await asked;
    started.extraction.setMode("off");
    give();
    await started.extraction.settle();
    await session.close();
    expect(await namesOf(started)).toEqual([]);
    expect((await receiptsOf(started))[0]).toMatchObject({ calls: 1, items: [] });
  });
});
