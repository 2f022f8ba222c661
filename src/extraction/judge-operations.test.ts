import { describe, expect, it } from "vitest";
import { openNotes, turnOf, verdict } from "./judged.fixture.ts";

const person =
  "No, that is wrong. From now on begin every commit message with feat: or fix:, we build the changelog from it.";
const wish = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message: begin with feat: or fix:",
  body: "Begin every commit message with feat: or fix:.\n**Why:** the changelog is built from it.\n**How to apply:** whenever a commit message is written.",
  quote: "begin every commit message with feat: or fix:",
};
const { op: _op, quote: _quote, ...memory } = wish;

async function judgeOne(item: Record<string, unknown>, turn = turnOf(person)): Promise<string> {
  const { judge } = await openNotes();
  return verdict((await judge(turn, [item]))[0]);
}

describe("what becomes of an item", () => {
  it("a correction goes into memory with all that applying it needs", async () => {
    const { judge } = await openNotes();
    const { quote, ...rest } = wish;
    expect(await judge(turnOf(person), [wish])).toEqual([{ to: "memory", operation: { ...rest, quote } }]);
  });

  it("an invented preference waits in the inbox", async () => {
    expect(await judgeOne({ ...wish, quote: "I love dark mode" })).toBe("inbox: no-quote");
    expect(await judgeOne({ ...wish, quote: "" })).toBe("inbox: no-quote");
    expect(await judgeOne({ ...wish, quote: "No" }, turnOf("No."))).toBe("inbox: no-quote");
    expect(await judgeOne({ ...wish, quote: "yes please" }, turnOf("yes please"))).toBe("inbox: no-quote");
    // A true quote bears out nothing that is about something else.
    const dark = {
      op: "create",
      type: "user",
      name: "dark mode",
      description: "editor colours",
      body: "Likes dark mode.",
    };
    expect(await judgeOne({ ...dark, quote: "we build the changelog" })).toBe("inbox: no-quote");
  });

  it("a quote counts however blanks, quote marks and case are written, but not from a pasted log", async () => {
    expect(await judgeOne({ ...wish, quote: "“Begin every\ncommit message with `feat:` or fix:”" })).toBe(
      "memory",
    );
    const pasted = turnOf("What does this mean?\n```\nbegin every commit message with feat: or fix:\n```");
    expect(await judgeOne(wish, pasted)).toBe("inbox: no-quote");
    const chinese = turnOf("以后所有数据库迁移都要先备份，再执行。");
    const backup = {
      op: "create",
      type: "feedback",
      name: "迁移先备份",
      description: "做数据库迁移时",
      body: "数据库迁移要先备份。",
    };
    expect(await judgeOne({ ...backup, quote: "所有数据库迁移都要先备份" }, chinese)).toBe("memory");
    expect(await judgeOne({ ...backup, quote: "好的" }, turnOf("好的，数据库迁移"))).toBe("inbox: no-quote");
  });

  it("project and reference need no quote", async () => {
    const fact = {
      op: "create",
      type: "reference",
      name: "staging host",
      description: "where staging runs",
      body: "Staging runs on stage.example.org.",
    };
    expect(await judgeOne(fact, turnOf("The staging host is stage.example.org."))).toBe("memory");
  });

  it("what nobody in the turn spoke of waits", async () => {
    const fact = {
      op: "create",
      type: "project",
      name: "codename",
      description: "the codename",
      body: "It is Zanzibar.",
    };
    expect(await judgeOne(fact, turnOf("Please bump the version."))).toBe("inbox: no-quote");
    const mine = { ...fact, scope: "user", body: "The person bumps every version by hand." };
    expect(await judgeOne(mine, turnOf("Please bump the version."))).toBe("inbox: no-quote");
  });

  it("goes nowhere or waits where it would not be true for long", async () => {
    const due = (body: string) => ({
      op: "create",
      type: "project",
      name: "release",
      description: "when it is due",
      body,
    });
    const turn = turnOf("The release is due, see src/app/run.ts:42");
    for (const body of [
      "The release is tomorrow.",
      "It is due by Friday.",
      "下周发布。",
      "昨天决定了发布。",
      "Released two days ago.",
    ])
      expect([body, await judgeOne(due(body), turn)]).toEqual([body, "inbox: relative-date"]);
    for (const body of [
      "The release is tomorrow, 2031-03-02.",
      "Due on March 7.",
      "2031年3月7日（下周五）发布。",
      "Never release on a Friday.",
      "每次发布前一天冻结。",
      'The script prints "tomorrow".',
      "Fridays are free of releases.",
    ])
      expect([body, await judgeOne(due(body), turn)]).toEqual([body, "memory"]);
    for (const body of [
      "The loop is in src/loop.ts:120.",
      "See `loop.py:7`.",
      "Line 12 of src/loop.ts is wrong.",
      "问题在 src/loop.ts 第 12 行。",
    ])
      expect([body, await judgeOne(due(body), turn)]).toEqual([body, "nowhere: code-place"]);
    expect(await judgeOne(due("Generated, do not touch: src/app/run.ts:42."), turn)).toBe(
      "inbox: code-place",
    );
    for (const body of [
      "It listens on stage.example.sh:8080.",
      "See http://docs.example.md:80/x.",
      "src/app/run.ts holds the loop.",
      "Use node:20.1 there.",
    ])
      expect([body, await judgeOne(due(body), turn)]).toEqual([body, "memory"]);
  });

  it("EXT-06: a secret is cut out of it, and with nothing left it is gone", async () => {
    const secret = `sk-demo-${"0".repeat(24)}CANARY`;
    const { judge } = await openNotes();
    const said = turnOf("The host is stage.example.org.");
    const fact = (body: string) => ({
      op: "create",
      type: "reference",
      name: "staging",
      description: "where staging is",
      body,
    });
    const kinds: string[] = [];
    const onSecret = (kind: string): void => void kinds.push(kind);
    const judged = await judge(
      said,
      [
        fact(`The API key is ${secret} and the staging host is stage.example.org.`),
        fact(["Remember: password for the staging UI: canary", "PASS", "7f39."].join("-")),
        fact("-----BEGIN PRIVATE KEY-----\nCANARYKEYLINE\n-----END PRIVATE KEY-----"),
        fact(`Kept here, in two lines:
${secret.slice(0, 20)}
${secret.slice(20)}`),
      ],
      { onSecret },
    );
    expect(judged.map(verdict)).toEqual([
      "memory: secret",
      "nowhere: secret",
      "nowhere: secret",
      "nowhere: secret",
    ]);
    expect(JSON.stringify(judged)).not.toMatch(/CANARY|7f39/);
    expect(JSON.stringify(judged)).toContain("stage.example.org");
    expect(kinds.length).toBeGreaterThanOrEqual(4);
  });

  it("a value that the turn gave away is cut out of it, however it is said again", async () => {
    const { judge } = await openNotes();
    const word = ["canary", "PASS", "7f39"].join("-");
    const said = turnOf(
      `The staging password is\n${word}\nfor stage.example.org, and sk-abcdefghij0123456789\nKLMNOPqrstuvwxyzCANARY`,
    );
    const fact = (name: string, body: string) => ({
      op: "create",
      type: "reference",
      name,
      description: "where staging is",
      body,
    });
    const judged = await judge(said, [
      fact("login", `Log in to stage.example.org with ${word} typed in.`),
      fact("other", "stage.example.org takes KLMNOPqrstuvwxyzCANARY as the second half."),
      fact(word, `canary-\nPASS-7f39`),
    ]);
    expect(judged.map(verdict)).toEqual(["memory: secret", "memory: secret", "nowhere: secret"]);
    expect(JSON.stringify(judged)).not.toMatch(/7f39|CANARY/);
    expect(JSON.stringify(judged)).toContain("Log in to stage.example.org with [left out: secret] typed in.");
  });

  it("five of an answer are looked at, and what cannot be read is named", async () => {
    const { judge } = await openNotes();
    const names = ["red", "green", "blue", "white", "black", "brown", "grey"];
    const facts = names.map((name) => ({
      op: "create",
      type: "project",
      name: `${name} server`,
      description: `the ${name} one`,
      body: `The ${name} server is in the ${name} room.`,
    }));
    const judged = await judge(turnOf(names.join(", ")), [{ op: "create", type: "misc" }, ...facts]);
    expect(judged.map(verdict)).toEqual([
      "nowhere: invalid",
      ...Array(5).fill("memory"),
      "nowhere: over-limit",
      "nowhere: over-limit",
    ]);
  });

  it("review sends to the inbox what would be done", async () => {
    const { judge } = await openNotes();
    expect((await judge(turnOf(person), [wish], { mode: "review" })).map(verdict)).toEqual(["inbox: review"]);
  });
});

describe("an item about what is kept", () => {
  it("a repeated wish is an update of the same memory, and adds nothing that is known", async () => {
    const { judge } = await openNotes(memory);
    const again = turnOf("Again: begin every commit message with feat: or fix:, and chore: for the rest.");
    const more = {
      ...wish,
      name: "prefixes of commits",
      body: "Begin every commit message with feat: or fix:, chore: for the rest.",
    };
    const [item] = await judge(again, [more]);
    expect(verdict(item)).toBe("memory user/commit-prefix: duplicate");
    expect(item).toMatchObject({
      operation: {
        op: "update",
        slug: "user/commit-prefix",
        name: "commit prefix",
        description: memory.description,
      },
    });
    const body = item?.to === "memory" ? item.operation.body : "";
    expect(body).toContain("**Why:** the changelog is built from it.");
    expect(body).toContain("chore: for the rest");
    expect((await judge(again, [wish])).map(verdict)).toEqual(["nowhere: duplicate"]);
    const shorter = { ...wish, name: "prefix", body: "Commit messages begin with feat: or fix:." };
    expect((await judge(again, [shorter])).map(verdict)).toEqual(["nowhere: duplicate"]);
  });

  it("EXT-04: what says less or the same leaves one memory as it is", async () => {
    const { judge, store } = await openNotes({
      name: "No publish",
      description: "do not run gradle publish, the user does it",
      type: "feedback",
      body: "Do not run gradle publish; that is done by hand.",
    });
    const turn = turnOf("Do not run gradle publish; that is done by hand.");
    for (const body of ["Do not run gradle publish.", "Do not run gradle publish; that is done by hand."]) {
      const fact = {
        op: "create",
        type: "feedback",
        name: "gradle publish",
        description: body,
        body,
        quote: "Do not run gradle publish",
      };
      expect((await judge(turn, [fact])).map(verdict)).toEqual(["nowhere: duplicate"]);
    }
    expect((await store.list()).memories).toHaveLength(1);
  });

  it("what denies a memory corrects it, though words like not are no news", async () => {
    const tabs = { name: "tabs", description: "indentation of code", type: "feedback" as const };
    const { judge } = await openNotes({ ...tabs, body: "Use tabs in code." });
    const turn = turnOf("No, do not use tabs in code!");
    const denied = {
      op: "create",
      ...tabs,
      body: "Do not use tabs in code.",
      quote: "do not use tabs in code",
    };
    const [item] = await judge(turn, [denied]);
    expect(verdict(item)).toBe("memory user/tabs: duplicate");
    expect(item).toMatchObject({ operation: { body: "Do not use tabs in code." } });
    const shorter = await judge(turn, [{ ...denied, body: "Do not use tabs." }]);
    expect(shorter[0]).toMatchObject({
      to: "memory",
      operation: { body: "Do not use tabs." },
    });
    // An invented one waits.
    const fix = turnOf("Please fix the tabs of the settings page.");
    const quote = "Please fix the tabs";
    expect((await judge(fix, [{ ...denied, quote }])).map(verdict)).toEqual(["inbox user/tabs: no-quote"]);
  });

  it.each([
    ["Indent code with tabs.", "Do not indent code with tabs; use spaces."],
    ["Use pnpm, not npm.", "Use npm."],
    ["Run the linter before the tests.", "Run the tests before the linter."],
    ["提交信息用英文写。", "提交信息不要用英文写，用中文写。"],
  ])("a correction takes the place of what it turns over, in title and line too: %j, %j", async (was, is) => {
    const rule = { op: "create", type: "feedback" as const, description: `line: ${is}`, quote: is };
    const { judge } = await openNotes({ ...rule, name: "rule", description: `line: ${was}`, body: was });
    const [item] = await judge(turnOf(is), [{ ...rule, name: "other rule", body: is }]);
    expect(item).toMatchObject({
      to: "memory",
      target: "user/rule",
      operation: { op: "update", name: "other rule", description: `line: ${is}`, body: is },
    });
  });

  it("a memory of another place is another memory", async () => {
    const { judge } = await openNotes({
      name: "deploy to staging",
      description: "how to deploy to staging",
      type: "project",
      body: "Deploy to staging with make staging.",
    });
    const other = {
      op: "create",
      type: "project",
      name: "deploy to production",
      description: "how to deploy to production",
      body: "Deploy to production with make production.",
    };
    expect((await judge(turnOf("Deploy to production with make production."), [other])).map(verdict)).toEqual(
      ["memory"],
    );
  });

  it("an update by slug keeps what it does not name, however the slug is written", async () => {
    const { judge } = await openNotes(memory);
    const turn = turnOf("Use feat:, fix: and docs: in the commit message from now on.");
    for (const slug of [
      "user/commit-prefix",
      "commit-prefix",
      "commit-prefix.md",
      "- [feedback] user/commit-prefix.md (2031-03-10): commit prefix",
    ]) {
      const update = {
        op: "update",
        slug,
        type: "project",
        body: "Begin with feat:, fix: or docs: in a commit message.",
        quote: "Use feat:, fix: and docs:",
      };
      const [item] = await judge(turn, [update]);
      expect(verdict(item)).toBe("memory user/commit-prefix");
      expect(item).toMatchObject({
        version: expect.any(String),
        operation: { type: "feedback", name: "commit prefix", description: memory.description },
      });
    }
    expect(
      (await judge(turn, [{ op: "update", slug: "no-such", body: "x", quote: "Use feat:" }])).map(verdict),
    ).toEqual(["nowhere: missing-target"]);
    expect((await judge(turn, [{ op: "update", ...memory, slug: "commit-prefix" }])).map(verdict)).toEqual([
      "nowhere: duplicate",
    ]);
  });

  it("what the person or the agent saved changes only with the person's word", async () => {
    for (const source of ["user", "agent", "imported"] as const) {
      const { judge } = await openNotes({ ...memory, source });
      const turn = turnOf(
        "Use feat:, fix: and docs: in the commit message from now on. Forget the changelog rule.",
      );
      const update = {
        op: "update",
        slug: "commit-prefix",
        body: "Begin with feat:, fix: or docs:.",
        quote: "Use feat:, fix: and docs:",
      };
      const forget = { op: "forget", slug: "commit-prefix", quote: "Forget the changelog rule" };
      expect((await judge(turn, [update])).map(verdict)).toEqual(["inbox user/commit-prefix: not-extracted"]);
      expect((await judge(turn, [forget])).map(verdict)).toEqual(["inbox user/commit-prefix: not-extracted"]);
    }
  });

  it("is forgotten only by the person's words", async () => {
    const { judge } = await openNotes(memory);
    const turn = turnOf("Forget the rule about commit prefixes, we dropped it.");
    const forget = { op: "forget", slug: "user/commit-prefix" };
    expect(
      (await judge(turn, [{ ...forget, quote: "Forget the rule about commit prefixes" }])).map(verdict),
    ).toEqual(["memory user/commit-prefix"]);
    expect((await judge(turn, [forget])).map(verdict)).toEqual(["inbox user/commit-prefix: no-quote"]);
  });

  it("that has changed since it was shown waits", async () => {
    const { judge, request, store } = await openNotes(memory);
    const turn = turnOf("Use feat:, fix: and docs: in the commit message from now on.");
    const asked = await request(turn);
    await store.save({ slug: "commit-prefix", body: "Only feat: now.", source: "extracted" });
    const update = {
      op: "update",
      slug: "commit-prefix",
      body: "Begin with feat:, fix: or docs:.",
      quote: "Use feat:, fix: and docs:",
    };
    expect((await judge(turn, [update], { request: asked })).map(verdict)).toEqual([
      "inbox user/commit-prefix: changed-target",
    ]);
  });

  it("and one before it in the same answer is not done twice", async () => {
    const { judge } = await openNotes();
    expect((await judge(turnOf(person), [wish, { ...wish, name: "prefix of commit" }])).map(verdict)).toEqual(
      ["memory", "nowhere: duplicate"],
    );
  });
});
