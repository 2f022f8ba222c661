import { appendFile, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Model } from "../models/index.ts";
import {
  createExtractionWorld,
  modelOf,
  noting,
  prefix,
  prefixWish,
  say,
  startProcess,
  type ExtractionWorld,
  type TestProcess,
} from "./extraction.fixture.ts";

let world: ExtractionWorld;
beforeEach(async () => void (world = await createExtractionWorld()));
afterEach(() => world.remove());

const otherWish = "always end a commit message with the ticket";
const other = {
  ...prefix,
  name: "ticket",
  description: "when committing",
  body: "Commit messages end with the ticket.",
  quote: otherWish,
};

const namesOf = async ({ daybook }: TestProcess): Promise<string[]> =>
  (await daybook.store.list()).memories.map(({ id }) => id).toSorted();

/** Processes that end with their answer, each with one turn that nobody has read. */
async function leaveUnread(...prompts: string[]): Promise<void> {
  for (const prompt of prompts) {
    const short = await startProcess(world, { isShort: true });
    const session = await short.open();
    await say(session, prompt);
    await session.close();
  }
}

/** A model whose calls for notes wait until they are let, or cut off. */
function slowModel(): { model: Model; begun(count: number): Promise<void>; give(): void } {
  const { info, stream } = modelOf(world);
  let give = (): void => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  let calls = 0;
  let waiting: (() => void)[] = [];
  const model: Model = {
    info,
    async *stream(request, options) {
      if (request.side !== true) return yield* stream(request, options);
      calls += 1;
      for (const look of waiting) look();
      const cut = new Promise<void>((resolve) =>
        options?.signal?.addEventListener("abort", () => resolve(), { once: true }),
      );
      await Promise.race([given, cut]);
      if (options?.signal?.aborted === true)
        return yield { type: "error", failure: "aborted", message: "Stopped." };
      yield* stream(request, options);
    },
  };
  return {
    model,
    give,
    begun: (count) =>
      new Promise((resolve) => {
        const look = (): void => void (calls >= count && resolve());
        waiting = [...waiting, look];
        look();
      }),
  };
}

async function listFile(): Promise<string> {
  const [project = ""] = await readdir(join(world.home, "projects"));
  return join(world.home, "projects", project, "extraction.jsonl");
}

/** Starts, begins to read what was left over, and ends before an answer comes. */
async function cutOff(isShort: boolean): Promise<number> {
  const { model, begun } = slowModel();
  const started = await startProcess(world, { isShort });
  const tries = (await readFile(await listFile(), "utf8")).split('"try"').length;
  started.extraction.recover(model);
  await begun(1);
  await started.extraction.stop();
  return (await readFile(await listFile(), "utf8")).split('"try"').length - tries;
}

beforeEach(
  () => void (world.notes = (question) => noting(question.includes("with the ticket") ? other : prefix)),
);

describe("the end of a chat", () => {
  it("waits for what was left over and is being read, and begins no more of it", async () => {
    await leaveUnread(prefixWish, otherWish);
    const { model, begun, give } = slowModel();
    const chat = await startProcess(world);
    chat.extraction.recover(model);
    await begun(1);
    expect(chat.extraction.isBusy).toBe(true);
    const finished = chat.extraction.finish();
    give();
    await finished;
    await chat.extraction.stop();
    // Which of two that began in one second comes first is chance.
    expect(await namesOf(chat)).toHaveLength(1);
    expect(world.questions).toHaveLength(1);
    const next = await startProcess(world);
    next.extraction.recover(modelOf(world));
    await next.extraction.settle();
    expect(await namesOf(next)).toEqual(["user/commit-prefix", "user/ticket"]);
    expect(world.questions).toHaveLength(2);
  });

  it("comes to one of what was left over, also where it is there at once", async () => {
    await leaveUnread(prefixWish, otherWish);
    for (const count of [1, 2]) {
      const chat = await startProcess(world);
      chat.extraction.recover(modelOf(world));
      expect(chat.extraction.isBusy).toBe(true);
      await chat.extraction.finish();
      await chat.extraction.stop();
      expect(await namesOf(chat)).toHaveLength(count);
    }
    expect(world.questions).toHaveLength(2);
  });

  it("comes to it behind its own turn", async () => {
    await leaveUnread(prefixWish);
    const { model, begun, give } = slowModel();
    const chat = await startProcess(world);
    const session = await chat.open({ model });
    await say(session, otherWish);
    await begun(1);
    chat.extraction.recover(modelOf(world));
    const finished = chat.extraction.finish();
    give();
    await finished;
    await session.close();
    expect(await namesOf(chat)).toEqual(["user/commit-prefix", "user/ticket"]);
  });

  it("begins none whose calls were cut off again and again", async () => {
    await leaveUnread(prefixWish);
    await cutOff(false);
    await cutOff(false);
    const chat = await startProcess(world);
    chat.extraction.recover(modelOf(world));
    await chat.extraction.finish();
    await chat.extraction.stop();
    expect(world.questions).toEqual([]);
  });

  it("waits for none such where it was begun before; a chat that is long enough reads it", async () => {
    await leaveUnread(prefixWish);
    await cutOff(false);
    await cutOff(false);
    const { model, begun } = slowModel();
    const short = await startProcess(world);
    short.extraction.recover(model);
    await begun(1);
    // Nobody answers the call: only a cut ends it.
    await short.extraction.finish();
    expect(short.extraction.isBusy).toBe(false);
    await short.extraction.stop();
    expect(await namesOf(short)).toEqual([]);
    const long = await startProcess(world);
    long.extraction.recover(modelOf(world));
    await long.extraction.settle();
    await long.extraction.finish();
    expect(await namesOf(long)).toEqual(["user/commit-prefix"]);
  });

  it("waits for one that was cut off once", async () => {
    await leaveUnread(prefixWish);
    await cutOff(false);
    const { model, begun, give } = slowModel();
    const chat = await startProcess(world);
    chat.extraction.recover(model);
    await begun(1);
    const finished = chat.extraction.finish();
    give();
    await finished;
    await chat.extraction.stop();
    expect(await namesOf(chat)).toEqual(["user/commit-prefix"]);
  });

  it("waits for its own turn behind that", async () => {
    await leaveUnread(prefixWish);
    const { model, begun, give } = slowModel();
    const chat = await startProcess(world);
    chat.extraction.recover(model);
    await begun(1);
    const session = await chat.open();
    await say(session, otherWish);
    const finished = chat.extraction.finish();
    give();
    await finished;
    await session.close();
    expect(await namesOf(chat)).toEqual(["user/commit-prefix", "user/ticket"]);
    expect(world.questions).toHaveLength(2);
  });

  it("is not kept from its own turn by one that was cut off again and again", async () => {
    await leaveUnread(prefixWish);
    const file = await listFile();
    const { session: id, begin } = JSON.parse((await readFile(file, "utf8")).split("\n")[0] ?? "") as {
      session: string;
      begin: number;
    };
    await appendFile(file, `${JSON.stringify({ session: id, try: begin })}\n`.repeat(5));
    const { model, begun } = slowModel();
    const chat = await startProcess(world);
    chat.extraction.recover(model);
    await begun(1);
    const session = await chat.open();
    await say(session, otherWish);
    await chat.extraction.finish();
    await session.close();
    expect(await namesOf(chat)).toEqual(["user/ticket"]);
  });
});

describe("a process that ends with its answer", () => {
  it("begins nothing any more once two calls were cut off; a chat then reads all", async () => {
    await leaveUnread(prefixWish, otherWish);
    expect([await cutOff(true), await cutOff(true)]).toEqual([1, 1]);
    const short = await startProcess(world, { isShort: true });
    short.extraction.recover(modelOf(world));
    await short.extraction.settle();
    expect(world.questions).toEqual([]);
    const chat = await startProcess(world);
    chat.extraction.recover(modelOf(world));
    await chat.extraction.settle();
    expect(await namesOf(chat)).toEqual(["user/commit-prefix", "user/ticket"]);
    expect(world.questions).toHaveLength(2);
  });
});
