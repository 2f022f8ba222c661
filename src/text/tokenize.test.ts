import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allTerms, questionTerms, visitTerms } from "./tokenize.ts";

function termsOf(text: string): string[] {
  return allTerms(text).map((term) => term.text);
}

function about(text: string): string[] {
  return questionTerms(text).map((term) => term.text);
}

describe("words", () => {
  it("are stemmed, lower case and without accents", () => {
    expect(termsOf("Deploying the Cafés")).toEqual(["deploi", "the", "cafe"]);
    expect(termsOf("Straße ÆSIR Łódź İstanbul naïve")).toEqual([
      "strass",
      "aesir",
      "lodz",
      "istanbul",
      "naiv",
    ]);
  });

  it("are one however wide or composed they were written", () => {
    expect(termsOf("ＡＰＩ ﬁle cafe\u0301")).toEqual(termsOf("API file café"));
  });

  it("end before an apostrophe's ending", () => {
    expect(termsOf("the user's key isn’t O'Brien's")).toEqual(["the", "user", "kei", "isn", "o", "brien"]);
  });

  it("keep the letters of their script", () => {
    expect(termsOf("новый Сервер")).toEqual(["новый", "сервер"]);
    expect(termsOf("Άνθρωπος")).toEqual(["ανθρωπος"]);
    expect(termsOf("كِتَاب")).toEqual(["كتاب"]);
    expect(termsOf("हिन्दी भाषा")).toEqual(["हिन्दी", "भाषा"]);
  });
});

describe("a question", () => {
  it("drops what says how it is asked", () => {
    expect(about("Where should I deploy my changes to test them?")).toEqual(["deploi", "chang", "test"]);
    expect(about("部署流程是什么")).toEqual(["部", "署", "部署", "流", "署流", "程", "流程", "程是"]);
    expect(about("这个 部署")).toEqual(["部", "署", "部署"]);
  });

  it("of nothing else means what it says", () => {
    expect(about("make")).toEqual(["make"]);
    expect(about("what is it")).toEqual(["what", "is", "it"]);
    expect(about("すし")).toEqual(["す", "し", "すし"]);
  });

  it.each(["几何", "对应", "对多", "지도", "도시", "기한"])(
    "is about a word of two function characters: %s",
    (pair) => {
      expect(about(`${pair} x`)).toEqual([pair, "x"]);
    },
  );

  it.each(["哪里", "这里", "那里", "什么", "我的", "可以", "에서는", "그것은", "それは"])(
    "drops what only asks or points: %s",
    (words) => {
      expect(about(`${words} x`)).toEqual(["x"]);
    },
  );

  it("holds each term once, in the best of its roles", () => {
    expect(questionTerms("get-user user user")).toEqual([
      { text: "get-user", kind: "word", role: "content" },
      { text: "user", kind: "word", role: "content" },
    ]);
  });
});

describe("scripts without spaces", () => {
  it.each([
    ["发布", "发布之前必须先跑完整测试"],
    ["散歩", "毎朝散歩をしてから端末を起動する"],
    ["백업", "매일밤백업을한다"],
    ["สำรอง", "ต้องสำรองข้อมูลทุกคืน"],
    ["𠮷野", "昨日は𠮷野家"],
  ])("a part is in the whole: %s", (part, whole) => {
    const terms = new Set(termsOf(whole));
    expect(termsOf(part).filter((term) => !terms.has(term))).toEqual([]);
    expect(allTerms(part).some(({ kind }) => kind === "pair")).toBe(true);
  });

  it("know no term of what only lengthens a vowel", () => {
    expect(termsOf("サーバー")).toEqual(["サ", "サー", "バ", "ーバ", "バー"]);
  });

  it("part from the words between them", () => {
    expect(termsOf("用Redis缓存")).toEqual(["用", "redi", "缓", "存", "缓存"]);
  });
});

describe("identifiers", () => {
  it.each([
    ["getUserById", ["getuserbyid", "get", "user", "by", "id"]],
    ["XMLHttpRequest", ["xmlhttprequest", "xml", "http", "request"]],
    ["ERR_MODULE_NOT_FOUND", ["err_module_not_found", "err", "modul", "not", "found"]],
    ["E1234", ["e1234"]],
    ["--no-verify", ["no-verify", "no", "verifi"]],
    ["v2.3.1", ["2.3.1", "2.3"]],
    ["PM-402-31", ["pm-402-31", "pm", "402", "31"]],
    ["scripts/backfill.py", ["scripts/backfill.py", "script", "backfill.py", "backfil", "py"]],
    ["C:\\logs\\app.log", ["c:\\logs\\app.log", "c", "log", "app.log", "app"]],
    ["std::vector", ["std::vector", "std", "vector"]],
    ["(see src/text.)", ["see", "src/text", "src", "text"]],
  ])("whole and in parts: %s", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it("a version is itself, with or without its letter, and no other", () => {
    expect(termsOf("v2.3.1")).toEqual(termsOf("2.3.1"));
    expect(termsOf("v2.3.10")).not.toContain("2.3.1");
  });

  it("keeps the language C apart from its children", () => {
    expect(termsOf("C++ and C#, F# or C")).toEqual(["c++", "and", "c#", "f#", "or", "c"]);
  });
});

describe("any text", () => {
  it("gives terms of bounded length, and never throws (property)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        visitTerms(text, (term) => {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(256);
        });
      }),
    );
    expect(termsOf("\ud800 \udc00\ud800a")).toEqual(["a"]);
  });

  it("finds the same terms for what it found (property)", () => {
    const letters = fc.stringMatching(/^[a-zA-Z_.\-/0-9发布散歩백업]{0,40}$/);
    fc.assert(
      fc.property(letters, letters, (left, right) => {
        const whole = new Set(termsOf(`${left} ${right}`));
        expect(termsOf(left).every((term) => whole.has(term))).toBe(true);
      }),
    );
  });

  it.each([
    ["Chinese", "发布之前必须先跑完整测试"],
    ["one run", "a"],
    ["one path", "a/"],
    ["humps", "aB"],
    ["joiners", "-"],
    ["letters and joiners", "a-._"],
    ["combining marks", "e\u0301"],
    ["marks alone", "\u0301"],
    ["digits", "1."],
    ["apostrophes", "a'"],
  ])("a megabyte of it is no trouble: %s", (_, unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    let count = 0;
    visitTerms(text, () => {
      count += 1;
    });
    expect(count).toBeLessThanOrEqual(2 * text.length + 15);
  });

  it("nor is what grows eighteenfold when it is made plain", () => {
    expect(termsOf("\ufdfa".repeat(20_000)).length).toBeGreaterThan(0);
  });
});
