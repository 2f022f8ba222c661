import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realCli } from "../journeys/support/real-cli.ts";
import { createChatWorld, type ChatWorld } from "./support/chat.ts";
import { noTerminal } from "./support/tmux.ts";

const answer = `# 部署 Deploy

Use **staging** first, 然后等待十分钟，再看一下日志里有没有错误，最后才部署到生产环境。

- one
  - nested with \`code\`
- two

| 环境 | Minutes | What to look at |
| --- | ---: | --- |
| staging | 10 | the log of the web server |
| 生产 | 5 | errors |

\`\`\`sh
deploy --to staging
\`\`\`

Done.`;

const wide = `部署 Deploy

Use staging first, 然后等待十分钟，再看一下日志里有没有错误，最后才部署到生产环
境。

• one
  • nested with code
• two

环境    │ Minutes │ What to look at
────────┼─────────┼──────────────────────────
staging │      10 │ the log of the web server
生产    │       5 │ errors

  deploy --to staging

Done.`;

const narrow = `部署 Deploy

Use staging first, 然后等待十分钟，再看
一下日志里有没有错误，最后才部署到生产
环境。

• one
  • nested with code
• two

环境    │ Minutes │ What to look at
────────┼─────────┼────────────────────
staging │      10 │ the log of the web
        │         │ server
生产    │       5 │ errors

  deploy --to staging

Done.`;

const marked = `# 部署 Deploy

Use **staging** first, 然后等待十分钟，再看一下日志里有没有错误，最后才部署到生
产环境。

- one
  - nested with \`code\`
- two`;

// What a terminal takes for a colour.
// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[\d;]*m/u;

describe.skipIf(noTerminal() !== null)("the looks of a chat", () => {
  const cli = realCli();
  let at: ChatWorld;
  beforeEach(async () => void (at = await createChatWorld(cli)));
  afterEach(() => at.remove());

  it.each([
    [80, wide],
    [40, narrow],
  ])("%i columns show an answer whole, with the quiet line below the prompt", async (columns, looks) => {
    const pane = await at.chat({ turns: [{ text: answer }], columns, rows: 40 });
    await pane.type("how do we deploy?");
    await pane.press("Enter");
    const screen = await pane.until(/Done\.[\s\S]*of context/u);
    expect(screen).toBe(
      `daybook · scripted · remembers · /help\n\n› how do we deploy?\n\n${looks}\n\n›\n  scripted · 1 % of context`,
    );
    expect(await pane.screen({ colours: true })).toMatch(COLOUR);
  });

  it("has no colours with NO_COLOR, and keeps the marks of the text in their place", async () => {
    const pane = await at.chat({ turns: [{ text: answer }], rows: 40, env: { NO_COLOR: "1" } });
    await pane.type("how?");
    await pane.press("Enter");
    await pane.until(/Done\.[\s\S]*of context/u);
    const screen = await pane.screen({ colours: true });
    expect(screen).not.toMatch(COLOUR);
    expect(screen).toContain(marked);
  });

  it("gives a pipe the text as it came, without colours or a quiet line", async () => {
    const file = join(at.world.root, "piped.txt");
    const pane = await at.shellLine(
      { turns: [{ text: answer }] },
      (daybook) => `echo 'how?' | ${daybook} > ${file} 2>&1`,
    );
    await pane.until("exit 0");
    expect(await readFile(file, "utf8")).toBe(`${answer}\n`);
  });

  it("stays right when the window becomes narrower", async () => {
    const pane = await at.chat({ turns: [{ text: "fine" }], columns: 80, rows: 20 });
    await pane.type("a prompt that is longer than forty cells are");
    await pane.until("cells are");
    await pane.resize(40, 20);
    await pane.until("› a prompt that is longer than forty ce\n  lls are");
    await pane.press("Enter");
    const screen = await pane.until(/fine[\s\S]*of context/u);
    expect(screen.match(/a prompt that/gu)).toHaveLength(1);
  });

  it("shows a long answer from its beginning, each line once", async () => {
    const list = Array.from({ length: 60 }, (_, index) => `- item ${index + 1}.`).join("\n");
    const pane = await at.chat({ turns: [{ text: `${list}\n\nThe end.` }], rows: 20 });
    await pane.type("list");
    await pane.press("Enter");
    await pane.until(/The end\.[\s\S]*of context/u);
    const all = await pane.screen({ scrollback: true });
    expect(all.match(/item \d+\./gu)).toEqual(Array.from({ length: 60 }, (_, index) => `item ${index + 1}.`));
  });
});
