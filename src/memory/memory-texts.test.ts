import { afterEach, describe, expect, it } from "vitest";
import { createSecretGate } from "../guard/index.ts";
import type { MemoryText, TextPlace } from "./memory-text.ts";
import { createMemoryTexts, type MemoryTexts } from "./memory-texts.ts";
import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";

let folder: FolderStore;
let texts: MemoryTexts;
afterEach(() => folder.close());

async function begin(options: FolderStoreOptions = {}): Promise<void> {
  folder = await openFolderStore(options);
  texts = createMemoryTexts(folder.options);
}

const by = { source: "agent" as const };
const tea: TextPlace = { scope: "user", slug: "green_tea" };

function textIn(before: MemoryText | null): string {
  return before?.text ?? "";
}

describe("memories as whole files", () => {
  it("gives a text without a header one: name of the file, first line, type of the scope", async () => {
    await begin();
    await texts.write(tea, () => "\n# No sugar in *tea*\nNever.", by);
    await texts.write({ scope: "project", slug: "empty" }, () => "", by);
    expect(await folder.snapshot()).toEqual({
      "home/memory/MEMORY.md": "- [green_tea](green_tea.md) — No sugar in *tea*\n",
      "home/memory/green_tea.md":
        "---\nname: green_tea\ndescription: No sugar in *tea*\ntype: user\nmodified: 2031-01-01T00:01:00Z\nsource: agent\n---\n\n\n# No sugar in *tea*\nNever.",
      "project/memory/MEMORY.md": "- [empty](empty.md) — empty\n",
      "project/memory/empty.md":
        "---\nname: empty\ndescription: empty\ntype: project\nmodified: 2031-01-01T00:04:00Z\nsource: agent\n---\n",
    });
  });

  it("keeps the header of a text, and sets what only the program may say", async () => {
    await begin();
    const text =
      "---\nname: Tea\ndescription: when tea is made\ntype: feedback\nsource: user\ntags: [a]\n---\nGreen.\n";
    const saved = await texts.write(tea, () => text, { source: "agent", session: "s-1" });
    expect(saved.text).toMatch(/^---\nname: Tea\ndescription: when tea is made\ntype: feedback\n/);
    expect(saved.text).toContain("source: agent\n");
    expect(saved.text).toContain("tags: [a]\n");
    expect(saved.text).toContain("session: s-1\n");
  });

  it("takes nobody's word for the session that something was saved in", async () => {
    await begin();
    const forged = (session: string): string =>
      `---\nname: Tea\ndescription: d\ntype: user\n${session}---\nGreen.\n`;
    for (const session of ["session: fake\n", "metadata:\n  session: fake\n", "session: |\n  fake\n"]) {
      const place: TextPlace = { scope: "user", slug: `tea${session.length}` };
      const { id, text } = await texts.write(place, () => forged(session), by);
      expect(text).not.toContain("fake");
      expect(await folder.store.read(id)).toMatchObject({ session: null });
    }
    const flow = await texts.write(tea, () => forged("metadata: {session: fake}\n"), by);
    expect(flow.text).not.toContain("fake");
    await texts.write(tea, textIn, { ...by, session: "s-1" });
    await texts.write(tea, (before) => textIn(before).replace("s-1", "fake"), by);
    expect(await folder.store.read("user/green_tea")).toMatchObject({ session: "s-1" });
  });

  it("has a made description follow the first line, and leaves a written one", async () => {
    await begin();
    await texts.write(tea, () => "Green.\n", by);
    await texts.write(tea, (before) => textIn(before).replace("---\nGreen.", "---\nBlack."), by);
    expect((await folder.store.read("user/green_tea")).description).toBe("Black.");
    await texts.write(
      tea,
      (before) => textIn(before).replace("description: Black.", "description: for guests"),
      by,
    );
    await texts.write(tea, (before) => textIn(before).replace("\nBlack.", "\nWhite."), by);
    expect(await folder.store.read("user/green_tea")).toMatchObject({
      description: "for guests",
      body: "White.\n",
    });
  });

  it("refuses a type that does not exist, and keeps one that it did not make", async () => {
    await begin({
      files: { "home/memory/green_tea.md": "---\nname: Tea\ndescription: d\ntype: drink\n---\nGreen.\n" },
    });
    await texts.write(tea, (before) => textIn(before).replace("Green", "Black"), by);
    expect((await folder.snapshot())["home/memory/green_tea.md"]).toContain("type: drink\n");
    const other = (before: MemoryText | null): string => textIn(before).replace("type: drink", "type: food");
    await expect(texts.write(tea, other, by)).rejects.toThrow(
      /There is no type "food" .* user, feedback, project, ref/,
    );
  });

  it("brings a header back that an edit took out, and refuses to break one", async () => {
    await begin();
    await folder.store.save({
      ...by,
      name: "Tea",
      description: "d",
      type: "feedback",
      body: "Green.",
      slug: "tea",
    });
    const place: TextPlace = { scope: "user", slug: "tea" };
    await texts.write(place, () => "Only this.\n", by);
    expect(await folder.store.read("tea")).toMatchObject({ name: "Tea", description: "d", type: "feedback" });
    const unclosed = (before: MemoryText | null): string => textIn(before).replace(/\n---\n/, "\n");
    await expect(texts.write(place, unclosed, by)).rejects.toThrow(
      /header of the file could not be read then .* lines 1 to 7; the text/,
    );
  });

  it("refuses what is over a limit and what holds a secret, and writes nothing", async () => {
    await begin({ gate: createSecretGate() });
    await expect(texts.write(tea, () => "x".repeat(70_000), by)).rejects.toThrow(/body has 70,001 bytes/);
    const secret = "---\nname: n\ndescription: d\ntype: user\nnote: AKIA2E0A8F3B244C9986\n---\nx\n";
    await expect(texts.write(tea, () => secret, by)).rejects.toMatchObject({ code: "secret" });
    expect(await folder.snapshot()).toEqual({});
  });

  it("renames within a scope and moves between them in one step that undo takes back", async () => {
    await begin();
    await texts.write(tea, () => "Green.\n", by);
    const before = await folder.snapshot();
    await texts.rename(tea, { scope: "project", slug: "tea" }, by);
    expect(await folder.snapshot()).toEqual({
      "project/memory/MEMORY.md": "- [tea](tea.md) — Green.\n",
      "project/memory/tea.md": expect.stringMatching(
        /^---\nname: tea\ndescription: Green\.\ntype: project\n/,
      ),
    });
    expect(await folder.store.undo(by)).toMatchObject({ undone: true, op: "move" });
    expect(await folder.snapshot()).toEqual(before);
    await texts.write({ scope: "user", slug: "other" }, () => "x", by);
    await expect(texts.rename(tea, { scope: "user", slug: "Other" }, by)).rejects.toThrow(
      /other\.md is in that folder/,
    );
  });

  it("sees and changes nothing of shared memory that is held", async () => {
    await begin({ shared: "untrusted", files: { "shared/memory/tea.md": "From a clone.\n" } });
    const place: TextPlace = { scope: "project", slug: "tea" };
    await expect(texts.read(place)).rejects.toMatchObject({ code: "untrusted" });
    await expect(texts.write(place, () => "x", by)).rejects.toMatchObject({ code: "untrusted" });
  });
});
