import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultOfMessages } from "../../test/support/strict-messages.ts";
import { defaultLimits } from "../limits/index.ts";
import type { Block, Model, ModelRequest } from "../models/index.ts";
import { createSessionStore, type SessionLog, type SessionStore } from "../sessions/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { answer, collect, echoTool, failing, say, use, type Step } from "./agent.fixture.ts";
import type { Agent } from "./agent.ts";
import { createAgent } from "./create-agent.ts";
import type { AgentHistory } from "./history.ts";
import { longTalkModel, words } from "./long-talk.fixture.ts";

const thinking = (signature: string): Block => ({ type: "thinking", thinking: "hm", signature });
const text = (spoken: string): Block => ({ type: "text", text: spoken });

/** All that a model may do; ids of calls are made unique by the number of the request. */
const acts = {
  say: () => say("well"),
  sayMuch: () => say(words(900)),
  think: () => answer([thinking("sig"), text("so")]),
  thinkUnsigned: () => answer([thinking(""), text("so")]),
  onlyThink: () => answer([thinking("sig")]),
  blank: () => answer([text(" ")]),
  call: (id) => answer([use("Echo", { id }, `${id}_a`)]),
  callTwo: (id) =>
    answer([thinking("sig"), text("both"), use("Echo", {}, `${id}_a`), use("Echo", {}, `${id}_b`)]),
  callMuch: (id) => answer([use("Much", {}, `${id}_a`)]),
  callUnknown: (id) => answer([use("Nothing", {}, `${id}_a`)]),
  pause: () => answer([text("one moment")], { stop: "pause_turn" }),
  cut: () => answer([text("and so o")], { stop: "max_tokens" }),
  refuse: () => answer([text("no")], { stop: "refusal" }),
  breakOff: () => failing("cut-stream", "half a"),
  outage: () => failing("unreachable"),
  badRequest: () => failing("bad-request"),
} satisfies Record<string, (id: string) => Step>;

type Act = keyof typeof acts;
const anyAct = fc.constantFrom(...(Object.keys(acts) as Act[]));
const anyDeed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("turn" as const), acts: fc.array(anyAct, { maxLength: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resume" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("other-model" as const) }) },
);

class World {
  readonly store: SessionStore;
  readonly sent: ModelRequest[] = [];
  #plan: Act[] = [];
  #made = 0;
  #models = 0;
  log: SessionLog;
  agent: Agent;

  constructor() {
    this.store = createSessionStore({ storage: createMemoryStorage(), project: "p", now: () => new Date(0) });
    this.log = this.store.create("/");
    this.agent = this.#agentWith();
  }

  async turn(plan: readonly Act[]): Promise<void> {
    this.#plan = [...plan];
    await collect(this.agent.run(`prompt ${(this.#made += 1)}`));
  }

  async compact(): Promise<void> {
    await collect(this.agent.compact());
  }

  async otherModel(): Promise<void> {
    this.#models += 1;
    this.agent.useModel(this.#model());
    await this.turn([]);
  }

  /** As a new process would go on; gives what it finds. */
  async resume(): Promise<void> {
    await this.log.close();
    const { session, log } = await this.store.resume(this.log.id, { cwd: "/", model: this.agent.model.id });
    this.log = log;
    const { messages, context, compaction, lastUsage } = session;
    this.agent = this.#agentWith({ messages, context, compaction, lastUsage });
  }

  #agentWith(history?: AgentHistory): Agent {
    return createAgent({
      model: this.#model(),
      tools: [echoTool(), echoTool("Much", async () => ({ content: words(1_200), isError: false }))],
      sources: [{ name: "role", placement: "system", load: async () => ({ text: "You are here." }) }],
      limits: defaultLimits,
      maxRounds: 8,
      append: (record) => this.log.append(record),
      ...(history === undefined ? {} : { history }),
    });
  }

  #model(): Model {
    const model = longTalkModel({
      id: `fake-${this.#models % 2}`,
      window: 12_000,
      reply: () => this.#next(),
    });
    return {
      info: model.info,
      stream: (request, options) => {
        if (request.side !== true) this.sent.push(structuredClone(request));
        return model.stream(request, options);
      },
    };
  }

  #next(): Step {
    const act = this.#plan.shift() ?? "say";
    const step = acts[act](`call_${(this.#made += 1)}`);
    const id = this.agent.model.id;
    return async function* (request, signal) {
      for await (const event of step(request, signal))
        yield event.type === "done" ? { ...event, message: { ...event.message, model: id } } : event;
    };
  }
}

const said = (agent: Agent): object[] => agent.messages().map(({ role, content }) => ({ role, content }));

describe("a conversation", () => {
  it("is after a resume what it was live, and every request is one that a strict server takes (property)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDeed, { minLength: 1, maxLength: 12 }), async (deeds) => {
        const world = new World();
        const pairs: [resumed: unknown, live: unknown][] = [];
        for (const deed of deeds) {
          if (deed.do === "turn") await world.turn(deed.acts);
          else if (deed.do === "compact") await world.compact();
          else if (deed.do === "other-model") await world.otherModel();
          else if (world.log.isStarted) {
            const live = said(world.agent);
            await world.resume();
            pairs.push([said(world.agent), live]);
          }
        }
        for (const [resumed, live] of pairs) expect(resumed).toEqual(live);
        await world.turn([]);
        // Only a paused answer is sent back as the last message, to be gone on with.
        const unpaused = world.sent.filter(({ messages }) => messages.at(-1)?.role === "user");
        for (const request of unpaused) expect(faultOfMessages(request)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
