import { describe, expect, it } from "vitest";
import { createAgent } from "../../agent/index.ts";
import type { LoadedText } from "../../context/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { createScriptedModel } from "../../models/index.ts";
import { conversationOf, talk } from "./chat.fixture.ts";

async function contextOf(loaded: LoadedText): Promise<string> {
  const agent = createAgent({
    model: createScriptedModel({ turns: [] }),
    tools: [],
    limits: defaultLimits,
    sources: [{ name: "instructions", placement: "first-user", load: async () => loaded }],
  });
  const { out } = await talk({
    input: "/context\n",
    options: { converse: async () => conversationOf(agent) },
  });
  return out;
}

describe("/context", () => {
  it("lists the files of the instructions", async () => {
    const file = { path: "AGENTS.md", bytes: 9, kept: 9, includedBy: null };
    const files = [
      { ...file, problem: null },
      { ...file, path: "a.md", problem: "line 2 left out (password)", includedBy: "AGENTS.md" },
      { ...file, path: "b.md", kept: 0, problem: "there is no room for it" },
    ];
    const out = await contextOf({ text: "Rules.", files });
    expect(out).toContain("file\tAGENTS.md\t9\t-\tloaded\n");
    expect(out).toContain("file\ta.md\t9\t-\tincluded by AGENTS.md; line 2 left out (password)\n");
    expect(out).toContain("file\tb.md\t9\t-\tnot loaded: there is no room for it\n");
    expect(out).not.toContain("have changed");
  });

  it("says where a resumed session was told of others than those of now", async () => {
    expect(await contextOf({ text: "Rules." })).toContain("the instruction files have changed since");
  });
});
