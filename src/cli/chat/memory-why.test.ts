import { describe, expect, it } from "vitest";
import type { RecallReceipt } from "../../events/index.ts";
import { createTerminal } from "../terminal/terminal.ts";
import { hostWith } from "./chat.fixture.ts";
import { explainRecall } from "./memory-why.ts";
import { recalledLine, withRecalled } from "./recalled-line.ts";
import type { AgentEvent } from "../../agent/index.ts";

const { colors } = createTerminal(hostWith("", { out: "", err: "" }));

const receipt: RecallReceipt = {
  kind: "recall",
  mode: "model",
  memories: 12,
  lexical: {
    candidates: [
      { id: "project/staging-deploy", score: 4.214, fields: { name: 1.2, body: 3.014 } },
      { id: "user/old", score: 0.8, fields: { body: 0.8 } },
    ],
    ms: 2.5,
  },
  side: {
    outcome: "delivered",
    model: "anthropic/small",
    offered: 11,
    manifestBytes: 900,
    selected: ["user/ci-cd-49fe632b"],
    unknown: 1,
    ms: 1_234,
    tokens: { input: 1_020, output: 20 },
  },
  delivered: [
    { id: "project/staging-deploy", version: "a", by: "lexical", bytes: 388, cut: false },
    { id: "user/ci-cd-49fe632b", version: "b", by: "side-query", bytes: 4_400, cut: true },
  ],
  dropped: [{ id: "user/old", reason: "weak" }],
  bytes: 4_788,
  sessionBytes: 9_000,
  ms: 3.1,
};

const nameOf = new Map([
  ["project/staging-deploy", "staging deploy"],
  ["user/ci-cd-49fe632b", "CI/CD 注意事项"],
  ["user/old", "old\u202e"],
]);

function explain(more: Partial<RecallReceipt> = {}, names = nameOf): string[] {
  const turn = { receipt: { ...receipt, ...more }, names: [], nameOf: names };
  return explainRecall(turn, { colors, sessionBytes: 61_440 });
}

describe("/memory why", () => {
  it("tells what was brought, what was not, and why", () => {
    expect(explain()).toEqual([
      "memory in the last turn · recall model · 12 memories · 4 ms",
      "brought",
      "  staging deploy",
      "    project/staging-deploy · by its words · score 4.21 (name 1.20, body 3.01) · 388 bytes",
      "  CI/CD 注意事项",
      "    user/ci-cd-49fe632b · chosen by the side query · 4,400 bytes, its body cut",
      "left out",
      "  old\\u{202e}",
      "    user/old · too weak · score 0.80 (body 0.80)",
      "by words 2 memories with words of the prompt, 3 ms",
      "side query anthropic/small · delivered · chose 1 of 11 · 1 name not in the list · 1.2 s · 1,020 tokens in, 20 out",
      "9,000 of 61,440 bytes of this session are used",
    ]);
  });

  it("keeps what is weak short", () => {
    const weak = Array.from({ length: 9 }, (_, number) => ({
      id: `user/w${number}`,
      reason: "weak" as const,
    }));
    const lines = explain({ dropped: [...weak, { id: "user/late", reason: "late" }] });
    const left = lines.slice(lines.indexOf("left out") + 1);
    expect(left.slice(0, 2)).toEqual(["  user/late", "    came too late"]);
    expect(left).toContain("  and 5 more");
    expect(left).not.toContain("  user/w4");
  });

  it("tells why nobody looked", () => {
    const lines = explain({
      delivered: [],
      dropped: [],
      lexical: { skipped: "no-memories" },
      side: { skipped: "scripted" },
    });
    expect(lines).toContain("nothing was brought");
    expect(lines).toContain("by words there are no memories yet");
    expect(lines).toContain("side query not asked: the model is scripted (--recall model asks it)");
  });

  it("names them by their ids after a resume, as receipts hold no names", () => {
    expect(explain({}, new Map())).toContain("  project/staging-deploy");
  });
});

describe("the line about recall", () => {
  async function* events(): AsyncGenerator<AgentEvent, void> {
    yield { type: "text-delta", text: "a" };
    yield { type: "text-delta", text: "b" };
  }

  async function told(news: (readonly string[] | null)[]): Promise<string[]> {
    const seen: string[] = [];
    const recall = { news: () => news.shift() ?? null };
    for await (const event of withRecalled(events(), recall, (names) => seen.push(recalledLine(names)))) {
      seen.push(event.type === "text-delta" ? event.text : event.type);
    }
    return seen;
  }

  it("names the memories, as soon as it is known what there is to name", async () => {
    const line = "· recalled: staging deploy, CI/CD 注意事项 · /memory why";
    const names = ["staging deploy", "CI/CD 注意事项"];
    expect(await told([names])).toEqual([line, "a", "b"]);
    expect(await told([null, names])).toEqual(["a", line, "b"]);
    expect(await told([null, null, names])).toEqual(["a", "b", line]);
    expect(await told([])).toEqual(["a", "b"]);
  });

  it("shows what nobody would see", () => {
    expect(recalledLine(["a\u001b[2Jb\nc"])).toBe("· recalled: a\\u{1b}[2Jb c · /memory why");
  });
});
