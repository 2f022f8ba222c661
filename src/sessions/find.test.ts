import { describe, expect, it } from "vitest";
import { findSession } from "./find.ts";

const ids = ["20310301-080000-a1b2", "20310301-080000-a1ff", "20310302-090000-c3d4"];

describe("findSession", () => {
  it("takes a whole id, a beginning that no other has, or the last four digits", () => {
    for (const given of [ids[2] ?? "", "20310302", " 20310302-09 ", "c3d4", "C3D4", `${ids[2]}.jsonl`]) {
      expect(findSession(given, ids)).toBe(ids[2]);
    }
  });

  it("names the candidates of a beginning that several have", () => {
    expect(() => findSession("20310301", ids)).toThrow(/2 sessions begin with .*-a1b2, .*-a1ff\. Give more/);
    const many = Array.from({ length: 9 }, (_, digit) => `20310301-08000${digit}-a1b2`);
    expect(() => findSession("2031", many)).toThrow(/9 sessions begin .* and 4 more/);
    expect(() => findSession("a1b2", many)).toThrow(expect.objectContaining({ code: "ambiguous" }));
    expect(() => findSession("a1b2", many)).toThrow('9 sessions end in "a1b2"');
  });

  it("says what is there when none is meant", () => {
    expect(() => findSession("20310303", ids)).toThrow(/no session "20310303".*daybook sessions list/);
    expect(() => findSession("20310302-090000-c3d5", ids)).toThrow(/The nearest: 20310302-090000-c3d4/);
    expect(() => findSession("x", [])).toThrow(/none yet/);
    expect(() => findSession(" ", ids)).toThrow(expect.objectContaining({ code: "usage" }));
    expect(() => findSession("2030", ids, ["20300101-000000-eeee"])).toThrow(
      /20300101-000000-eeee is in the trash\. daybook sessions restore 20300101-000000-eeee/,
    );
  });
});
