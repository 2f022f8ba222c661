import { array, assert, asyncProperty, constantFrom, dictionary, integer, oneof, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits/index.ts";
import { count, load, makePlace } from "./instructions.fixture.ts";

const bytes = (text: string): number => Buffer.byteLength(text);
const lines = (length: number, words = "keep it stable"): string =>
  Array.from({ length }, (_, index) => `${index} ${words}\n`).join("");
const limits = (instructionBytes: number) => ({ limits: { ...defaultLimits, instructionBytes } });

describe("the budget of instruction files", () => {
  it("cuts the largest file first, and two large ones to the same size", async () => {
    const place = await makePlace({
      "proj/AGENTS.md": lines(2_000),
      "proj/CLAUDE.md": lines(1_500),
      "proj/.agent/AGENT.md": lines(20),
    });
    const { text, files, notices } = await load(place);
    expect(bytes(text)).toBeLessThanOrEqual(40_960);
    const [agents, claude, personal] = files.map(({ kept }) => kept);
    expect(personal).toBe(bytes(lines(20)));
    expect(Math.abs((agents ?? 0) - (claude ?? 0))).toBeLessThan(40);
    expect(notices.map((notice) => notice.split(":")[0])).toEqual(["AGENTS.md is cut", "CLAUDE.md is cut"]);
    const largest = await load(place, limits(60_000));
    expect(largest.notices).toHaveLength(1);
    expect(largest.files[1]).toMatchObject({ path: "CLAUDE.md", problem: null });
  });

  it("keeps what a file includes behind its cut, and cuts an included file as any other", async () => {
    const behind = await load(
      await makePlace({ "proj/AGENTS.md": `${lines(4_000)}@docs/a.md\n`, "proj/docs/a.md": "A-MARKER\n" }),
    );
    expect(count(behind.text, "A-MARKER")).toBe(1);
    expect(behind.text).toMatch(
      /stable\n\(AGENTS\.md is cut here: .*\n<!-- begin docs\/a\.md -->\nA-MARKER\n/u,
    );
    const within = await load(
      await makePlace({ "proj/AGENTS.md": "TOP\n@docs/a.md\nBOTTOM\n", "proj/docs/a.md": lines(4_000) }),
    );
    expect(within.text).toMatch(/^TOP$/mu);
    expect(within.text).toMatch(/^BOTTOM$/mu);
    expect(within.text).toContain("(docs/a.md is cut here: ");
  });

  it("cuts a single long line within, on a character", async () => {
    const { text } = await load(await makePlace({ "proj/AGENTS.md": "字".repeat(30_000) }));
    expect(bytes(text)).toBeLessThanOrEqual(40_960);
    expect(bytes(text)).toBeGreaterThan(40_900);
    expect(text).not.toContain("�");
  });

  it("reads only the beginning of a huge file, and says how much", async () => {
    const huge = lines(100_000);
    const loaded = await load(await makePlace({ "proj/AGENTS.md": huge, "proj/CLAUDE.md": "SMALL\n" }));
    expect(loaded.text).toContain("SMALL");
    expect(loaded.text).toContain(`of ${bytes(huge).toLocaleString("en")} bytes are loaded`);
    expect(bytes(loaded.text)).toBeLessThanOrEqual(40_960);
    const wide = await load(await makePlace({ "proj/AGENTS.md": huge }), limits(10_000_000));
    expect(wide.text).toContain(huge.trimEnd());
    expect(wide.notices).toEqual([]);
  });

  it("stops including at a hundred files", async () => {
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`proj/${index}.md`, "x\n"]));
    const words = Array.from({ length: 120 }, (_, index) => `@${index}.md\n`).join("");
    const { text, notices } = await load(await makePlace({ "proj/AGENTS.md": words, ...files }));
    expect(count(text, "<!-- begin")).toBe(100);
    expect(notices).toHaveLength(20);
    expect(notices[0]).toContain("100 files are included already");
  });

  describe("leaves a person's and a nested file whole, with their includes,", () => {
    const others = {
      "proj/sub/AGENTS.md": "NESTED-MARKER\n",
      "proj/.agent/AGENT.md": "OWN-MARKER\n@../own.md\n",
      "proj/own.md": "OWNED-MARKER\n",
      "home/.agent/AGENT.md": "PERSON-MARKER\n@mine.md\n@gone.md\n",
      "home/.agent/mine.md": "MINE-MARKER\n",
    };
    const markers = ["NESTED-MARKER", "OWN-MARKER", "OWNED-MARKER", "PERSON-MARKER", "MINE-MARKER"];
    const numbered = <T>(length: number, of: (index: number) => T): T[] =>
      Array.from({ length }, (_, index) => of(index));
    const including = (length: number, { name = "", text = "x\n" }): Record<string, string> => ({
      "proj/AGENTS.md": numbered(length, (index) => `@${name}${index}.md\n`).join(""),
      ...Object.fromEntries(numbered(length, (index) => [`proj/${name}${index}.md`, text])),
    });
    const missing = (letter: string): string =>
      numbered(900, (index) => `@docs/${letter.repeat(150)}${index}.md\n\n`).join("");
    const hostile: [string, Record<string, string>][] = [
      ["slow to read", { "proj/AGENTS.md": `* ${"a\n".repeat(60_000)}@a.md` }],
      ["full of includes", including(150, {})],
      ["full of long names", including(100, { name: "字".repeat(70) })],
      ["full of words that lead nowhere", { "proj/AGENTS.md": missing("x"), "proj/CLAUDE.md": missing("y") }],
      ["full of large files", including(20, { text: lines(4_000) })],
    ];
    it.each(hostile)(
      "beside files %s",
      async (_, files) => {
        const place = await makePlace({ ...files, ...others });
        for (const limit of [40_960, 6_000]) {
          const { text, notices, files: rows } = await load(place, { cwd: "sub", ...limits(limit) });
          expect(bytes(text)).toBeLessThanOrEqual(limit);
          expect(markers.map((marker) => count(text, marker))).toEqual(markers.map(() => 1));
          expect(notices).toContain(
            "~/.agent/AGENT.md: @gone.md is not included: there is no ~/.agent/gone.md.",
          );
          expect(notices.length).toBeLessThan(70);
          expect(rows.length).toBeLessThan(320);
        }
      },
      60_000,
    );
  });

  it("says where a file's includes begin to stay as they are", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `see @docs/${index}.md\n`).join("");
    const { text, files } = await load(await makePlace({ "proj/AGENTS.md": words }), limits(8_000));
    expect(text).toMatch(
      /see \(AGENTS\.md: includes from here on stay as they are written: [^()]+\.\) @docs\/\d+\.md\nsee @docs/u,
    );
    expect(text).toContain("see @docs/59.md");
    expect(files[0]?.problem).toMatch(/^includes from here on/u);
  });

  it("leaves a person's file in its place, also where a repository's file includes it", async () => {
    const { text, notices } = await load(
      await makePlace({
        "proj/AGENTS.md": "TOP\n@.agent/AGENT.md\n",
        "proj/.agent/AGENT.md": "OWN-MARKER\n",
      }),
    );
    expect(text).toMatch(/\(\.agent\/AGENT\.md has a place of its own\.\)[\s\S]*AGENT\.md:\n\nOWN-MARKER$/u);
    expect(notices).toEqual([]);
  });

  it("counts the bytes of a file on disk, whatever its text takes here", async () => {
    const hidden = "\u200b".repeat(2_600);
    const { text, files, notices } = await load(
      await makePlace({ "proj/AGENTS.md": `${hidden}\n${hidden}\n${hidden}\n` }),
      limits(20_000),
    );
    const [file] = files;
    expect(file?.kept).toBeLessThan(file?.bytes ?? 0);
    const [, kept, total] = /cut here: ([\d,]+) of ([\d,]+) bytes/u.exec(text) ?? [];
    expect([kept, total].map((number) => Number(number?.replaceAll(",", "")))).toEqual([
      file?.kept,
      bytes(`${hidden}\n`) * 3,
    ]);
    expect(notices[0]).toContain(`${kept} of ${total} bytes`);
    const notes = await load(
      await makePlace({ "proj/AGENTS.md": `${"@gone.md\n\n".repeat(60)}${lines(200)}` }),
      limits(5_000),
    );
    expect(notes.files[0]?.kept).toBeLessThan(notes.files[0]?.bytes ?? 0);
  });

  it("says what is wrong with a file before its cut", async () => {
    const many = `${"@maya\n\n".repeat(1_200)}${lines(4_000)}`;
    const { text } = await load(await makePlace({ "proj/AGENTS.md": many }));
    expect(text).toMatch(/AGENTS\.md:\n\n\(AGENTS\.md: it has more than 1,000 words with @/u);
    expect(text).toContain("(AGENTS.md is cut here: ");
  });

  it("says that there is no room rather than that nothing is kept", async () => {
    const { files } = await load(
      await makePlace({ "proj/AGENTS.md": "字".repeat(100), "proj/CLAUDE.md": lines(50) }),
      limits(500),
    );
    for (const { kept, problem } of files) {
      expect(problem).toMatch(kept === 0 ? /^there is no room for it/u : /^it is cut after [1-9]/u);
    }
  });

  it("is never exceeded and always ends, whatever includes what", async () => {
    const name = constantFrom("AGENTS.md", "CLAUDE.md", "AGENT.md", "a.md", "d/b.md", "d/c.md", "gone.md");
    const piece = oneof(
      name.map((path) => `@${path}\n`),
      name.map((path) => `@../${path} and\n`),
      constantFrom("text\n", "```\n", "字".repeat(50), "<!-- ", "-->\n", lines(30)),
    );
    const graph = dictionary(
      name,
      array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    );
    await assert(
      asyncProperty(graph, integer({ min: 0, max: 4_000 }), async (files, budget) => {
        const { "gone.md": _, ...there } = files;
        const place = await makePlace(
          Object.fromEntries(Object.entries(there).map(([path, text]) => [`proj/${path}`, text])),
        );
        const { text, notices, within } = await load(place, limits(budget));
        expect(bytes(text)).toBeLessThanOrEqual(budget);
        expect(bytes(within(budget / 2).text)).toBeLessThanOrEqual(budget / 2);
        expect(new Set(notices).size).toBe(notices.length);
      }),
      { numRuns: 60 },
    );
  }, 600_000);

  it("leaves every byte outside of includes as it was", async () => {
    const word = constantFrom("@a.md", "@b.md", "@gone.md", "@maya", "`@a.md`");
    const words = array(tuple(constantFrom("x", "字 y", "* z\n", "\n\n", "> q\n", "| t |", "`c`"), word));
    await assert(
      asyncProperty(words, async (pairs) => {
        const text = pairs.map(([before, after]) => `${before} ${after} `).join("");
        const loaded = await load(
          await makePlace({ "proj/AGENTS.md": `T${text}`, "proj/a.md": "A", "proj/b.md": "B" }),
          limits(1_000_000),
        );
        const bare = loaded.text
          .slice(loaded.text.indexOf("AGENTS.md:\n\n") + 12)
          .replace(/\n?<!-- begin ([ab])\.md -->\n[AB]\n<!-- end \1\.md -->\n?/gu, "@$1.md")
          .replace(/\(([ab])\.md stands above\.\)/gu, "@$1.md")
          .replace(/\((@gone\.md) is not included: there is no gone\.md\.\)/gu, "$1");
        expect(bare.replaceAll("\n", "")).toBe(`T${text}`.replaceAll("\n", ""));
      }),
      { numRuns: 60 },
    );
  }, 600_000);
});
