import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { hashedSlug, isPossibleSlug, isSameName, slugify } from "./slug.ts";

describe("slugify", () => {
  it.each([
    ["commit message 前缀", "commit-message-071596ac"],
    ["DB port", "db-port"],
    ["C++ style", "c-style"],
    ["C style", "c-style"],
    ["  Use port 8081, not 8080! ", "use-port-8081-not-8080"],
    ["../escape", "escape"],
    ["C:\\escape", "c-escape"],
    ["nul\u0000byte", "nul-byte"],
    ["nul.notes", "nul-notes"],
    ["lpt9 cable", "lpt9-cable"],
    ["com10", "com10"],
    ["ends with dot.", "ends-with-dot"],
    ["a".repeat(60), "a".repeat(60)],
  ])("%j -> %s", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it.each(["con", "AUX", "nul.", "com1", "Memory", "café", "a".repeat(61), "🦊", "..", "Ⅷ", "com¹"])(
    "%j takes a hash",
    (name) => {
      expect(slugify(name)).toMatch(/^(?:[a-z0-9]+-)+[0-9a-f]{8}$/);
      expect(slugify(name)).toBe(hashedSlug(name, 0));
    },
  );

  it("is called memory-<hash> when nothing is left", () => {
    expect(slugify("🦊")).toMatch(/^memory-[0-9a-f]{8}$/);
    expect(slugify("..")).toMatch(/^memory-[0-9a-f]{8}$/);
  });

  it("tells apart what letters alone do not", () => {
    const long = "the same sixty characters at the front of two long names, and then";
    const names = [
      "Redis：缓存策略",
      "Redis：连接池上限",
      "🦊",
      "🧪",
      "☕️",
      `${long} one`,
      `${long} two`,
      "K\u212a",
      "Kk",
    ];
    expect(new Set(names.map((name) => slugify(name))).size).toBe(names.length - 1);
    expect(slugify("Redis：缓存策略")).toMatch(/^redis-[0-9a-f]{8}$/);
  });

  it("does not depend on how accents are encoded", () => {
    expect(slugify("Cafe\u0301")).toBe(slugify("Caf\u00e9"));
    expect(isSameName("Cafe\u0301", "Caf\u00e9")).toBe(true);
  });

  it("cuts at 60, never at a joint", () => {
    const slug = slugify(`${"a".repeat(59)} bcd`);
    expect(slug).toMatch(/^a{59}-[0-9a-f]{8}$/);
  });

  it("is safe and repeatable for any name (property)", () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.string({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(name, fc.nat(3), (text, attempt) => {
        for (const slug of [slugify(text), hashedSlug(text, attempt)]) {
          expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(slug.length).toBeLessThanOrEqual(69);
          expect(slug).not.toMatch(/^(con|prn|aux|nul|com[1-9]|lpt[1-9]|memory)$/);
          expect(isPossibleSlug(slug)).toBe(true);
        }
        expect(slugify(text)).toBe(slugify(text));
        expect(hashedSlug(text, attempt)).not.toBe(hashedSlug(text, attempt + 1));
      }),
    );
  });
});

describe("isPossibleSlug", () => {
  it.each(["a", "db-port", `${"a".repeat(60)}-0123abcd`])("%s is", (slug) => {
    expect(isPossibleSlug(slug)).toBe(true);
  });

  it.each([
    "",
    "Db",
    "a_b",
    "-a",
    "a-",
    "a--b",
    "con",
    "memory",
    "../x",
    "a/b",
    "a.md",
    "前",
    "a".repeat(61),
    `${"a".repeat(61)}-0123abcd`,
  ])("%j is not", (slug) => {
    expect(isPossibleSlug(slug)).toBe(false);
  });
});
