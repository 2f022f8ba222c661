import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RealCli } from "../../journeys/support/real-cli.ts";
import { createWorld, type World } from "../../journeys/support/world.ts";
import { openPane, type Pane } from "./tmux.ts";

/** One answer of the scripted model, as in a script file. */
export interface ScriptedTurn {
  text?: string;
  when?: string;
  delayMs?: number;
  tools?: { name: string; input: unknown }[];
}

export interface ChatSetting {
  turns?: readonly ScriptedTurn[];
  /** Answers beside the conversation. */
  side?: readonly (ScriptedTurn & { match: string })[];
  /** More words of the command line. */
  given?: readonly string[];
  columns?: number;
  rows?: number;
  env?: Readonly<Record<string, string>>;
}

/** A person's machine with one project, and chats in it. */
export interface ChatWorld {
  world: World;
  /** The project's folder. */
  shop: string;
  /** Opens a chat and waits for its prompt. */
  chat(setting: ChatSetting): Promise<Pane>;
  /** A line for a shell that runs `daybook` with a script. */
  shellLine(setting: ChatSetting, line: (daybook: string) => string): Promise<Pane>;
  remove(): Promise<void>;
}

/** A project without git starts its chats sooner; one with it is for what may depend on it. */
export async function createChatWorld(cli: RealCli, { isRepository = false } = {}): Promise<ChatWorld> {
  const world = await createWorld(cli);
  const shop = await (isRepository ? world.repository("shop") : world.folder("shop"));
  await mkdir(join(shop, "src"));
  await writeFile(join(shop, "src", "cart.ts"), "export const cart = [];\n");
  const panes: Pane[] = [];
  let scripts = 0;

  async function command({ turns = [], side = [], given = [] }: ChatSetting): Promise<string[]> {
    scripts += 1;
    const file = join(world.root, `script-${scripts}.json`);
    await writeFile(file, JSON.stringify({ turns, side }));
    return [process.execPath, cli.script, ...(turns.length > 0 ? ["--script", file] : []), ...given];
  }

  async function open(words: readonly string[], { columns, rows, env }: ChatSetting): Promise<Pane> {
    const pane = await openPane({
      command: words,
      cwd: shop,
      env: { HOME: join(world.root, "person"), TERM: "xterm-256color", LC_ALL: "C.UTF-8", ...env },
      ...(columns === undefined ? {} : { columns }),
      ...(rows === undefined ? {} : { rows }),
    });
    panes.push(pane);
    return pane;
  }

  return {
    world,
    shop,
    async chat(setting) {
      const pane = await open(await command(setting), setting);
      await pane.until("›");
      return pane;
    },
    async shellLine(setting, line) {
      const words = (await command(setting)).map((word) => `'${word}'`).join(" ");
      return open(["sh", "-c", line(words)], setting);
    },
    async remove() {
      await Promise.all(panes.map((pane) => pane.close()));
      // A chat whose terminal was closed may still write its last line.
      await retry(() => world.remove());
    },
  };
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let left = 20; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
