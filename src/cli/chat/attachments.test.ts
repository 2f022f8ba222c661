import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAttachments } from "./attachments.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "daybook-attach-")));
  await mkdir(join(root, "project", "src"), { recursive: true });
  await writeFile(join(root, "project", "src", "a.ts"), "const a = 1;\n");
  await writeFile(join(root, "outside.txt"), "not yours\n");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function read(prompt: string, images = false) {
  const project = join(root, "project");
  const { blocks, notes } = await readAttachments(prompt, { cwd: project, projectRoot: project, images });
  return { texts: blocks.map((block) => block["text"]), blocks, notes };
}

describe("readAttachments", () => {
  it("takes the file's text, also where a sentence goes on behind the name", async () => {
    expect(await read("see @src/a.ts, 和 @src/a.ts。 (@src/a.ts)")).toMatchObject({
      texts: ["File src/a.ts:\n```\nconst a = 1;\n```"],
      notes: ["attached src/a.ts (13 bytes)"],
    });
  });

  it.each([
    "看看，@src/a.ts，怎么样",
    "看看@src/a.ts怎么样",
    "看看@src/a.ts怎么样，还有，别的。也许@没有这个",
    "对比@src/a.ts和@src/a.ts",
    "（@src/a.ts）",
    "「@src/a.ts」",
    "“@src/a.ts”的内容",
    "@src/a.ts,谢谢",
    '看看@"src/a.ts"怎么样',
  ])("finds a name within a Chinese sentence: %s", async (prompt) => {
    expect((await read(prompt)).notes).toEqual(["attached src/a.ts (13 bytes)"]);
  });

  it("takes a name for as long as there is such a file", async () => {
    await mkdir(join(root, "project", "文档", "@types"), { recursive: true });
    await writeFile(join(root, "project", "文档", "说明，v2版.md"), "x");
    await writeFile(join(root, "project", "types"), "not meant");
    const { notes } = await read("看@文档/说明，v2版.md里的内容，和@文档/@types，谢谢@文档/没有");
    expect(notes).toEqual([
      "attached 文档/说明，v2版.md (1 bytes)",
      "attached the list of 文档/@types (0 entries)",
    ]);
  });

  it("leaves words alone that name nothing, and addresses", async () => {
    expect(await read("@Injectable ada@src/a.ts @")).toMatchObject({ blocks: [], notes: [] });
  });

  it("takes names with blanks in quotes, and lists folders", async () => {
    await writeFile(join(root, "project", "src", "b c.md"), "two words");
    const { texts, notes } = await read('@"src/b c.md" @src');
    expect(texts[0]).toContain("two words");
    expect(texts[1]).toBe("Folder src:\n```\na.ts\nb c.md\n```");
    expect(notes[1]).toBe("attached the list of src (2 entries)");
  });

  it("refuses what lies outside, also behind a link, and what is not text", async () => {
    await writeFile(join(root, "secret.txt"), "not yours either\n");
    await symlink(join(root, "secret.txt"), join(root, "project", "link.txt"));
    await writeFile(join(root, "project", "data.bin"), Buffer.from([0, 1, 2]));
    await writeFile(join(root, "project", "latin.txt"), Buffer.from([0x61, 0xe9, 0x62]));
    const { blocks, notes } = await read("@../outside.txt @link.txt @data.bin @latin.txt");
    expect(blocks).toEqual([]);
    expect(notes.map((note) => note.replace(root, ""))).toEqual([
      "../outside.txt was not attached: it lies outside the project /project",
      "link.txt was not attached: it lies outside the project /project",
      "data.bin was not attached: it is not text",
      "latin.txt was not attached: it is not text",
    ]);
  });

  it("cuts a long file between characters and says so", async () => {
    await writeFile(join(root, "project", "long.txt"), "字".repeat(40_000));
    const { texts, notes } = await read("@long.txt");
    expect(texts[0]).toContain("Cut here: 65535 of 120000 bytes are shown.");
    expect(notes).toEqual(["attached long.txt (the first 65535 of 120000 bytes)"]);
  });

  it("sends images to models that take them", async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    await writeFile(join(root, "project", "shot.png"), bytes);
    expect((await read("@shot.png")).notes).toEqual([
      "shot.png was not attached: this model takes no images",
    ]);
    expect((await read("@shot.png", true)).blocks).toEqual([
      {
        type: "image",
        source: { type: "base64", media_type: "image/png", data: bytes.toString("base64") },
      },
    ]);
  });
});
