import { describe, expect, it } from "vitest";
import { createAgent, type Agent } from "../../agent/index.ts";
import type { Expense } from "../../events/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { createScriptedModel } from "../../models/index.ts";
import { conversationOf, talk } from "./chat.fixture.ts";
import { dollarsText, spentDollars } from "./spent-dollars.ts";

const tokens = { input: 1_200, output: 30, cacheRead: 500, cacheWrite: 0 };
const day = "2031-03-10";

function expense(parts: Partial<Expense> = {}): Expense {
  return { day, purpose: "chat", model: "openai/gpt-4.1-mini", session: "s", tokens, ...parts };
}

async function cost(spent: { session: Expense[]; today: Expense[] }, input = "/memory cost\n") {
  const agent = talkless();
  const conversation = conversationOf(agent, { costs: { spent: async () => spent } });
  return talk({ input, options: { converse: async () => conversation } });
}

/** An agent that is never asked. */
function talkless(): Agent {
  const model = createScriptedModel({ turns: [] });
  return createAgent({ model, tools: [], limits: defaultLimits, sources: [] });
}

describe("/memory cost", () => {
  it("tells tokens by purpose, and money where prices are known, also without memory", async () => {
    const side = expense({ purpose: "recall", tokens: { input: 100, output: 5, estimated: true } });
    const { out, code } = await cost({ session: [expense(), side], today: [expense(), side, expense()] });
    expect(code).toBe(0);
    expect(out).toBe(
      `this conversation
              in  from cache  to cache  out
  chat     1,200         500         0   30         $0.0006
  recall    ~100           0         0   ~5  about <$0.0001
  all     ~1,300         500         0  ~35   about $0.0006
today · all conversations of this project
              in  from cache  to cache  out
  chat     2,400       1,000         0   60         $0.0012
  recall    ~100           0         0   ~5  about <$0.0001
  all     ~2,500       1,000         0  ~65   about $0.0012
tokens · daybook stats shows the days before
`,
    );
  });

  it("says so where nothing was spent, and takes no word behind it", async () => {
    const { out } = await cost({ session: [], today: [] });
    expect(out.match(/nothing yet/gu)).toHaveLength(2);
    expect((await cost({ session: [], today: [] }, "/memory cost now\n")).err).toContain("/memory cost");
  });
});

describe("spentDollars", () => {
  it("asks nothing for what runs on this machine, in whatever it was asked", () => {
    const spent = [
      expense({ model: "openai/x", local: true }),
      expense({ model: "openai/x", purpose: "recall" }),
    ];
    expect(dollarsText(spentDollars(spent))).toBe("");
    expect(spentDollars(spent).isPartial).toBe(false);
  });

  it("says when there is more than it knows the price of, or that it is estimated", () => {
    expect(dollarsText(spentDollars([expense(), expense({ model: "openai/unheard-of" })]))).toMatch(
      /^at least \$/u,
    );
    expect(dollarsText(spentDollars([expense({ tokens: { ...tokens, estimated: true } })]))).toMatch(
      /^about \$/u,
    );
  });
});
