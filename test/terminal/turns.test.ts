import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageEvents, sendAnswer, startLoopback, type Loopback } from "../../src/models/testing/index.ts";
import { realCli } from "../journeys/support/real-cli.ts";
import { createChatWorld, type ChatWorld } from "./support/chat.ts";
import { noTerminal } from "./support/tmux.ts";

describe.skipIf(noTerminal() !== null)("turns at a real terminal", () => {
  const cli = realCli();
  let at: ChatWorld;
  let server: Loopback | undefined;
  beforeEach(async () => void (at = await createChatWorld(cli)));
  afterEach(async () => {
    await at.remove();
    await server?.close();
    server = undefined;
  });

  it.each(["Escape", "C-c"])("%s stops a stream, and the next prompt works", async (key) => {
    const text = (words: string) => messageEvents({ blocks: [{ type: "text", text: words }] });
    server = await startLoopback((_request, response, number) =>
      number === 0
        ? sendAnswer(response, { events: text("the first words").slice(0, 4), end: "hang" })
        : sendAnswer(response, { events: text("all is well") }),
    );
    const pane = await at.chat({
      given: ["--model", "anthropic/claude-test", "--base-url", server.url, "--extract", "off"],
      env: { ANTHROPIC_API_KEY: "none" },
    });
    await pane.type("one");
    await pane.press("Enter");
    await pane.until(/first[\s\S]*working \d+ s/u);
    await pane.press(key);
    await pane.until(/interrupted[\s\S]*›/u);
    await pane.type("two");
    await pane.press("Enter");
    const screen = await pane.until("all is well");
    expect(screen).not.toContain("working");
    expect(server.requests).toHaveLength(2);
  });

  it("sends after the answer what was typed while it came", async () => {
    let release = (): void => {};
    const isQueued = new Promise<void>((resolve) => (release = resolve));
    server = await startLoopback(async (_request, response, number) => {
      if (number === 0) await isQueued;
      const text = number === 0 ? "answer one" : "answer two";
      await sendAnswer(response, { events: messageEvents({ blocks: [{ type: "text", text }] }) });
    });
    const pane = await at.chat({
      given: ["--model", "anthropic/claude-test", "--base-url", server.url, "--extract", "off"],
      env: { ANTHROPIC_API_KEY: "none" },
    });
    await pane.type("first");
    await pane.press("Enter");
    await pane.until("working");
    await pane.type("second");
    await pane.press("Enter");
    await pane.until("queued: second");
    release();
    const screen = await pane.until(/answer two[\s\S]*of context/u);
    expect(server.requests.map(({ body }) => body.includes('"second"'))).toEqual([false, true]);
    expect(screen).toMatch(/› first\n\nanswer one\n\n› second\n\nanswer two/u);
    expect(screen).not.toContain("queued");
  });

  it("asks before a tool does what needs the person's word", async () => {
    const make = (file: string) => ({ tools: [{ name: "Bash", input: { command: `touch ${file}` } }] });
    const pane = await at.chat({ turns: [make("yes.txt"), make("no.txt"), { text: "as you wish" }] });
    await pane.type("make two files");
    await pane.press("Enter");
    await pane.until(/\$ touch yes\.txt[\s\S]*y allow/u);
    // A letter answers only once the question can have been read.
    await new Promise((resolve) => setTimeout(resolve, 800));
    await pane.press("y");
    await pane.until(/\$ touch no\.txt[\s\S]*y allow/u);
    await pane.press("Escape");
    await pane.until("as you wish");
    expect(existsSync(join(at.shop, "yes.txt"))).toBe(true);
    expect(existsSync(join(at.shop, "no.txt"))).toBe(false);
  });

  it("takes no letter of a line that is being typed for an answer", async () => {
    const tools = [{ name: "Bash", input: { command: "touch raced.txt" } }];
    const pane = await at.chat({ turns: [{ delayMs: 500, tools }, { text: "as you wish" }] });
    await pane.type("go");
    await pane.press("Enter");
    await pane.until(/y allow[\s\S]*a always/u);
    // Its first letter is no answer, so that a slow machine does not turn it into one.
    await pane.type("look");
    await pane.type(" also at any docs");
    await pane.until(/› look also at any docs\n.*then answer/u);
    await pane.press("Escape");
    await pane.until("as you wish");
    expect(existsSync(join(at.shop, "raced.txt"))).toBe(false);
  });

  it("does not ask with --permissions all", async () => {
    const tools = [{ name: "Bash", input: { command: "touch made.txt" } }];
    const pane = await at.chat({ turns: [{ tools }, { text: "made" }], given: ["--permissions", "all"] });
    await pane.type("make it");
    await pane.press("Enter");
    expect(await pane.until(/made$/mu)).not.toContain("allow");
    expect(existsSync(join(at.shop, "made.txt"))).toBe(true);
  });

  it("runs a command that the person types, and sends its output with the next prompt", async () => {
    const when =
      "what is it?\nI ran `echo 一二 && exit 3` myself. It printed:\n```\n一二\n```\nIt ended with: exit code 3.";
    const pane = await at.chat({ turns: [{ when, text: "two characters" }] });
    await pane.type("!echo 一二 && exit 3");
    await pane.press("Enter");
    await pane.until("│ 一二\n│ exit code 3");
    await pane.type("what is it?");
    await pane.press("Enter");
    expect(await pane.until("two characters")).toContain("two characters");
  });

  it("interrupts a command that the person typed", async () => {
    const pane = await at.chat({ turns: [{ text: "" }] });
    await pane.type("!sleep 300");
    await pane.press("Enter");
    await pane.until("running");
    await pane.press("Escape");
    expect(await pane.until("│ interrupted")).not.toContain("running");
  });
});
