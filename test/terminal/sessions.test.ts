import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realCli } from "../journeys/support/real-cli.ts";
import { keepSession, sessionIds } from "../journeys/support/session-files.ts";
import { createChatWorld, type ChatSetting, type ChatWorld } from "./support/chat.ts";
import { noTerminal, type Pane } from "./support/tmux.ts";

const HOUR = 60 * 60 * 1000;
const turns = ["one", "two", "three", "four"].map((text) => ({ text: `Answer ${text}.` }));

describe.skipIf(noTerminal() !== null)("sessions at a real terminal", () => {
  const cli = realCli();
  let at: ChatWorld;
  beforeEach(async () => {
    at = await createChatWorld(cli);
    await talk("first words", {});
  });
  afterEach(() => at.remove());

  /** Says one thing in a chat, leaves it, and gives what is to be seen. */
  async function talk(words: string, setting: ChatSetting): Promise<string> {
    const pane = await at.chat({ turns, ...setting });
    await say(pane, words);
    await pane.until(/Answer [^]*of context/u);
    await say(pane, "/exit");
    return pane.until("exit 0");
  }

  async function say(pane: Pane, words: string): Promise<void> {
    await pane.type(words);
    await pane.press("Enter");
  }

  async function keepTwo(): Promise<void> {
    const now = Date.now();
    await keepSession(at.world, {
      id: "20261128-100000-aaaa",
      prompt: "我们怎么把购物车部署到 staging 环境？",
      title: "部署流程",
      at: new Date(now - 3 * HOUR),
    });
    await keepSession(at.world, {
      id: "20261127-100000-bbbb",
      prompt: "why does \u001b[31mthe test hang on Node 20, and not on 22?",
      at: new Date(now - 30 * HOUR),
    });
  }

  it("says how to come back, and shows there what was said last", async () => {
    const [id = ""] = await sessionIds(at.world);
    const pane = await at.chat({ turns, given: ["-c"] });
    const screen = await pane.until(/last message/u);
    expect(screen).toMatch(/› first words\n\nAnswer one\.\n\ndaybook: last message just now\n\n›/u);
    await say(pane, "/exit");
    expect(await pane.until("exit 0")).toContain(`daybook -r ${id} goes on with this session`);
  });

  it("lets the person choose, by typing Chinese and with arrows, at 80 columns", async () => {
    await keepTwo();
    const pane = await at.chat({ turns, given: ["-r"], columns: 80 });
    const list = await pane.until("Esc leaves");
    expect(list).toMatch(
      /^Resume a session · 3\n› type to search, or an id\n\n❯ first words {40,}just now\n/u,
    );
    expect(list).toMatch(/^ {2}部署流程 {2}我们怎么把购物车部署到 staging 环境？ +3 hours ago$/mu);
    expect(list).toMatch(
      /^ {2}why does \\u\{1b\}\[31mthe test hang on Node 20, and not on 22\? +1 day ago$/mu,
    );
    await pane.press("Down", "Down");
    await pane.until("❯ why does");
    await pane.type("部署");
    expect(await pane.until("❯ 部署流程")).toMatch(/Resume a session · 1 of 3\n› 部署\n/u);
    await pane.press("Enter");
    const screen = await pane.until(/daybook: last message 3 hours ago[^]*›/u);
    expect(screen).toContain("› 我们怎么把购物车部署到 staging 环境？\n\nAnswered.\n");
    expect(screen).not.toContain("Esc leaves");
  });

  it("fits 40 columns", async () => {
    await keepTwo();
    const pane = await at.chat({ turns, given: ["-r"], columns: 40, rows: 16 });
    const list = await pane.until("Esc leaves");
    expect(list.split("\n").slice(3, 6)).toEqual([
      expect.stringMatching(/^❯ first words +now$/u),
      expect.stringMatching(/^ {2}部署流程 {2}我们怎么把.*… +3 h$/u),
      expect.stringMatching(/^ {2}why does .*… +1 d$/u),
    ]);
  });

  it("keeps the chosen one of hundreds in sight", async () => {
    const now = Date.now();
    for (let index = 0; index < 300; index += 1) {
      const id = `20261126-10${String(index).padStart(4, "0")}-cccc`;
      await keepSession(at.world, { id, prompt: `question ${index}.`, at: new Date(now - index * HOUR) });
    }
    const pane = await at.chat({ turns, given: ["-r"], rows: 24 });
    await pane.until("Resume a session · 301");
    for (let page = 0; page < 10; page += 1) await pane.press("PageDown");
    const far = await pane.until(/❯ question 1[34]\d\./u);
    expect(far).toMatch(/^Resume a session · 301$/mu);
    expect(far).toContain("Esc leaves");
  });

  it("leaves with Esc, before a chat and within one, which goes on", async () => {
    await keepTwo();
    const before = await at.chat({ turns, given: ["-r"] });
    await before.until("Esc leaves");
    await before.press("Escape");
    expect(await before.until("exit 0")).toMatch(/^exit 0$/u);
    const pane = await at.chat({ turns });
    await say(pane, "/resume");
    await pane.until("Esc leaves");
    await pane.press("Escape");
    await pane.until((screen) => !screen.includes("Esc leaves"));
    await say(pane, "hello");
    expect(await pane.until("Answer one.")).toContain("› hello");
  });

  it("changes to another session within a chat, copies and names it", async () => {
    await keepTwo();
    const pane = await at.chat({ turns });
    await say(pane, "/resume staging");
    await pane.until("❯ 部署流程");
    await pane.press("Enter");
    await pane.until("last message 3 hours ago");
    await say(pane, "go on");
    await pane.until("Answer two.");
    await say(pane, "/fork");
    await pane.until("is a copy of 20261128-100000-aaaa");
    await say(pane, "/rename 部署 第二版");
    await pane.until("is called “部署 第二版” now");
    await say(pane, "/sessions");
    const screen = await pane.until(/just now {2}this one {2}部署 第二版/u);
    expect(screen).toMatch(/^20261128-100000-aaaa +just now {2,}部署流程 — 我们怎么把/mu);
    await pane.type("/resume 20261127");
    await pane.press("Tab");
    await pane.until("› /resume 20261127-100000-bbbb");
  });
});
