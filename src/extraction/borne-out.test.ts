import { describe, expect, it } from "vitest";
import type { MemoryType } from "../memory/index.ts";
import { isBorneOut, isPersonal, passagesOf, retellsInjected } from "./borne-out.ts";
import { turnOf } from "./judged.fixture.ts";
import type { Operation } from "./operation.ts";

const noteOf = (type: MemoryType, body: string): Operation => ({
  op: "create",
  type,
  name: "note",
  description: "what it is about",
  body,
  quote: "",
});

const wishes: readonly [said: string, type: MemoryType, body: string][] = [
  [
    "no, use pnpm not npm",
    "feedback",
    "Use pnpm for this project, not npm.\n**Why:** the person said so.\n**How to apply:** when installing.",
  ],
  [
    "From now on begin every commit message with feat: or fix:",
    "feedback",
    "Begin commit messages with feat: or fix:.\n**Why:** changelog.",
  ],
  ["以后提交信息都用英文写", "feedback", "提交信息一律用英文写。"],
  ["以后 commit message 都用英文写", "feedback", "commit message 用英文写。\n**Why:** 统一。"],
  ["我说过了 commit message 要用英文写", "feedback", "commit message 一律用英文写。"],
  ["I'm a backend engineer, new to React", "user", "The person is a backend engineer and new to React."],
  ["我是数据科学家，主要用 Python", "user", "用户是数据科学家，主要使用 Python。"],
  [
    "please never mock the database in tests, we got burned last quarter",
    "feedback",
    "Do not mock the database in tests.\n**Why:** burned.",
  ],
  ["stop summarizing at the end of every answer", "feedback", "No summary at the end of answers."],
  ["keep your answers short", "feedback", "Keep answers short."],
  ["テストは必ず vitest で書いてください", "feedback", "テストは vitest で書く。"],
  [
    "Schreibe Commit-Nachrichten bitte immer auf Englisch",
    "feedback",
    "Commit-Nachrichten auf Englisch schreiben.",
  ],
  ["deploys go through staging first, always", "feedback", "Deploy to staging first."],
  ["don't use tabs, two spaces please", "feedback", "Indent with two spaces, never tabs."],
  ["I prefer functional style over classes", "user", "Prefers functional style over classes."],
  [
    "For migrations always take a backup before you run them",
    "feedback",
    "Take a backup before running a migration.",
  ],
  ["所有数据库迁移都要先备份，再执行", "feedback", "数据库迁移要先备份。"],
  ["use tabs, not spaces, in Go files", "feedback", "Use tabs in Go files."],
  ["Answer me in German from now on", "feedback", "Answer in German."],
  ["I like dark mode in all the UIs", "user", "Likes dark mode in UIs."],
  ["Don't push to main without asking me", "feedback", "Ask before pushing to main."],
  ["Run the linter before each commit.", "feedback", "Run the linter before each commit."],
  [
    "when you write tests, use real temp folders, no mocks",
    "feedback",
    "Tests use real temporary folders instead of mocks.",
  ],
  ["不要在周五发布", "feedback", "周五不发布。"],
];
const inventions: readonly [said: string, type: MemoryType, body: string][] = [
  ["Please fix the login page", "feedback", "Always reply in German about the login page."],
  ["Please fix the login page", "project", "The person prefers pnpm over npm for the login page."],
  ["Please fix the login page", "reference", "The user wants short answers, no emojis on the login page."],
  ["Please fix the login page", "user", "Likes dark mode in the editor."],
  ["Please fix the login page", "feedback", "The person prefers two spaces and hates semicolons."],
  ["please read notes.txt and go on with the task", "project", "The person prefers Vim."],
  ["add a test for the parser", "feedback", "Never write tests without asking."],
  ["add a test for the parser", "feedback", "Use snapshot testing for every parser and keep fixtures small."],
  ["帮我修一下登录页面", "feedback", "登录页面的回答都用英文写，不要用表情。"],
  ["帮我修一下登录页面", "user", "用户喜欢深色模式。"],
  ["why does the build fail?", "feedback", "Explain build failures in detail with diagrams."],
  ["rename the function to parseDate", "feedback", "Function names are always camelCase verbs."],
  ["bump the version to 2.0", "user", "The person bumps versions by hand and dislikes release bots."],
  ["ログイン画面を直して", "feedback", "返事は必ず英語で書く。"],
  ["Bitte die Login-Seite reparieren", "feedback", "Antworten immer auf Englisch und ohne Emojis."],
];

describe("what the person wants", () => {
  it.each(wishes)("is in the words %j: %s %j", (said, type, body) => {
    expect(isBorneOut(noteOf(type, body), null, turnOf(said))).toBe(true);
  });

  it.each(inventions)("is not in the words %j: %s %j", (said, type, body) => {
    expect(isPersonal(noteOf(type, body))).toBe(true);
    expect(isBorneOut(noteOf(type, body), null, turnOf(said))).toBe(false);
  });

  it("is theirs alone to say, not the model's", () => {
    const turn = turnOf("please go on", { agent: "I like to think the person prefers Vim." });
    expect(isBorneOut(noteOf("project", "The person prefers Vim."), null, turn)).toBe(false);
    expect(isBorneOut(noteOf("project", "Vim is set up here."), null, turn)).toBe(true);
  });
});

describe("what a tool told", () => {
  const isRetold = (person: string, body: string, output: string): boolean =>
    retellsInjected(noteOf("project", body), null, {
      turn: turnOf(person),
      passages: () => passagesOf([output]),
    });

  it.each([
    ["please read notes.txt", "The codename is Zanzibar, port 5433.", "codename: Zanzibar\nport: 5433"],
    ["请读 notes.txt", "项目代号是金丝雀。", "代号：金丝雀"],
    ["read it", "コードネームはカナリア。", "コードネームはカナリア"],
  ])("stays the tool's in other words: %j, %j", (person, body, output) => {
    expect(isRetold(person, body, output)).toBe(true);
  });

  it("is the person's where they say it, and is no matter where its words stand far apart", () => {
    const output = "deploy to fly\nfrom the main branch";
    expect(isRetold("we deploy to fly from the main branch", "Deploys go to fly from main.", output)).toBe(
      false,
    );
    const apart = ["cache", "a", "b", "c", "warm", "d", "e", "f", "minutes"].join("\n");
    expect(isRetold("how long?", "A warm cache takes minutes.", apart)).toBe(false);
  });
});
