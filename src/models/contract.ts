import { asking, collect, deepFrozen, deltas, doneOf, errorOf } from "./contract-helpers.ts";
import { type Block, isToolUse, type Model, type ModelEvent, modelFailures, textOf } from "./model.ts";
import type { ScriptTurn } from "./script.ts";

/** What the prepared model is to answer. */
export interface ModelSituation {
  /** Turn n answers the request that holds n-1 assistant messages. */
  turns: readonly ScriptTurn[];
  /** Blocks of kinds nobody knows, that are the whole answer to every request; then `turns` is empty. */
  blocks?: readonly Block[];
  /** The server refuses each request and asks for a pause of a minute. */
  isBusy?: boolean;
}

/** A model that stands in a situation of the contract, made ready for one test. */
export interface PreparedModel {
  model: Model;
  /** The newest request's messages as they left the adapter, cache marks left out; only asked for with `blocks`. */
  sentMessages?: () => unknown;
  close?: () => Promise<void> | void;
}

/** Cases that a model may skip, with its reason. */
export type SkippableCase = "unknown blocks" | "busy server" | "thinking" | "delay";

/** The two functions of a test runner that the suite needs; `vitest` and `node:test` with an `expect` have them. */
export interface ModelContractOptions {
  test: (name: string, body: () => Promise<void>) => void;
  expect: (value: unknown) => { toEqual(expected: unknown): void; toContain(expected: unknown): void };
  prepare: (situation: ModelSituation) => Promise<PreparedModel>;
  skip?: Partial<Record<SkippableCase, string>>;
}

const TEXT = '第一行 feat: 你好 👩‍👩‍👧 and an end.\n\n```ts\nconst a = "\\\\";\n```';

/** What every `Model` must do. Each adapter runs it against a model that was told what to answer. */
export function modelContract({ test, expect, prepare, skip = {} }: ModelContractOptions): void {
  const during = (
    name: string,
    situation: ModelSituation,
    body: (prepared: PreparedModel) => Promise<void>,
  ): void =>
    test(name, async () => {
      const prepared = await prepare(situation);
      try {
        await body(prepared);
      } finally {
        await prepared.close?.();
      }
    });
  const skippable = (name: SkippableCase, add: () => void): void => {
    if (skip[name] === undefined) add();
    else test(`${name}: left out, ${skip[name]}`, async () => {});
  };

  during("a text comes in deltas and whole at the end", { turns: [{ text: TEXT }] }, async ({ model }) => {
    const events = await collect(model, asking("hi"));
    const message = doneOf(events);
    expect(deltas(events, "text-delta")).toEqual(TEXT);
    expect(textOf(message)).toEqual(TEXT);
    expect(message.stop).toEqual("end_turn");
    expect(message.role).toEqual("assistant");
    expect(message.model).toEqual(model.info.id);
    expect(message.unusable).toEqual(undefined);
  });

  during(
    "usage is counted",
    { turns: [{ text: "x", usage: { input: 12, output: 7 } }] },
    async ({ model }) => {
      const { usage } = doneOf(await collect(model, asking("hi")));
      expect(usage).toEqual({ input: 12, output: 7, cacheRead: 0, cacheWrite: 0 });
    },
  );

  during(
    "calls come with parsed input and ids of their own, and their results are answered",
    {
      turns: [
        {
          text: "Both.",
          tools: [
            { name: "Read", input: { path: "a/b.ts", lines: [1, { to: -1.5 }] } },
            { name: "List", input: {} },
          ],
        },
        { text: "Done." },
      ],
    },
    async ({ model }) => {
      const request = asking("look");
      const events = await collect(model, request);
      const message = doneOf(events);
      const calls = message.content.filter(isToolUse);
      expect(message.stop).toEqual("tool_use");
      expect(textOf(message)).toEqual("Both.");
      expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([
        { name: "Read", input: { path: "a/b.ts", lines: [1, { to: -1.5 }] } },
        { name: "List", input: {} },
      ]);
      expect(new Set(calls.map(({ id }) => id)).size).toEqual(2);
      const announced = events.flatMap((event) => (event.type === "tool-call-start" ? [event.id] : []));
      expect(announced).toEqual(calls.map(({ id }) => id));
      const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
      const next = {
        ...request,
        messages: [...request.messages, message, { role: "user" as const, content: results }],
      };
      expect(textOf(doneOf(await collect(model, next)))).toEqual("Done.");
    },
  );

  during(
    "a call cut by the output limit is marked as not to be run",
    { turns: [{ text: "Now", tools: [{ name: "Write", input: { text: "long" } }], stop: "max_tokens" }] },
    async ({ model }) => {
      const message = doneOf(await collect(model, asking("write")));
      expect(message.stop).toEqual("max_tokens");
      const calls = message.content.filter(isToolUse).map(({ id }) => id);
      expect(message.unusable?.map(({ id }) => id)).toEqual(calls);
    },
  );

  skippable("thinking", () =>
    during(
      "thinking stands before the text",
      { turns: [{ thinking: "想一想 first", text: "So." }] },
      async ({ model }) => {
        const events = await collect(model, asking("hi"));
        const { content } = doneOf(events);
        expect(deltas(events, "thinking-delta")).toEqual("想一想 first");
        expect(deltas(events, "text-delta")).toEqual("So.");
        expect(content.map(({ type }) => type)).toEqual(["thinking", "text"]);
      },
    ),
  );

  during(
    "a failure is an event with a sentence, never a throw",
    { turns: [{ error: { failure: "bad-request", message: "no good", status: 400 } }] },
    async ({ model }) => {
      const events = await collect(model, asking("hi"));
      const error = errorOf(events);
      expect(modelFailures).toContain(error.failure);
      expect(error.message.includes("no good")).toEqual(true);
    },
  );

  during("a stop before the start sends nothing", { turns: [{ text: TEXT }] }, async ({ model }) => {
    const events = await collect(model, asking("hi"), { signal: AbortSignal.abort() });
    expect(events.map(({ type }) => type)).toEqual(["error"]);
    expect(errorOf(events).failure).toEqual("aborted");
  });

  during("a stop amid the text ends it", { turns: [{ text: TEXT.repeat(20) }] }, async ({ model }) => {
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.stream(asking("hi"), { signal: stop.signal })) {
      events.push(event);
      if (event.type === "text-delta") stop.abort();
    }
    expect(errorOf(events).failure).toEqual("aborted");
    expect(events.filter(({ type }) => type === "text-delta").length).toEqual(1);
  });

  skippable("delay", () =>
    during(
      "a stop before the first word ends the wait",
      { turns: [{ text: "late", delayMs: 60_000 }] },
      async ({ model }) => {
        const events = await collect(model, asking("hi"), { signal: AbortSignal.timeout(50) });
        expect(errorOf(events).failure).toEqual("aborted");
      },
    ),
  );

  skippable("busy server", () =>
    during(
      "a stop while it waits to try again ends the wait",
      { turns: [], isBusy: true },
      async ({ model }) => {
        const stop = new AbortController();
        const events: ModelEvent[] = [];
        for await (const event of model.stream(asking("hi"), { signal: stop.signal })) {
          events.push(event);
          if (event.type === "retry") setTimeout(() => stop.abort(), 20);
        }
        expect(events.map(({ type }) => type)).toEqual(["retry", "error"]);
        expect(errorOf(events).failure).toEqual("aborted");
      },
    ),
  );

  during(
    "a reader may leave, and others are not disturbed",
    { turns: [{ text: TEXT }] },
    async ({ model }) => {
      const left = async (): Promise<void> => {
        for await (const event of model.stream(asking("hi"))) if (event.type === "text-delta") break;
      };
      const [, ...answers] = await Promise.all([
        left(),
        collect(model, asking("a")),
        collect(model, asking("b")),
      ]);
      expect(answers.map((events) => textOf(doneOf(events)))).toEqual([TEXT, TEXT]);
    },
  );

  during("the request is not changed", { turns: [{ text: "ok" }] }, async ({ model }) => {
    const request = asking("hi");
    const before = structuredClone(request);
    doneOf(await collect(model, deepFrozen(request)));
    expect(request).toEqual(before);
  });

  skippable("unknown blocks", () => {
    const blocks: Block[] = [
      { type: "thinking", thinking: "", signature: "c2ln", extra: { "2": "b", "1": "a" } },
      { type: "future_kind", deep: [{ value: null }], note: "kept" },
      { type: "text", text: "seen", citations: [{ type: "page", start: 1 }] },
    ];
    during(
      "blocks and fields nobody knows go back as they came",
      { turns: [], blocks },
      async ({ model, sentMessages }) => {
        const request = asking("hi");
        const message = doneOf(await collect(model, request));
        expect(message.content).toEqual(blocks);
        const again = { role: "user" as const, content: [{ type: "text", text: "again" }] };
        const logged = JSON.parse(JSON.stringify(message)) as typeof message;
        doneOf(await collect(model, { ...request, messages: [...request.messages, logged, again] }));
        expect(sentMessages?.()).toEqual([
          { role: "user", content: [{ type: "text", text: "hi" }] },
          { role: "assistant", content: blocks },
          { role: "user", content: [{ type: "text", text: "again" }] },
        ]);
      },
    );
  });
}
