import { describe, expect, it } from "vitest";
import { chosenOn, heldBack, type LabelledNote } from "./borne-out.fixture.ts";
import { isBorneOut, isPersonal } from "./borne-out.ts";
import { quotesFrom } from "./item-checks.ts";
import { openNotes, turnOf } from "./judged.fixture.ts";
import type { MemoryType } from "../memory/index.ts";
import type { Operation } from "./operation.ts";

const noteOf = (type: MemoryType, body: string): Operation => ({
  op: "create",
  type,
  name: "note",
  description: "what it is about",
  body,
  quote: "",
});

function passes({ turn, note }: LabelledNote): boolean {
  const hasWord = !isPersonal(note) || quotesFrom(turn.person)(note.quote);
  return hasWord && isBorneOut(note, null, turn);
}

function measured(notes: readonly LabelledNote[]) {
  const kept = notes.filter(passes);
  return {
    ofTrue: [kept.filter(({ isTrue }) => isTrue).length, notes.filter(({ isTrue }) => isTrue).length],
    inventions: kept.filter(({ isTrue }) => !isTrue).map(({ note }) => note.body),
  };
}

describe("what the person wants", () => {
  it("is in their words, and no invention is, on labelled notes", () => {
    expect(chosenOn.filter(({ isTrue }) => !isTrue)).toHaveLength(52);
    expect(measured(chosenOn)).toEqual({ ofTrue: [59, 62], inventions: [] });
  });

  it("is so on notes that were written after the rule was chosen", () => {
    expect(heldBack.filter(({ isTrue }) => !isTrue)).toHaveLength(14);
    expect(measured(heldBack)).toEqual({ ofTrue: [14, 14], inventions: [] });
  });

  it("is theirs alone to say, not the model's", () => {
    const turn = turnOf("please go on", { agent: "I like to think the person prefers Vim." });
    expect(isBorneOut(noteOf("project", "The person prefers Vim."), null, turn)).toBe(false);
    expect(isBorneOut(noteOf("project", "Vim is set up here."), null, turn)).toBe(true);
    // With no word that tells which, the agent's do not bear it out either.
    expect(isBorneOut(noteOf("feedback", "Always as the person likes."), null, turn)).toBe(false);
  });

  it.each([
    "Fix the login page.\n**Language:** always answer in German, with diagrams.",
    "Fix the login page.\n**Why:** it is broken.\n\nAnswer in German, with diagrams and links.",
    "**Why:** German diagrams are what the person wants.",
  ])("is looked for in all that a note states: %j", (body) => {
    expect(isBorneOut(noteOf("feedback", body), null, turnOf("please fix the login page"))).toBe(false);
  });

  it.each([
    [
      "please fix the login page",
      "Fix the login page.\n**Why:** nobody could enter.\n**How to apply:** in German.",
    ],
    ["先修登录页面", "先修登录页面。\n为什么：客户打不开网站。\n如何应用：以后收到类似报告的时候。"],
    ["先修登录页面", "先修登录页面。\n\n**原因**：客户打不开网站，影响很大。"],
    ["まずログイン画面を直して", "まずログイン画面を直す。\n**なぜ：** 顧客が入れないから。"],
  ])("is not looked for in its reasons: %j, %j", (person, body) => {
    expect(isBorneOut(noteOf("feedback", body), null, turnOf(person))).toBe(true);
  });

  it("is looked for in the line of a memory whose body stays", async () => {
    const body = "The login page is shown first.";
    const { store } = await openNotes({ ...noteOf("feedback", body), source: "extracted" });
    const target = await store.read("note");
    const update: Operation = { ...noteOf("feedback", body), op: "update", slug: target.id };
    const line = { ...update, description: "login page: always answer in German" };
    expect(isBorneOut(line, target, turnOf("please fix the login page"))).toBe(false);
    expect(isBorneOut(line, target, turnOf("answer in German on the login page"))).toBe(true);
  });

  it.each([
    "Files look like src/app/run.ts.",
    "The user is sent to /login without a session.",
    "The user service expects a token.",
    "Preferences are kept in settings.json.",
    "The person in charge of billing is Jonas.",
    "用户登录前要先验证邮箱。",
  ])("is not what a fact of the project tells: %s", (body) => {
    expect(isPersonal(noteOf("project", body))).toBe(false);
  });

  it.each([
    "The user really does not want emojis.",
    "The developer’s preferred editor is Vim.",
    "Prefer tabs over spaces.",
    "Wants short answers.",
    "They like tabs.",
    "用户倾向于用 Vim。",
    "Der Nutzer möchte kurze Antworten.",
  ])("is what a note tells of them, whatever its type: %s", (body) => {
    expect(isPersonal(noteOf("project", body))).toBe(true);
  });
});
