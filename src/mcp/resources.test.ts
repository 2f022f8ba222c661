import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { connect, makePlace } from "./mcp.fixture.ts";
import type { Place } from "./mcp.fixture.ts";
import { instructionsUri, memoryUri, readResourceUri } from "./resource-uri.ts";

const dated =
  "---\nname: 前缀\ndescription: for commits\ntype: user\nmodified: 2031-03-01T08:00:00Z\n---\n\nfeat:\n";

async function filledPlace() {
  const place = await makePlace({
    "project/AGENTS.md": "Use tabs.\n",
    "project/.agent/AGENT.md": "Call me Jo.\n",
    "home/AGENT.md": "Be brief.\n",
    "home/memory/user prefix.md": dated,
    "home/memory/MEMORY.md": "- [前缀](<user prefix.md>) — for commits\n",
  });
  await utimes(join(place.project, "AGENTS.md"), 1_000_000, 1_000_000);
  return place;
}

describe("resources", () => {
  it.each(["2025", "2026"] as const)("are listed and read by clients of %s", async (era) => {
    const { client } = await connect(await filledPlace(), { era });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "daybook://user/MEMORY.md",
      "daybook://project/MEMORY.md",
      "daybook://instructions/AGENTS.md",
      "daybook://instructions/.agent/AGENT.md",
      expect.stringMatching(/^daybook:\/\/instructions\/.*home\/AGENT\.md$/u),
      "daybook://user/user%20prefix",
    ]);
    expect(resources.at(2)?.annotations?.lastModified).toBe("1970-01-12T13:46:40.000Z");
    expect(resources.at(-1)).toMatchObject({
      name: "user/user prefix",
      title: "前缀",
      mimeType: "text/markdown",
      annotations: { lastModified: "2031-03-01T08:00:00.000Z", audience: ["user", "assistant"] },
    });
    const texts = new Map<string, string>();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType: "text/markdown" }]);
      texts.set(uri, (contents[0] as { text: string }).text);
    }
    expect(texts.get("daybook://user/MEMORY.md")).toContain("[前缀](");
    expect(texts.get("daybook://user/user%20prefix")).toContain("feat:");
    expect(texts.get("daybook://instructions/AGENTS.md")).toContain("Use tabs.");
    expect(texts.get("daybook://instructions/AGENTS.md")).not.toContain("Jo");
    await client.close();
  });

  it("carry the time of their file where their header has none, and so do links", async () => {
    const place = await makePlace({
      "home/memory/tea.md": "---\nname: tea\ndescription: which tea\ntype: user\n---\n\nOolong tea.\n",
      "home/memory/MEMORY.md": "- [tea](tea.md) — which tea\n",
    });
    await utimes(join(place.home, "memory", "tea.md"), 1_000_000, 1_000_000);
    const { client, call } = await connect(place);
    const { resources } = await client.listResources();
    const lastModified = "1970-01-12T13:46:40.000Z";
    expect(resources.at(-1)).toMatchObject({ uri: "daybook://user/tea", annotations: { lastModified } });
    const link = { type: "resource_link", uri: "daybook://user/tea", annotations: { lastModified } };
    for (const result of [
      await call("memory_read", { slug: "tea" }),
      await call("memory_search", { query: "oolong" }),
    ])
      expect(result.content.at(-1)).toMatchObject(link);
    expect(await call("memory_list")).toMatchObject({
      content: [{ text: expect.stringContaining("- user/tea [user, 1970-01-12] tea") }],
      structuredContent: { memories: [{ modified: lastModified }] },
    });
    const saves = [
      { type: "user", name: "cup", description: "which cup", body: "Blue." },
      { slug: "tea", body: "Sencha." },
    ];
    for (const save of saves) {
      const { content } = await call("memory_save", save);
      expect(content.at(-1)).toMatchObject({ annotations: { lastModified: "2031-03-10T09:00:00.000Z" } });
    }
    await client.close();
  });

  it("say what there is when one is asked for that is not", async () => {
    const { client } = await connect(await makePlace());
    const missing = {
      "daybook://user/gone": /There is no memory "gone" in user scope/u,
      "daybook://instructions/GONE.md": /There is no instruction file "GONE\.md"/u,
      "daybook://team/x": /daybook's are daybook:\/\/user\/SLUG/u,
      "file:///etc/passwd": /There is no such resource/u,
      "daybook://user/..%2F..%2Fpasswd": /There is no memory/u,
      "daybook://user/%ZZ": /There is no such resource/u,
    };
    for (const [uri, sentence] of Object.entries(missing)) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(sentence),
      });
    }
    await expect(client.request({ method: "resources/list", params: { cursor: "x" } })).rejects.toMatchObject(
      {
        code: -32602,
      },
    );
    await client.close();
  });

  it("are listed in pages where there are many", async () => {
    const place = await makePlace();
    await mkdir(join(place.home, "memory"));
    const names = Array.from({ length: 501 }, (_, index) => `m${index}`);
    await Promise.all(
      names.map((name) =>
        writeFile(
          join(place.home, "memory", `${name}.md`),
          `---\nname: ${name}\ndescription: d\ntype: user\n---\nx\n`,
        ),
      ),
    );
    const { client } = await connect(place);
    const first = await client.request({ method: "resources/list", params: {} });
    expect(first).toMatchObject({ nextCursor: "500" });
    const second = await client.request({ method: "resources/list", params: { cursor: "500" } });
    expect(second.resources).toHaveLength(1);
    expect(second.nextCursor).toBeUndefined();
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "daybook://user/{slug}" },
      argument: { name: "slug", value: "M50" },
    });
    expect(completion.values.toSorted()).toEqual(["m50", "m500"]);
    await client.close();
  });

  it("have URIs that lead back to what they name", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("user", "project"),
        fc.string({ minLength: 1, unit: "grapheme" }),
        (scope, slug) => {
          const named = readResourceUri(memoryUri(`${scope}/${slug}`));
          expect(named).toEqual(
            slug === "MEMORY.md" ? { kind: "index", scope } : { kind: "memory", scope, slug },
          );
        },
      ),
    );
    for (const path of ["AGENTS.md", ".agent/AGENT.md", "~/.agent/AGENT.md", "/x y/ü.md"])
      expect(readResourceUri(instructionsUri(path))).toEqual({ kind: "instructions", path });
  });

  it.each(["2025", "2026"] as const)("tell clients of %s when one came or went through them", async (era) => {
    const place = await makePlace();
    let told = 0;
    const { client, call } = await connect(place, {
      era,
      options: {
        listChanged: {
          resources: {
            autoRefresh: false,
            onChanged: () => (told += 1),
          },
        },
      },
    });
    await call("memory_search", { query: "x" });
    expect(told).toBe(0);
    await call("memory_save", { type: "user", name: "x", description: "x", body: "x" });
    await vi.waitFor(() => expect(told).toBe(1), { timeout: 20_000 });
    await client.close();
  });
});

describe("prompts", () => {
  it("hold what is remembered, and ask for what they need", async () => {
    const { client, call } = await connect(await makePlace());
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["remember", "recall", "review"]);
    await call("memory_save", {
      type: "user",
      name: "tea",
      description: "which tea to brew",
      body: "Oolong.",
    });
    const textOf = async (name: string, given: Record<string, string> = {}): Promise<string> => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      expect(messages).toHaveLength(1);
      return messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
    };
    expect(await textOf("remember", { what: "I drink tea", type: "user" })).toMatch(
      /I drink tea[\s\S]*type user/u,
    );
    expect(await textOf("recall", { task: "brew tea" })).toMatch(/My task: brew tea[\s\S]*Oolong\./u);
    expect(await textOf("review")).toContain("user/tea [user, 2031-03-10] tea — which tea to brew");
    await expect(client.getPrompt({ name: "remember" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("needs `what`"),
    });
    await expect(client.getPrompt({ name: "nope" })).rejects.toMatchObject({
      message: expect.stringContaining("There are remember, recall, review"),
    });
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "remember" },
      argument: { name: "type", value: "re" },
    });
    expect(completion.values).toEqual(["reference"]);
    await client.close();
  });
});

describe("the client's project", () => {
  async function listedIn(roots: string[] | null, wish: { project?: string } = {}) {
    const place = await makePlace();
    const other = await makePlace();
    const memory = join(other.project, ".agent", "memory");
    await mkdir(memory, { recursive: true });
    const { client, call, served } = await connect(place, {
      ...wish,
      options: roots === null ? {} : { capabilities: { roots: {} } },
      prepare: (prepared) => {
        if (roots === null) return;
        prepared.setRequestHandler("roots/list", () => ({
          roots: roots.map((root) => ({ uri: root === "OTHER" ? pathToFileURL(other.project).href : root })),
        }));
      },
    });
    const saved = await call("memory_save", { type: "project", name: "x", description: "x", body: "x" });
    await client.close();
    return { path: (saved.structuredContent as { path: string }).path, place, other, told: served.told() };
  }

  async function memoryIn(place: Place) {
    const { client, call } = await connect(place, { project: place.project });
    const { structuredContent } = await call("memory_list");
    await client.close();
    return structuredContent;
  }

  it("is where it runs, else its first root that is a folder, else what the person said", async () => {
    expect((await listedIn(null)).path).toMatch(/\/projects\/project-[0-9a-f]{12}\/memory\/x\.md$/u);
    const ran = await listedIn(["https://example.com", "file:///no/such/folder"]);
    const root = await listedIn(["file:///no/such/folder", "OTHER"]);
    const said = await makePlace();
    const named = await listedIn(["OTHER"], { project: said.project });
    const mixed = await listedIn(["vscode-vfs://github/x", "OTHER"]);
    expect(mixed.told).toBe("");
    expect(await memoryIn({ ...mixed.other, home: mixed.place.home })).toMatchObject({ total: 1 });
    expect(ran.told).toMatch(
      /^daybook: the client works in no folder that is on this machine: memory is that of /u,
    );
    const ids = [ran, root, named].map(({ path }) => /projects\/([^/]+)/u.exec(path)?.[1]);
    expect(new Set(ids).size).toBe(3);
    expect(await memoryIn({ ...root.other, home: root.place.home })).toMatchObject({ total: 1 });
  });

  it("may begin to share its memories while the server runs", async () => {
    const place = await makePlace();
    const { client, call } = await connect(place);
    expect(await call("memory_list")).toMatchObject({ structuredContent: { notices: [] } });
    const folder = join(place.project, ".agent", "memory");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "new.md"), "---\nname: new\ndescription: d\ntype: project\n---\nx\n");
    expect(await call("memory_list")).toMatchObject({
      structuredContent: { notices: [expect.stringContaining("daybook trust")] },
    });
    await client.close();
  });
});
