import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookOf, fakeStore } from "./chat.fixture.ts";
import { completeCommand } from "./commands.ts";
import { applyCompletion, completeText } from "./completion.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "daybook-complete-"));
  await mkdir(join(cwd, "src", "my docs"), { recursive: true });
  await writeFile(join(cwd, "src", "cart.ts"), "");
  await writeFile(join(cwd, "src", "card.ts"), "");
  await writeFile(join(cwd, ".hidden"), "");
  await symlink(join(cwd, "src"), join(cwd, "lib"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function tab(before: string): Promise<string | readonly string[]> {
  const { from, candidates } = await completeText(before, {
    command: (text) => completeCommand(text, { store: null, sessions: bookOf([]) }),
    cwd,
    userHome: cwd,
  });
  const { insert, show } = applyCompletion(before.slice(from), candidates);
  return insert === null ? show : before.slice(0, from) + insert;
}

describe("Tab", () => {
  it.each([
    ["/mem", "/memory "],
    ["/memory u", "/memory undo "],
    ["/memory r", "/memory rm "],
    ["@sr", "@src/"],
    ["look at @src/cart", "look at @src/cart.ts "],
    ["look at src/ca", "look at src/car"],
    ["!cat s", "!cat src/"],
    ["@LI", "@lib/"],
    ["@src/my", '@"src/my docs/'],
    ["~/sr", "~/src/"],
    ["请看，@sr", "请看，@src/"],
    ["看看@src/cart.ts和@src/card", "看看@src/cart.ts和@src/card.ts "],
    ['看@"src/my', '看@"src/my docs/'],
    ["ada@sr", "ada@sr"],
  ])("makes %s to %s", async (before, after) => {
    const found = await tab(before);
    expect(typeof found === "string" ? found : before).toBe(after);
  });

  it("shows what is possible when nothing more is in common, without hidden files", async () => {
    expect(await tab("@src/car")).toEqual(["card.ts", "cart.ts"]);
    expect(await tab("@")).toEqual(["lib/", "src/"]);
    expect(await tab("@.h")).toBe("@.hidden ");
    expect(await tab("/m")).toEqual(["/memory", "/model"]);
    expect(await tab("")).toEqual([]);
  });

  it("knows the sessions that /resume could mean", async () => {
    const session = { title: "部署\u202e", firstPrompt: null, lastActive: null, pinned: false };
    const ids = ["20261129-100000-aaaa", "20261128-100000-bbbb"];
    const sessions = bookOf(ids.map((id) => ({ id, ...session })));
    const found = await completeCommand("/resume 20261129", { store: null, sessions });
    expect(found).toEqual([
      { text: "/resume 20261129-100000-aaaa", label: "20261129-100000-aaaa 部署\\u{202e}", isOpen: false },
    ]);
    expect(await completeCommand("/resume ", { store: null, sessions })).toHaveLength(2);
  });

  it("knows the slugs that /memory rm and edit could mean", async () => {
    const memory = { slug: "tone", id: "user/tone" };
    const store = fakeStore({ list: async () => ({ memories: [memory], notices: [] }) as never });
    const found = await completeCommand("/memory rm to", { store, sessions: bookOf([]) });
    expect(found.map(({ text }) => text)).toEqual(["/memory rm tone"]);
    expect((await completeCommand("/memory edit user/", { store, sessions: bookOf([]) }))[0]?.text).toBe(
      "/memory edit user/tone",
    );
  });
});
