import { describe, expect, it } from "vitest";

import { filesThatMayBeNamed, freeSlug } from "./find-by-name.ts";
import { hashedSlug } from "./slug.ts";

const entry = (file: string, title: string) => ({ file, title, mark: "- " });

describe("filesThatMayBeNamed", () => {
  it("opens nothing where lines explain all slugs", () => {
    const files = Array.from({ length: 50 }, (_, number) => `note-${number}.md`);
    const entries = files.map((file, number) => entry(file, `Note ${number}`));
    expect(filesThatMayBeNamed("Something new", { files, entries })).toEqual([]);
    expect(filesThatMayBeNamed("note 7", { files, entries })).toEqual(["note-7.md"]);
  });

  it("does not take a longer or shorter title for the name that made the slug", () => {
    const entries = [
      entry("note-7.md", "Note 7 of May"),
      entry("note-8-9.md", "Note 8"),
      entry("c-style.md", "C++ style!"),
    ];
    const files = entries.map(({ file }) => file);
    expect(filesThatMayBeNamed("Other", { files, entries })).toEqual(["note-7.md", "note-8-9.md"]);
  });

  it("finds hashed, renamed and person-made files", () => {
    const hashed = `${hashedSlug("前缀", 0)}.md`;
    const files = [hashed, "old-name.md", "feedback_no-friday.md", "no-line.md"];
    const entries = [
      entry(hashed, "前缀"),
      entry("old-name.md", "New name"),
      entry("feedback_no-friday.md", "no-friday"),
    ];
    expect(filesThatMayBeNamed("前缀", { files, entries })[0]).toBe(hashed);
    expect(filesThatMayBeNamed("New name", { files, entries })[0]).toBe("old-name.md");
    expect(filesThatMayBeNamed("Other", { files, entries })).toEqual([
      "old-name.md",
      "feedback_no-friday.md",
      "no-line.md",
    ]);
  });

  it("finds a name whose line was cut", () => {
    const files = ["a-very-long-name.md"];
    const entries = [entry("a-very-long-name.md", "A very long na…")];
    expect(filesThatMayBeNamed("A very long name that", { files, entries })).toEqual(files);
    expect(filesThatMayBeNamed("Another", { files, entries })).toEqual([]);
  });

  it("does not take a title that a person ended in … for a cut one", () => {
    const files = ["old-name.md"];
    const entries = [entry("old-name.md", "and so on…")];
    expect(filesThatMayBeNamed("Another", { files, entries })).toEqual(files);
    expect(filesThatMayBeNamed("and so on…", { files, entries })).toEqual(files);
  });
});

describe("freeSlug", () => {
  it("adds a hash where the slug is taken, whatever its case, and another where that is", () => {
    expect(freeSlug("Readme", [])).toBe("readme");
    const first = hashedSlug("Readme", 0);
    expect(freeSlug("Readme", ["README.md"])).toBe(first);
    expect(freeSlug("Readme", ["README.md", `${first}.md`])).toBe(hashedSlug("Readme", 1));
  });
});
