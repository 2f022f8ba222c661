import { describe, expect, it } from "vitest";
import { gateOf } from "./gate.ts";

const at = (prompt: string, more = {}) => gateOf({ mode: "model", prompt, hasRoom: true, ...more });

describe("the gate of recall", () => {
  it("lets a lone identifier, path or error code pass to the lexical stage alone", () => {
    for (const prompt of ["getUserById", "src/cart/total.ts", "ERR_MODULE_NOT_FOUND", "v2.3.1", "部"]) {
      expect(at(prompt)).toEqual({ lexical: null, side: "too-short" });
    }
  });

  it("asks a side query from two words or two characters on", () => {
    for (const prompt of ["fix getUserById", "部署", "散歩", "백업", "go 部", "ok部", "มา"]) {
      expect(at(prompt)).toEqual({ lexical: null, side: null });
    }
  });

  it("takes function words for words where there is nothing else", () => {
    for (const prompt of ["make", "几何", "对应", "一对多", "지도", "すし"])
      expect(at(prompt).lexical).toBeNull();
  });

  it("has nothing to look for in blanks and signs", () => {
    expect(at("")).toEqual({ lexical: "no-words", side: "too-short" });
    expect(at("?! 🚀")).toEqual({ lexical: "no-words", side: "too-short" });
  });

  it("is closed when the session's bytes are spent, and by the mode", () => {
    const prompt = "where do we deploy";
    expect(at(prompt, { hasRoom: false })).toEqual({ lexical: "session-budget", side: "session-budget" });
    expect(at(prompt, { mode: "off" })).toEqual({ lexical: "off", side: "off" });
    expect(at(prompt, { mode: "lexical" })).toEqual({ lexical: null, side: "off" });
    expect(at(prompt, { mode: "auto" })).toEqual({ lexical: null, side: null });
  });

  it("looks at a long prompt in no time", () => {
    expect(at("部".repeat(1_000_000))).toMatchObject({ side: null });
    expect(at("x".repeat(1_000_000))).toMatchObject({ side: "too-short" });
  });
});
