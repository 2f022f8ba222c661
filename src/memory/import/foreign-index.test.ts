import { describe, expect, it } from "vitest";
import { isSameNotebook, readForeignIndex } from "./foreign-index.ts";

function notesOf(text: string): string {
  return readForeignIndex(text).notes;
}

describe("readForeignIndex", () => {
  it("reads an index in its order with the numbers of its lines, and nothing else of it", () => {
    const text =
      "---\nx: 1\n---\n# Memory\nOne line a file.\n\n## Work\n<!-- - [older](older.md)\n-->\n- [no friday](feedback_no-friday.md) — never deploy on *Friday* 🚫\n<!-- - [old](old.md) -->\n- **[设计](project_design.md)** - 见 (x)\n";
    expect(readForeignIndex(text)).toEqual({
      entries: [
        { file: "feedback_no-friday.md", hook: "never deploy on *Friday* 🚫", line: 10 },
        { file: "project_design.md", hook: "见 (x)", line: 12 },
      ],
      notes: "",
      explanation: { first: 5, last: 5 },
    });
    expect(readForeignIndex("").entries).toEqual([]);
  });

  it("keeps a notebook whole", () => {
    const notebook = "# Notes\n\n| a | b |\n|---|---|\n**Never** push to `main`.\n";
    expect(readForeignIndex(notebook)).toEqual({ entries: [], notes: notebook, explanation: null });
    expect(notesOf("# Memory\n\n")).toBe("");
    expect(notesOf("# Memory\n\n---\n")).toBe("");
  });

  it("keeps prose, tables and code beside the entries, under their headings", () => {
    const text =
      "# Memory\n- [a](project_a.md) — x\n- [gone](missing.md) — was here\n\n## Empty\n\n## Build\n### Steps\nRun `make ship` from the root, never `npm publish`.\n- [b](b.md)\n\n```bash\n# one\n# two\n```\n\n| host | role |\n|---|---|\n| h1 | db |\n\n- a bare bullet: use pnpm\n### Nothing\n## Work\n- [c](c.md)\n";
    expect(notesOf(text)).toBe(
      "# Memory\n\n## Build\n### Steps\nRun `make ship` from the root, never `npm publish`.\n\n```bash\n# one\n# two\n```\n\n| host | role |\n|---|---|\n| h1 | db |\n\n- a bare bullet: use pnpm\n",
    );
  });

  it("does so in Chinese", () => {
    const text =
      "# 记忆索引\n\n每行一个文件，按主题排列。\n\n- [设计](project_design.md) — 见文档\n\n##构建\n从根目录运行 make ship，不要运行 npm publish。\n\n| 主机 | 作用 |\n|---|---|\n| h1 | 数据库 |\n\n##工作\n- [周五](feedback_周五.md)\n";
    const { entries, notes, explanation } = readForeignIndex(text);
    expect(entries.map(({ file, line }) => [file, line])).toEqual([
      ["project_design.md", 5],
      ["feedback_周五.md", 15],
    ]);
    expect(notes).toBe(
      "# 记忆索引\n\n##构建\n从根目录运行 make ship，不要运行 npm publish。\n\n| 主机 | 作用 |\n|---|---|\n| h1 | 数据库 |\n",
    );
    expect(explanation).toEqual({ first: 3, last: 3 });
  });

  it("keeps an entry with the lines below it that are its own", () => {
    expect(notesOf("- [a](a.md) — x\n  - run it twice\n- [b](b.md)\n- Ports: 8080\n  and 9090\n")).toBe(
      "- [a](a.md) — x\n  - run it twice\n- Ports: 8080\n  and 9090\n",
    );
    expect(notesOf("- Work\n  - [a](a.md)\n  - ask Ana\n")).toBe("- Work\n  - ask Ana\n");
  });

  it("leaves out what only announces entries", () => {
    expect(notesOf("# Memory\nFeedback:\n- [a](a.md)\n\n**Project:**\n\n- [b](b.md)\n---\n")).toBe("");
    expect(notesOf("Ports:\n- 8080\n\nRest:\n- [a](a.md)\n")).toBe("Ports:\n- 8080\n");
    expect(notesOf("- [a](a.md)\n\nDone is :rocket:\n")).toBe("Done is :rocket:\n");
  });

  it.each([
    ["a fact above the list", "# Memory\nAlways use pnpm.\n\n- [a](a.md)\n", "# Memory\nAlways use pnpm.\n"],
    [
      "a fact on files",
      "Never edit the files in `gen/`.\n- [a](a.md)\n",
      "Never edit the files in `gen/`.\n",
    ],
    [
      "a second paragraph",
      "One file each.\n\nThe list of hosts is in etcd.\n- [a](a.md)\n",
      "The list of hosts is in etcd.\n",
    ],
    ["a paragraph behind the list", "- [a](a.md)\n\nThese files are old.\n", "These files are old.\n"],
    [
      "a link to what is no memory",
      "- [a](a.md)\n- [guide](docs/guide.md) — read\n- [x](.x.md)\n",
      "- [guide](docs/guide.md) — read\n- [x](.x.md)\n",
    ],
    [
      "prose between two rules",
      "---\nThe port is 8080.\n---\n- [a](a.md)\n",
      "---\nThe port is 8080.\n---\n",
    ],
    ["a number at the beginning", "- [a](a.md)\n\n#12 is the deploy bug\n", "#12 is the deploy bug\n"],
    [
      "what code says of comments",
      "- [a](a.md)\n\nPut `<!-- keep -->` above.\n\n~~~html\n<!-- x -->\n~~~\n",
      "Put `<!-- keep -->` above.\n\n~~~html\n<!-- x -->\n~~~\n",
    ],
    ["a comment that is never closed", "- [a](a.md)\n\nUse <!-- here\n", "Use <!-- here\n"],
  ])("keeps %s", (_name, text, notes) => {
    expect(notesOf(text)).toBe(notes);
  });

  it.each([
    "Config files live in /etc/shop and the port is 5433.\n",
    "Never let coverage drop below 80 percent.\n",
    "数据库文件在 D 盘，端口 5433。\n",
    "提交说明只写一行，不加表情。\n",
    "The list price of the product is 40 euros; never show these to guests.\n",
    "Rebuild the index after every deploy.\n",
  ])("keeps a fact above the list that has words of lists in it: %s", (fact) => {
    for (const blank of ["\n", ""]) {
      const index = `${fact}${blank}- [a](project_a.md) — x\n`;
      expect(readForeignIndex(index)).toMatchObject({ notes: fact, explanation: null });
    }
  });

  it("takes no entry for text because a block of code above it is never closed", () => {
    const { entries, notes } = readForeignIndex("```\nmake\n- [a](a.md)\n- use pnpm\n");
    expect(entries).toHaveLength(1);
    expect(notes).toBe("```\nmake\n- use pnpm\n");
  });

  it("loses no word of a line that is no entry, no heading and no comment", () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}x`);
    const forms = [
      (word: string) => `${word} is true.`,
      (word: string) => `- ${word}`,
      (word: string) => `| ${word} | x |`,
      (word: string) => `> ${word}`,
      (word: string) => `- [${word}](${word}.md)`,
      (word: string) => `## ${word}`,
      (word: string) => `\`\`\`\n# ${word}\n\`\`\``,
      (word: string) => `\n  ${word}\r`,
    ];
    const lines = words.map((word, at) => forms[(at * at + (at >> 3)) % forms.length]?.(word) ?? "");
    const { notes, entries } = readForeignIndex(lines.join("\n"));
    const isKept = (word: string): boolean =>
      notes.includes(word) || entries.some(({ file }) => file === `${word}.md`);
    expect(words.filter((word, at) => lines[at]?.startsWith("##") !== true && !isKept(word))).toEqual([]);
  });
});

describe("isSameNotebook", () => {
  it("knows a notebook that grew or was edited, and tells two apart that have a line in common", () => {
    const notebook = "# Notes\n- one\n- two\n- three\n";
    expect(isSameNotebook("- two\n", notebook)).toBe(true);
    expect(isSameNotebook(notebook, "- two\n- 2\n- 3\n- 4\n- 5\n")).toBe(true);
    const other = "# Notes\n```bash\nmake\n```\n- one\n- b\n- c\n- d\n- e\n";
    expect(isSameNotebook(`${notebook}- four\n\`\`\`bash\nnpm test\n\`\`\`\n`, other)).toBe(false);
    expect(isSameNotebook("# Notes\n", "# Notes\n")).toBe(false);
  });
});
