import { describe, expect, it } from "vitest";
import { SearchIndex, type SearchDocument } from "../search/index.ts";
import { evidenceNeeded, relevantHits } from "./relevant-hits.ts";

type Note = SearchDocument & { modified?: string };

const filler: Note[] = [
  ["tabs", "indentation of every file", "Use tabs in Makefiles, two spaces elsewhere."],
  ["review", "who reads pull requests", "Mara reads everything that touches payments."],
  ["backup", "nightly copies of the database", "Copies are kept for thirty days in cold storage."],
  ["logging", "what a log line holds", "One line a request, with its id and its duration."],
  ["发布窗口", "什么时候可以发布", "周五下午不发布。"],
  ["feature flags", "switches for unfinished work", "A flag lives for at most three months."],
].map(([name = "", description = "", body = ""]) => ({ key: name, name, description, body }));

function chosen(notes: readonly Note[], prompt: string): string[] {
  const index = new SearchIndex();
  for (const note of notes) index.put(note);
  const hits = index.search(prompt, { limit: 20, explain: true }).map((hit) => {
    const note = notes.find(({ key }) => key === hit.key);
    return { ...hit, id: hit.key, name: note?.name ?? "", modified: note?.modified ?? null };
  });
  return relevantHits(hits, { prompt, total: index.size }).map(({ id }) => id);
}

const staging: Note = {
  key: "staging",
  name: "staging deploy",
  description: "the staging deploy target is https://staging.example.com",
  body: "the staging deploy target is https://staging.example.com",
};

describe("relevantHits", () => {
  it("lets a single telling word through, alone and among others", () => {
    const prompt = "Where should I deploy my changes to test them?";
    expect(chosen([staging], prompt)).toEqual(["staging"]);
    expect(chosen([staging, ...filler], prompt)).toEqual(["staging"]);
  });

  it("brings nothing for a prompt that shares nothing, or only stop words", () => {
    expect(chosen([staging, ...filler], "Why is the sky blue?")).toEqual([]);
    expect(chosen([staging, ...filler], "what is it that they have there")).toEqual([]);
    expect(chosen([staging, ...filler], "这个是什么")).toEqual([]);
    expect(chosen([], "deploy")).toEqual([]);
  });

  it("finds a lone identifier", () => {
    const note: Note = {
      key: "esm",
      name: "loader",
      body: "ERR_MODULE_NOT_FOUND means the .js ending is missing.",
    };
    expect(chosen([...filler, note], "ERR_MODULE_NOT_FOUND")).toEqual(["esm"]);
  });

  it("finds a Chinese prompt's note", () => {
    expect(chosen([staging, ...filler], "今天可以发布吗")).toEqual(["发布窗口"]);
  });

  it("puts the newer of two notes on one matter first, whichever words they share", () => {
    const older: Note = {
      key: "older",
      name: "release freeze",
      description: "release freeze at the end of a month",
      body: "The release freeze begins on the 28th. Release freeze questions go to Mara.",
      modified: "2025-11-06",
    };
    const newer: Note = {
      key: "newer",
      name: "release freeze, since June",
      description: "from when to when no release goes out",
      body: "The freeze begins on the 25th.",
      modified: "2026-06-04",
    };
    const prompt = "when does the release freeze begin?";
    expect(chosen([older, newer, ...filler], prompt)).toEqual(["newer", "older"]);
    const undated = { ...older, modified: "" };
    expect(chosen([older, { ...newer, modified: "2024-01-01" }, ...filler], prompt)[0]).toBe("older");
    expect(chosen([undated, newer, ...filler], prompt)).toHaveLength(2);
  });

  it("asks for more evidence among more memories, up to a limit", () => {
    const needed = [1, 5, 20, 100, 10_000].map((total) => evidenceNeeded({ prompt: "deploy", total }));
    expect(needed).toEqual(needed.toSorted((left, right) => left - right));
    expect(evidenceNeeded({ prompt: "deploy", total: 1_000_000 })).toBeLessThan(2);
    expect(evidenceNeeded({ prompt: "deploy", total: 0 })).toBe(0);
  });

  it("is not led astray by what a long prompt shares with anything", () => {
    const chatter = Array.from({ length: 60 }, (_, number) => `line${number} request duration kept`).join(
      "\n",
    );
    expect(chosen([staging, ...filler], `why is this slow?\n${chatter}`)).toEqual([]);
    const needed = [10, 20, 100, 400].map((count) =>
      evidenceNeeded({ prompt: Array.from({ length: count }, (_, at) => `w${at}`).join(" "), total: 50 }),
    );
    expect(needed[0]).toBe(needed[1]);
    expect(needed.slice(1)).toEqual([...new Set(needed)].toSorted((left, right) => left - right));
  });
});
