import { describe, expect, it } from "vitest";
import { resolveHome } from "./home.ts";
import type { Host } from "./host.ts";

function hostWith(env: Record<string, string>): Host {
  return {
    env,
    platform: "linux",
    userHome: "/home/person",
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    self: ["node"],
    now: () => new Date(0),
    cwd: () => "/work/shop",
    onInterrupt: () => () => {},
    exit: () => {},
  };
}

describe("resolveHome", () => {
  it("takes the flag, then DAYBOOK_HOME, then ~/.agent", () => {
    expect(resolveHome(hostWith({ DAYBOOK_HOME: "/a" }), "/b")).toBe("/b");
    expect(resolveHome(hostWith({ DAYBOOK_HOME: "/a" }))).toBe("/a");
    expect(resolveHome(hostWith({ DAYBOOK_HOME: "" }))).toBe("/home/person/.agent");
    expect(resolveHome(hostWith({}))).toBe("/home/person/.agent");
  });

  it("is absolute", () => {
    expect(resolveHome(hostWith({}), "scratch")).toBe("/work/shop/scratch");
    expect(resolveHome(hostWith({ DAYBOOK_HOME: "~/notes" }))).toBe("/home/person/notes");
    expect(resolveHome(hostWith({}), "~notes")).toBe("/work/shop/~notes");
  });

  it("refuses a blank folder", () => {
    expect(() => resolveHome(hostWith({}), " ")).toThrow(/--home needs a folder/);
  });
});
