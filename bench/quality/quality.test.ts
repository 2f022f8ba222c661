import { describe, expect, it } from "vitest";
import { engines } from "./engines.ts";
import { mean, meanError, normalisedGain, recallAt, reciprocalRank } from "./metrics.ts";
import { isReached, qualityTable, type QualityRow } from "./report.ts";
import { byPerson, type QualityDocument } from "./sets.ts";

function note(id: string, body: string): QualityDocument {
  return { id, body, name: "", description: "", slug: "", modified: null, type: "" };
}

describe("metrics", () => {
  it("count the gold ids among the first", () => {
    expect([recallAt(["a", "b", "c"], ["b", "d"], 2), recallAt(["a", "b"], ["b"], 1)]).toEqual([0.5, 0]);
    expect([reciprocalRank(["a", "b"], ["b"], 2), reciprocalRank(["a", "b"], ["b"], 1)]).toEqual([0.5, 0]);
    expect(normalisedGain(["a", "b"], ["a", "b"], 10)).toBe(1);
    expect(normalisedGain(["x", "a"], ["a"], 10)).toBeCloseTo(1 / Math.log2(3));
    expect([mean([1, 2]), mean([])]).toEqual([1.5, 0]);
    expect(meanError([1, 2, 3])).toBeCloseTo(1 / Math.sqrt(3));
    expect(meanError([1])).toBe(0);
  });
});

describe("engines", () => {
  const documents = [
    note("zh", "发布之前必须先跑完整测试"),
    note("en", "The nightly backup runs at two"),
    note("tea", "Green, no sugar"),
  ];

  it("all find a word, and only ours a part of a sentence without spaces", () => {
    const found = (question: string): string[][] => engines.map(({ open }) => open(documents)(question, 1));
    expect(found("backup")).toEqual([["en"], ["en"], ["en"]]);
    expect(found("完整测试")).toEqual([[], [], ["zh"]]);
  });
});

describe("byPerson", () => {
  it("gives each person an index of their own messages, and the questions that are about them", () => {
    const documents = ["1:0", "1:1", "2:0"].map((id) => note(id, id));
    const question = { text: "who?", gold: ["2:0", "1:0", "2:1"], kind: "1" };
    const people = byPerson([{ id: "pool", documents, questions: [question] }]);
    expect(people.map(({ id, questions }) => [id, questions.map(({ gold }) => gold)])).toEqual([
      ["pool/1", []],
      ["pool/2", [["2:0", "2:1"]]],
    ]);
    expect(people.map((group) => group.documents.map(({ id }) => id))).toEqual([["1:0", "1:1"], ["2:0"]]);
  });
});

describe("qualityTable", () => {
  it("says what was held and what was missed, and compares with the engine before ours", () => {
    const row: QualityRow = {
      name: "set R@10",
      questions: 5,
      recalls: [0.1, 0.4, 0.6],
      rank: 1,
      gain: 1,
      least: 0.6,
    };
    const missed = { ...row, recalls: [0, 0, 0.59] };
    expect([isReached(row), isReached(missed)]).toEqual([true, false]);
    const [, first, second] = qualityTable([row, missed], ["naive", "mini", "ours"]);
    expect(first).toMatch(/^set R@10 +5 +0\.100 +0\.400 +0\.600 +1\.50 x +>= 0\.60 +held/);
    expect(second).toMatch(/0\.590 +>= 0\.60 +MISSED/);
  });
});
