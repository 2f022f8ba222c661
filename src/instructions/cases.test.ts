import { describe, expect, it } from "vitest";
import { nodeDisk } from "./disk.ts";
import { count, load, makePlace } from "./instructions.fixture.ts";

/** Failures that were reported against other programs; each has the identifier of its case. */
describe("instruction files, cases", () => {
  it("INS-01: @ in code and comments is no include", async () => {
    const text =
      '# Rules\n\n```python\n@router.post("/v1/orders.md")\nasync def orders(): pass\n```\n\nUse `@docs/real.md` only as an example, and ``a `@docs/real.md` b``.\n\n~~~\n@docs/real.md\n~~~\n\n    @docs/real.md (indented code)\n\n<!-- @docs/real.md -->\n';
    const loaded = await load(
      await makePlace({ "proj/AGENTS.md": text, "proj/docs/real.md": "REAL-MARKER\n" }),
    );
    expect(loaded.text).not.toContain("REAL-MARKER");
    expect(`${loaded.text}\n`).toContain(text);
    expect(loaded.notices).toEqual([]);
    expect(loaded.files).toHaveLength(1);
  });

  it("INS-02: addresses, packages, handles and decorators in prose are no includes", async () => {
    const text =
      "Ask ops@example.org or @maya. Run `pnpm -F @acme/web test`; @acme/web and @types/node are packages.\nSee <https://example.org/@team/readme.md> and [doc](https://example.org/@x/y.md).\nVersion: tool@1.2.3. Decorator @Injectable() is required.\n";
    const opened: string[] = [];
    const loaded = await load(await makePlace({ "proj/AGENTS.md": text }), {
      disk: { ...nodeDisk, open: (path) => (opened.push(path), nodeDisk.open(path)) },
    });
    expect(`${loaded.text}\n`).toContain(text);
    expect(loaded.notices).toEqual([]);
    expect(opened).toHaveLength(1);
  });

  it("INS-02: marks in a sentence are no includes", async () => {
    const text = "Write @... or @.. there, be here @~ noon, at @/ or @~, and @/... too.\n";
    const loaded = await load(await makePlace({ "proj/AGENTS.md": text }));
    expect(`${loaded.text}\n`).toContain(text);
    expect(loaded.notices).toEqual([]);
    expect(loaded.files).toHaveLength(1);
  });

  it("INS-03: an include that leads nowhere says where it was looked for", async () => {
    const loaded = await load(
      await makePlace({
        "proj/.claude/CLAUDE.md": "Base rule.\n@notes/style.md\n@../notes/style.md\n",
        "proj/notes/style.md": "STYLE-MARKER\n",
      }),
    );
    expect(count(loaded.text, "STYLE-MARKER")).toBe(1);
    expect(loaded.notices).toEqual([
      ".claude/CLAUDE.md: @notes/style.md is not included: there is no .claude/notes/style.md; a path begins at the folder of the file it stands in.",
    ]);
    expect(loaded.text).toContain("(@notes/style.md is not included: there is no .claude/notes/style.md;");
  });

  it("INS-04: from a sub-folder the root's include is read too, the general before the specific", async () => {
    const { text, notices } = await load(
      await makePlace({
        "proj/CLAUDE.md": "@AGENTS.md\n",
        "proj/AGENTS.md": "ROOT-MARKER\n",
        "proj/packages/api/CLAUDE.md": "API-MARKER\n@extra.md\n",
        "proj/packages/api/extra.md": "EXTRA-MARKER\n",
      }),
      { cwd: "packages/api" },
    );
    const places = ["ROOT-MARKER", "API-MARKER", "EXTRA-MARKER"].map((marker) => text.indexOf(marker));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places.toSorted((left, right) => left - right)).toEqual(places);
    expect(count(text, "ROOT-MARKER")).toBe(1);
    expect(text).not.toMatch(/@AGENTS\.md|@extra\.md/u);
    expect(notices).toEqual([]);
  });

  it("INS-05: a file under two names is loaded once, by link and by include, also where inodes are 0", async () => {
    const linked = await makePlace({ "proj/AGENTS.md": "ONCE-MARKER\n" }, { "proj/CLAUDE.md": "AGENTS.md" });
    const withoutInodes = {
      ...nodeDisk,
      look: (path: string) => ({ ...nodeDisk.look(path), inode: 0n, device: 0n }),
      open: (path: string) => {
        const opened = nodeDisk.open(path);
        return { ...opened, entry: { ...opened.entry, inode: 0n, device: 0n } };
      },
    };
    for (const disk of [nodeDisk, withoutInodes]) {
      const loaded = await load(linked, { disk });
      expect(count(loaded.text, "ONCE-MARKER")).toBe(1);
      expect(loaded.files.map(({ path, problem }) => [path, problem])).toEqual([
        ["AGENTS.md", null],
        ["CLAUDE.md", "it is the same file as AGENTS.md"],
      ]);
      expect(loaded.notices).toEqual([]);
    }
    const including = await makePlace({
      "proj/AGENTS.md": "ONCE-MARKER\n",
      "proj/CLAUDE.md": "@AGENTS.md\n\nClaude only: OWN-MARKER\n",
    });
    for (const disk of [nodeDisk, withoutInodes]) {
      const { text } = await load(including, { disk });
      expect([count(text, "ONCE-MARKER"), count(text, "OWN-MARKER")]).toEqual([1, 1]);
    }
  });

  it("INS-06: files that include themselves and each other end, and the circle is named once", async () => {
    const { text, notices } = await load(
      await makePlace({
        "proj/AGENTS.md": "TOP-MARKER\n@AGENTS.md\n@./docs/a.md\n@docs/../docs/a.md\n",
        "proj/docs/a.md": "A-MARKER\n@b.md\n",
        "proj/docs/b.md": "B-MARKER\n@a.md\n@../AGENTS.md\n",
      }),
    );
    expect(["TOP-MARKER", "A-MARKER", "B-MARKER"].map((marker) => count(text, marker))).toEqual([1, 1, 1]);
    expect(notices).toEqual(["docs/a.md and docs/b.md include one another, a circle; each is loaded once."]);
  });

  it("INS-07: nothing outside of the project is read, and every refusal is told", async () => {
    const place = await makePlace(
      {
        "proj/ok.md": "OK-MARKER\n",
        "proj/docs/keep.md": "x\n",
        "outside/secret.md": "SECRET-MARKER\n",
        "home/private/key.md": "KEY-MARKER\n",
        "proj-private/x.md": "SIBLING-MARKER\n",
      },
      { "proj/docs/link.md": "../../outside/secret.md", "proj/linkdir": "../outside" },
    );
    const words = [
      "@../outside/secret.md",
      "@docs/link.md",
      "@~/private/key.md",
      `@${place.folder}/outside/secret.md`,
      "@docs/..%2f..%2foutside/secret.md",
      "@linkdir/secret.md",
      "@../proj-private/x.md",
    ];
    const { writeFile } = await import("node:fs/promises");
    await writeFile(`${place.project}/AGENTS.md`, `${words.join("\n")}\n@ok.md\n`);
    const { text, notices } = await load(place);
    expect(text).toContain("OK-MARKER");
    expect(text).not.toMatch(/SECRET-MARKER|KEY-MARKER|SIBLING-MARKER/u);
    expect(notices).toHaveLength(words.length);
    for (const [index, word] of words.entries()) {
      expect(notices[index]).toContain(`AGENTS.md: ${word} is not included: `);
      expect(text).toContain(`(${word} is not included: `);
    }
  });

  it("INS-08: over the budget the largest file is cut at a line end, and the nested one survives", async () => {
    const rules = Array.from(
      { length: 900 },
      (_, index) => `Rule ${index}: keep the public interface stable ${"x".repeat(8)}\n`,
    );
    const root = rules.join("");
    const { text, notices, files } = await load(
      await makePlace({ "proj/AGENTS.md": root, "proj/packages/api/AGENTS.md": "NESTED-MARKER\n" }),
      { cwd: "packages/api" },
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_960);
    expect(Buffer.byteLength(text)).toBeGreaterThan(40_800);
    expect(count(text, "NESTED-MARKER")).toBe(1);
    const total = Buffer.byteLength(root).toLocaleString("en");
    expect(text).toMatch(
      new RegExp(`x{8}\\n\\(AGENTS\\.md is cut here: 4\\d,\\d{3} of ${total} bytes are loaded\\.`, "u"),
    );
    expect(notices).toEqual([
      expect.stringMatching(new RegExp(`^AGENTS\\.md is cut: 4\\d,\\d{3} of ${total} bytes`, "u")),
    ]);
    expect(files[0]).toMatchObject({
      path: "AGENTS.md",
      bytes: root.length,
      problem: expect.stringMatching(/^it is cut/u),
    });
  });

  it("INS-13: byte order marks, UTF-16, a legacy code page and binary", async () => {
    const of = async (base64: string) =>
      load(await makePlace({ "proj/AGENTS.md": Buffer.from(base64, "base64") }));
    const marked = await of("77u/VXNlIHRhYnMg4oCUIFU4LU1BUktFUg0K");
    expect(marked.text).toContain("AGENTS.md:\n\nUse tabs — U8-MARKER");
    expect(marked.text).not.toContain("\ufeff");
    const wide = await of("//5VAHMAZQAgAHQAYQBiAHMAIAAUICAAVQAxADYALQBNAEEAUgBLAEUAUgANAAoA");
    expect(wide.text).toContain("AGENTS.md:\n\nUse tabs — U16-MARKER");
    expect([...marked.notices, ...wide.notices]).toEqual([]);
    const legacy = await of("R3L232UgcHL8ZmVuIEwxLU1BUktFUgo=");
    expect(legacy.text).toContain("L1-MARKER");
    expect(legacy.notices).toEqual([expect.stringContaining("AGENTS.md: it is not UTF-8")]);
    const binary = await of("iVBORw0KGgoAAAANSUhEUiBCSU4tTUFSS0VS");
    expect(binary.text).not.toContain("BIN-MARKER");
    expect(binary.notices).toEqual(["AGENTS.md is not loaded: it is binary, not text."]);
  });
});
