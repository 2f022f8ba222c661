import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realCli } from "../journeys/support/real-cli.ts";
import { createChatWorld, type ChatWorld } from "./support/chat.ts";
import { noTerminal } from "./support/tmux.ts";

const reason = noTerminal();
if (reason !== null) console.warn(`tests at a real terminal are left out: ${reason}`);

describe.skipIf(reason !== null)("typing at a real terminal", () => {
  const cli = realCli();
  let at: ChatWorld;
  beforeEach(async () => void (at = await createChatWorld(cli, { isRepository: true })));
  afterEach(() => at.remove());

  it("sends a Chinese sentence that was edited in its middle", async () => {
    const pane = await at.chat({ turns: [{ when: "请把部署文档改好，谢谢", text: "改好了。" }] });
    await pane.type("请把部署文挡改好，谢谢");
    await pane.until("› 请把部署文挡改好，谢谢");
    await pane.press("Left", "Left", "Left", "Left", "Left", "BSpace");
    await pane.until("› 请把部署文改好，谢谢");
    await pane.type("档");
    await pane.until("› 请把部署文档改好，谢谢");
    await pane.press("Enter");
    expect(await pane.until("改好了。")).toContain("改好了。");
  });

  it.each([true, false])("takes ten pasted lines as one prompt (marks around them: %s)", async (marks) => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);
    const pane = await at.chat({ turns: [{ when: lines.join("\n"), text: "ten lines" }] });
    await pane.paste(lines.join("\n"), { marks });
    expect(await pane.until("line 10")).toContain("› line 1\n  line 2\n  line 3");
    // An unmarked paste ends with a pause.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await pane.press("Enter");
    expect(await pane.until("ten lines")).toContain("› line 1");
  });

  it("begins a new line with Alt-Enter and with a backslash", async () => {
    const pane = await at.chat({ turns: [{ when: "one\ntwo\nthree", text: "three lines" }] });
    await pane.type("one");
    await pane.press("M-Enter");
    await pane.type("two\\");
    await pane.press("Enter");
    await pane.type("three");
    await pane.until("› one\n  two\n  three");
    await pane.press("Enter");
    expect(await pane.until("three lines")).toContain("three lines");
  });

  it("completes commands, files and paths with Tab", async () => {
    const pane = await at.chat({ turns: [{ when: "look at @src/cart.ts", text: "an empty cart" }] });
    await pane.type("/mem");
    await pane.press("Tab");
    await pane.until("› /memory");
    await pane.press("C-c");
    await pane.until((screen) => !screen.includes("/memory"));
    await pane.type("look at @sr");
    await pane.press("Tab");
    await pane.until("› look at @src/");
    await pane.press("Tab");
    await pane.until("› look at @src/cart.ts");
    await pane.press("Enter");
    const screen = await pane.until("an empty cart");
    expect(screen).toContain("· attached src/cart.ts (24 bytes)");
  });

  it("shows what Tab could mean when it could mean several things", async () => {
    await writeFile(join(at.shop, "src", "card.ts"), "");
    const pane = await at.chat({ turns: [{ text: "" }] });
    await pane.type("@src/c");
    await pane.press("Tab");
    await pane.until("› @src/car");
    expect(await pane.until("  card.ts  cart.ts")).toContain("  card.ts  cart.ts");
    await pane.type("t");
    await pane.until((screen) => !screen.includes("card.ts"));
  });

  it("remembers prompts for the next chat of the project, but no secrets", async () => {
    const turns = [{ text: "one" }, { text: "two" }];
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const first = await at.chat({ turns });
    await first.type("部署 staging");
    await first.press("Enter");
    await first.until("one");
    await first.type(`use ${token}`);
    await first.press("Enter");
    await first.until("two");
    await first.type("/exit");
    await first.press("Enter");
    await first.until("exit 0");
    const { id } = await at.world.json<{ id: string }>(["project", "show", "--json"], { in: at.shop });
    const file = join(at.world.agent, "projects", id, "prompts.jsonl");
    expect(await readFile(join(file, "..", "project.json"), "utf8")).toContain(id);
    expect(await readFile(file, "utf8")).not.toContain("ghp_");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await at.chat({ turns });
    await second.press("Up");
    await second.until("› /exit");
    await second.press("Up");
    await second.until("› 部署 staging");
  });

  it("leaves when Ctrl-C is pressed twice at the empty prompt", async () => {
    const pane = await at.chat({ turns: [{ text: "" }] });
    await pane.type("half a line");
    await pane.until("half a line");
    await pane.press("C-c");
    await pane.until((screen) => !screen.includes("half"));
    await pane.press("C-c");
    await pane.until("Ctrl-C again leaves");
    await pane.press("C-c");
    expect(await pane.until("exit 0")).toContain("exit 0");
  });
});
