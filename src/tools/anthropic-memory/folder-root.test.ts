import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageOf } from "../../errors/index.ts";
import { createSecretGate } from "../../guard/index.ts";
import { withLocks } from "../../storage/index.ts";
import { placeFile, readRegularFile } from "./folder-file.ts";
import { createFolderRoot } from "./folder-root.ts";
import { runCommand } from "./memory-handlers.ts";
import type { MemoryRoot } from "./memory-root.ts";

const gate = createSecretGate();
let base: string;
let root: MemoryRoot;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "daybook-folder-"));
  await mkdir(join(base, "memories"));
  root = createFolderRoot({ folder: join(base, "memories"), gate, lockWaitMs: 60_000 });
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function lay(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(base, path, ".."), { recursive: true });
    await writeFile(join(base, path), content);
  }
}

function text(path: string): Promise<string> {
  return readFile(join(base, path), "utf8");
}

/** The text of the result; a refusal begins with `refused: `. */
async function call(input: Record<string, unknown>): Promise<string> {
  try {
    return await runCommand(root, input);
  } catch (error) {
    return `refused: ${messageOf(error)}`;
  }
}

describe("a plain folder as /memories", () => {
  it("MT-01: a replacement may span lines, in a file of CRLF lines too, whose line ends stay", async () => {
    const plan = "# Plan\n## Open points\n- nothing so far\n\nEnd\n";
    await lay({ "memories/n.md": plan, "memories/crlf.md": plan.replaceAll("\n", "\r\n") });
    const change = {
      command: "str_replace",
      old_str: "## Open points\n- nothing so far",
      new_str: "## Open points\n- first",
    };
    await call({ ...change, path: "/memories/n.md" });
    await call({ ...change, path: "/memories/crlf.md" });
    const expected = "# Plan\n## Open points\n- first\n\nEnd\n";
    expect(await text("memories/n.md")).toBe(expected);
    expect(await text("memories/crlf.md")).toBe(expected.replaceAll("\n", "\r\n"));
  });

  it("MT-02: without new_str the text is taken out, an empty old_str is refused", async () => {
    await lay({ "memories/n.md": "keep drop keep\n" });
    await call({ command: "str_replace", path: "/memories/n.md", old_str: " drop" });
    expect(await text("memories/n.md")).toBe("keep keep\n");
    const empty = { command: "str_replace", path: "/memories/n.md", old_str: "", new_str: "x" };
    expect(await call(empty)).toMatch(/^refused: .*old_str is empty/);
    expect(await text("memories/n.md")).toBe("keep keep\n");
  });

  it("MT-03: dollar signs are what they are, in texts and in names", async () => {
    const literal = "pid $$, all $&, pre $`, post $', group $1 $<x>";
    await lay({ "memories/n.md": "A\nTOKEN\nB\n" });
    await call({ command: "str_replace", path: "/memories/n.md", old_str: "TOKEN", new_str: literal });
    expect(await text("memories/n.md")).toBe(`A\n${literal}\nB\n`);
    const renamed = await call({
      command: "rename",
      old_path: "/memories/n.md",
      new_path: "/memories/$&-$$.md",
    });
    expect(renamed).toBe("Successfully renamed /memories/n.md to /memories/$&-$$.md");
    expect(await text("memories/$&-$$.md")).toBe(`A\n${literal}\nB\n`);
  });

  it("MT-05: no form of a path leads out, and no refusal names a path of this machine", async () => {
    await lay({
      "memories/a/in.md": "IN\n",
      "memories_backup/out.md": "OUT-MARKER\n",
      "out.md": "OUT-MARKER\n",
    });
    const paths = [
      "/memories/..",
      "/memories/a/..",
      "/memories/../out.md",
      "/memories/a/../../out.md",
      "/memories/%2e%2e%2fout.md",
      "/memories/%252e%252e/out.md",
      "/memories/..\\out.md",
      "/memories_backup/out.md",
      "memories/a/in.md",
      "/",
      "",
      "/memories/a\0/../in.md",
      `/memories/${"n".repeat(300)}`,
      "/memories/a/in.md/below",
    ];
    for (const path of paths) {
      for (const command of ["view", "delete", "create", "str_replace", "insert"]) {
        const rest = { file_text: "x", old_str: "O", new_str: "x", insert_line: 0, insert_text: "x" };
        const answer = await call({ command, path, ...rest });
        expect(answer).toMatch(/^refused: /);
        expect(answer).not.toContain(base);
        expect(answer).not.toContain("OUT-MARKER");
      }
      expect(await call({ command: "rename", old_path: "/memories/a", new_path: path })).toMatch(
        /^refused: /,
      );
    }
    expect(await call({ command: "create", path: "/memories_backup/new.md", file_text: "x" })).toBe(
      "refused: Path must start with /memories, got: /memories_backup/new.md",
    );
    expect(await call({ command: "view", path: "/memories//a/./in.md" })).toContain("     1\tIN");
    expect((await readdir(base)).toSorted()).toEqual(["memories", "memories_backup", "out.md"]);
    expect(await readdir(join(base, "memories_backup"))).toEqual(["out.md"]);
  });

  it("MT-06: insert at the edges of a file, and what is no line of it", async () => {
    await lay({ "memories/n.md": "one\ntwo\n", "memories/e.md": "" });
    const insert = (line: unknown, insert_text: string, path = "/memories/n.md") =>
      call({ command: "insert", path, insert_line: line, insert_text });
    await insert(0, "zero");
    await insert(3, "three\n");
    expect(await text("memories/n.md")).toBe("zero\none\ntwo\nthree\n");
    for (const line of [-1, 99, 1.5, "two"]) {
      expect(await insert(line, "x")).toBe(
        `refused: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, 4]`,
      );
    }
    await insert(0, "first", "/memories/e.md");
    expect(await text("memories/e.md")).toBe("first\n");
    const view = (view_range: number[]) => call({ command: "view", path: "/memories/n.md", view_range });
    expect(await view([3, -1])).toContain(":\n     3\ttwo\n     4\tthree\n     5\t");
    expect(await view([9, 12])).toMatch(/^refused: .*has 5 lines/);
    expect(await text("memories/n.md")).toBe("zero\none\ntwo\nthree\n");
  });

  it("MT-08: a link to a folder beside it is not followed, and nothing is written over", async () => {
    await lay({
      "memories/a.md": "a\n",
      "memories/b.md": "b\n",
      "memories_backup/secret.md": "OUT-MARKER\n",
    });
    await symlink("../memories_backup", join(base, "memories/link"));
    await symlink("../memories_backup/secret.md", join(base, "memories/file-link.md"));
    const out = "refused: Path would escape /memories directory via symlink";
    expect(await call({ command: "view", path: "/memories/link/secret.md" })).toBe(out);
    expect(await call({ command: "view", path: "/memories/file-link.md" })).toBe(out);
    expect(await call({ command: "create", path: "/memories/link/new.md", file_text: "x" })).toBe(out);
    const change = { command: "str_replace", path: "/memories/file-link.md", old_str: "OUT", new_str: "IN" };
    expect(await call(change)).toBe(out);
    expect(await call({ command: "delete", path: "/memories/link" })).toBe(out);
    expect(await call({ command: "rename", old_path: "/memories/a.md", new_path: "/memories/b.md" })).toBe(
      "refused: The destination /memories/b.md already exists",
    );
    expect(await call({ command: "create", path: "/memories/a.md", file_text: "new" })).toBe(
      "refused: File /memories/a.md already exists",
    );
    expect(await text("memories/a.md")).toBe("a\n");
    expect(await text("memories/b.md")).toBe("b\n");
    expect(await readdir(join(base, "memories_backup"))).toEqual(["secret.md"]);
  });

  it("EXT-06 (c): a key block is refused by kind and line, whichever command brings it", async () => {
    const key = "-----BEGIN PRIVATE KEY-----\nCANARYKEYLINE\n-----END PRIVATE KEY-----";
    await lay({ "memories/n.md": "one\ntwo\n" });
    const tries = [
      { command: "create", path: "/memories/key.md", file_text: `host stage.example.org\n${key}` },
      { command: "str_replace", path: "/memories/n.md", old_str: "two", new_str: key },
      { command: "insert", path: "/memories/n.md", insert_line: 1, insert_text: key },
    ];
    for (const each of tries) {
      expect(await call(each)).toMatch(
        /^refused: Not saved: \/memories\/\w+\.md would hold a secret \(private key in line 2\)/i,
      );
    }
    expect(await readdir(join(base, "memories"))).toEqual(["n.md"]);
    expect(await text("memories/n.md")).toBe("one\ntwo\n");
    const named = {
      command: "rename",
      old_path: "/memories/n.md",
      new_path: "/memories/AKIA2E0A8F3B244C9986.md",
    };
    expect(await call(named)).toMatch(/^refused: Not saved: the path holds a secret/);
  });

  it("leaves alone what is no text, and never waits for a pipe", async () => {
    await lay({ "memories/b.bin": Uint8Array.of(0xff, 0xfe, 0x61) });
    execFileSync("mkfifo", [join(base, "memories/pipe")]);
    const change = { old_str: "a", new_str: "b", insert_line: 0, insert_text: "x" };
    expect(await call({ command: "str_replace", path: "/memories/b.bin", ...change })).toMatch(
      /not UTF-8 text/,
    );
    expect(await call({ command: "view", path: "/memories/b.bin" })).toMatch(/\n\(This is not UTF-8 text\./);
    for (const command of ["view", "str_replace", "insert"]) {
      const answer = await call({ command, path: "/memories/pipe", ...change });
      expect(answer).toBe("refused: Unsupported file type for /memories/pipe");
    }
  });

  it("loses no edit of writers that work at the same time, and leaves nothing behind", async () => {
    await lay({ "memories/n.md": "" });
    const others = Array.from({ length: 4 }, () =>
      createFolderRoot({ folder: join(base, "memories"), gate, lockWaitMs: 60_000 }),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        runCommand(others[at % 4] ?? root, {
          command: "insert",
          path: "/memories/n.md",
          insert_line: 0,
          insert_text: `line ${at}`,
        }),
      ),
    );
    expect(new Set((await text("memories/n.md")).trimEnd().split("\n")).size).toBe(20);
    expect(await readdir(join(base, "memories"))).toEqual(["n.md"]);
  });

  it("bounds what is written and what is shown", async () => {
    const long = { command: "create", path: "/memories/l.md", file_text: "x".repeat(1_100_000) };
    expect(await call(long)).toMatch(
      /^refused: \/memories\/l\.md has 1,100,000 bytes; the limit is 1,048,576/,
    );
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at + 1}`).join("\n");
    await lay({ "memories/l.md": lines });
    const view = await call({ command: "view", path: "/memories/l.md" });
    const [, next] =
      /\(Cut after line \d+ of 20000: view the rest with view_range \[(\d+), -1\]\.\)$/.exec(view) ?? [];
    expect(Number(next)).toBeGreaterThan(1_000);
    expect(view.length).toBeLessThan(101_000);
  });

  it("reads a path of any length in one go, and says of a long name that it is one", async () => {
    const encoded = `/memories/%${"25".repeat(40_000)}2e`;
    for (const command of ["view", "create"]) {
      expect(await call({ command, path: encoded, file_text: "x" })).toBe(
        "refused: A name in the path is too long: at most 255 bytes.",
      );
    }
  });

  it("puts what is inserted at the top behind a byte-order mark", async () => {
    await lay({ "memories/n.md": "\ufeffone\n" });
    await call({ command: "insert", path: "/memories/n.md", insert_line: 0, insert_text: "zero" });
    expect(await text("memories/n.md")).toBe("\ufeffzero\none\n");
  });

  it("sees a secret that an edit completes over a line end", async () => {
    await call({ command: "create", path: "/memories/n.md", file_text: "my password is\n" });
    const insert_text = "canary-PASS-7f39";
    const second = { command: "insert", path: "/memories/n.md", insert_line: 1, insert_text };
    expect(await call(second)).toMatch(/^refused: Not saved: .*password in line 1/);
    expect(await text("memories/n.md")).toBe("my password is\n");
  });

  it("fits no folder into itself, by whatever name, and makes none for it", async () => {
    await lay({ "memories/sub/n.md": "n\n" });
    await symlink("sub", join(base, "memories/lsub"));
    const inside = { command: "rename", old_path: "/memories/sub", new_path: "/memories/lsub/deep/x" };
    expect(await call(inside)).toBe(
      "refused: Cannot rename /memories/sub to /memories/lsub/deep/x: a folder does not fit in itself.",
    );
    expect(await readdir(join(base, "memories/sub"))).toEqual(["n.md"]);
  });

  it("names the path of the two that is wrong", async () => {
    await lay({ "memories/a.txt": "a\n", "memories/z.txt": "z\n" });
    const below = { command: "rename", old_path: "/memories/a.txt", new_path: "/memories/z.txt/q.txt" };
    expect(await call(below)).toBe(
      "refused: The path /memories/z.txt/q.txt cannot be used: a part of the path is a file, not a folder.",
    );
  });
});

describe("a folder that is swapped for a link between a look and an access", () => {
  it("is neither read nor written through", async () => {
    await lay({ "out/f.md": "OUT-MARKER\n" });
    await symlink("../out", join(base, "memories/d"));
    const file = {
      root: join(base, "memories"),
      path: join(base, "memories/d/f.md"),
      shown: "/memories/d/f.md",
    };
    const out = { code: "unsafe-path", message: "Path would escape /memories directory via symlink" };
    expect(() => readRegularFile(file)).toThrow(expect.objectContaining(out));
    await expect(placeFile(file, { text: "x", as: "changed" })).rejects.toMatchObject(out);
    const made = { ...file, path: join(base, "memories/d/new.md") };
    await expect(placeFile(made, { text: "x", as: "new" })).rejects.toMatchObject(out);
    expect(await readdir(join(base, "out"))).toEqual(["f.md"]);
    expect(await text("out/f.md")).toBe("OUT-MARKER\n");
  });
});

describe("a writer that was killed", () => {
  it("leaves its half-made files to the next one, who removes them in all folders", async () => {
    const half = `.daybook-tmp-4194305-0f`;
    await lay({ "memories/n.md": "one\n", [`memories/${half}`]: "one\n", [`memories/a/b/${half}`]: "" });
    const directory = join(base, "memories");
    const lock = join(directory, ".daybook-writer.lock");
    const held = await withLocks({ directory, waitMs: 0, names: [".daybook-writer"] }, () =>
      readFile(lock, "utf8"),
    );
    // No system gives so high a number to a process.
    await writeFile(lock, JSON.stringify({ ...(JSON.parse(held) as object), pid: 4_194_305 }));
    await call({ command: "insert", path: "/memories/n.md", insert_line: 1, insert_text: "two" });
    expect((await readdir(directory, { recursive: true })).toSorted()).toEqual(["a", "a/b", "n.md"]);
    expect(await text("memories/n.md")).toBe("one\ntwo\n");
  });
});
