import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DaybookError } from "../../errors/index.ts";
import type { LoadedIndexes, SaveInput } from "../../memory/index.ts";
import { fakeStore, talk } from "./chat.fixture.ts";

describe("memory in a chat", () => {
  const saved = {
    id: "user/x",
    slug: "x",
    scope: "user" as const,
    path: "/m/x.md",
    action: "created" as const,
    notes: ["90 % full"],
  };

  it("keeps #text at once, under its first characters", async () => {
    const inputs: SaveInput[] = [];
    const store = fakeStore({
      list: async () => ({ memories: [], notices: [] }),
      save: async (input) => {
        inputs.push(input);
        return saved;
      },
    });
    const long = "字".repeat(250);
    const { out, err, code } = await talk({ input: `#回答我用中文\n# ${long}\n#\n`, options: { store } });
    expect(inputs).toEqual([
      {
        name: "回答我用中文",
        description: "回答我用中文",
        type: "user",
        body: "回答我用中文",
        source: "user",
        session: "20261129-100000-aaaa",
      },
      {
        name: long.slice(0, 60),
        description: long.slice(0, 200),
        type: "user",
        body: long,
        source: "user",
        session: "20261129-100000-aaaa",
      },
    ]);
    expect(out).toContain("created user memory x · /m/x.md · undo: /memory undo");
    expect(err).toContain("90 % full");
    expect(err).toContain("Write what to keep behind the #");
    expect(code).toBe(1);
  });

  it("tells a conversation without prompts from one whose receipts are gone", async () => {
    const { out } = await talk({
      input: "/memory why\nhi\n/memory why\n",
      script: { turns: [{ text: "hello" }] },
      options: { store: fakeStore({}) },
    });
    expect(out).toContain("Nothing was asked in this conversation yet, so no memory was brought.");
    expect(out).toMatch(/hello[\s\S]*What memory brought to the last turn is no longer recorded\./);
  });

  it("says why a #text was refused, without the text", async () => {
    const store = fakeStore({
      list: async () => ({ memories: [], notices: [] }),
      save: () => Promise.reject(new DaybookError("secret", "Line 1 holds a GitHub token.")),
    });
    const { err } = await talk({ input: "#token abc\n", options: { store } });
    expect(err).toBe("daybook: Line 1 holds a GitHub token.\n");
  });

  it("shows folders, counts and where index and files disagree", async () => {
    const loaded: LoadedIndexes = {
      views: [
        {
          scope: "user",
          folders: ["/h/memory"],
          text: "",
          loaded: 1,
          total: 1,
          lines: 1,
          bytes: 9,
          cut: null,
        },
        {
          scope: "project",
          folders: ["/h/p/memory", "/r/.agent/memory"],
          text: "",
          loaded: 200,
          total: 238,
          lines: 238,
          bytes: 9_000,
          cut: "cut",
        },
      ],
      drift: [
        {
          scope: "project",
          folder: "project/memory",
          filesWithoutLine: ["db-port.md"],
          linesWithoutFile: ["gone.md"],
        },
      ],
      notices: ["cut"],
    };
    const { out, err } = await talk({
      input: "/memory\n",
      options: { store: fakeStore({ indexes: async () => loaded }) },
    });
    expect(out).toContain("user  1 memory\n  /h/memory\n");
    expect(out).toContain("project  238 memories, 200 of them in the loaded part of the index");
    expect(out).toContain("files without a line in MEMORY.md: db-port.md");
    expect(out).toContain("lines of MEMORY.md without a file: gone.md");
    expect(err).toContain("cut");
  });

  it("deletes, takes back, and says what else can be said", async () => {
    const store = fakeStore({
      remove: async (slug) => ({ id: `user/${slug}`, slug, scope: "user", path: "/m", name: "X", notes: [] }),
      undo: async () => ({
        undone: true,
        op: "delete",
        id: "user/x",
        scope: "user",
        slug: "x",
        path: "/m",
        notes: [],
      }),
    });
    const { out, err, code } = await talk({
      input: "/memory rm x\n/memory undo\n/memory frob\n",
      options: { store },
    });
    expect(out).toContain("deleted user/x · X · undo: /memory undo");
    expect(out).toContain("undone delete of user/x");
    expect(err).toContain("Say /memory, /memory rm SLUG");
    expect(code).toBe(1);
  });

  it("opens the editor on a memory", async () => {
    const folder = await mkdtemp(join(tmpdir(), "daybook-chat-"));
    const memory = {
      id: "user/x",
      slug: "x",
      scope: "user" as const,
      path: "home/memory/x.md" as const,
      file: join(folder, "x.md"),
      name: "X",
      description: "when x",
      type: "user" as const,
      body: "old\n",
      version: "1",
      modified: null,
      source: null,
      session: null,
      problems: [],
    };
    const inputs: SaveInput[] = [];
    const store = fakeStore({
      read: async () => memory,
      save: async (input) => {
        inputs.push(input);
        return { ...saved, action: "updated" };
      },
    });
    const { out } = await talk({
      input: "/memory edit x\n",
      options: { store },
      onHost: (host) => Object.assign(host, { env: { EDITOR: "sed -i s/old/new/" } }),
    });
    expect(inputs).toEqual([{ body: "new\n", scope: "user", slug: "x", version: "1", source: "user" }]);
    expect(out).toContain("updated user/x");
  });

  it("says that memory is switched off", async () => {
    const { err, code } = await talk({ input: "#x\n/memory\n" });
    expect(err.match(/without memory/gu)).toHaveLength(2);
    expect(code).toBe(1);
  });
});
