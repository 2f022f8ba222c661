import { describe, expect, it } from "vitest";
import { createSessionFilter, labelOf, restedFor, type OfferedSession } from "./offered-session.ts";

const offered = (id: string, more: Partial<OfferedSession> = {}): OfferedSession => ({
  id,
  title: null,
  firstPrompt: null,
  lastActive: null,
  pinned: false,
  ...more,
});

describe("labelOf", () => {
  it.each([
    [
      { title: null, firstPrompt: null },
      { text: "(no words yet)", more: "" },
    ],
    [
      { title: " ", firstPrompt: " \n " },
      { text: "(no words yet)", more: "" },
    ],
    [
      { title: null, firstPrompt: "fix\n  the cart" },
      { text: "fix the cart", more: "" },
    ],
    [
      { title: "how do we dep…", firstPrompt: "how do we deploy?" },
      { text: "how do we deploy?", more: "" },
    ],
    [
      { title: "fix it", firstPrompt: "fix it in the cart" },
      { text: "fix it", more: "fix it in the cart" },
    ],
    [
      { title: "fix it", firstPrompt: " fix it\n" },
      { text: "fix it", more: "" },
    ],
    [
      { title: "部署", firstPrompt: "how do we deploy?" },
      { text: "部署", more: "how do we deploy?" },
    ],
    [
      { title: "a\u001b[31mb", firstPrompt: "c\u202ed" },
      { text: "a\\u{1b}[31mb", more: "c\\u{202e}d" },
    ],
  ])("%j", (given, label) => expect(labelOf(given)).toEqual(label));
});

describe("restedFor", () => {
  it("is null where no time can be read", () => {
    const now = new Date("2026-11-29T12:00:00Z");
    expect(restedFor({ lastActive: "2026-11-29T11:00:00Z" }, now)).toBe(3_600_000);
    expect(restedFor({ lastActive: null }, now)).toBeNull();
    expect(restedFor({ lastActive: "yesterday" }, now)).toBeNull();
  });
});

describe("createSessionFilter", () => {
  const find = createSessionFilter([
    offered("20261129-100000-aaaa", { title: "Deploy to staging", firstPrompt: "怎么部署？" }),
    offered("20261128-100000-bbbb", { firstPrompt: "部署流程是什么，ＣＩ 怎么配" }),
    offered("20261127-100000-cccc"),
  ]);

  it.each([
    ["", ["aaaa", "bbbb", "cccc"]],
    ["   ", ["aaaa", "bbbb", "cccc"]],
    ["部署", ["aaaa", "bbbb"]],
    ["STAGING deploy", ["aaaa"]],
    ["ci", ["bbbb"]],
    ["20261127", ["cccc"]],
    ["部署 nothing", []],
  ])("%j finds %j", (typed, ends) => {
    expect(find(typed).map(({ id }) => id.slice(-4))).toEqual(ends);
  });
});
