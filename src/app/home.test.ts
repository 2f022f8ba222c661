import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertUsableHome, resolveHome } from "./home.ts";
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

describe("assertUsableHome", () => {
  it("accepts a folder, a link to one, and what is not there yet", async () => {
    const folder = await mkdtemp(join(tmpdir(), "daybook-home-"));
    await symlink(folder, join(folder, "link"));
    for (const home of [folder, join(folder, "link"), join(folder, "later")]) {
      await expect(assertUsableHome(home)).resolves.toBeUndefined();
    }
  });

  it("names a file and a link that leads nowhere", async () => {
    const folder = await mkdtemp(join(tmpdir(), "daybook-home-"));
    await writeFile(join(folder, "file"), "");
    await symlink(join(folder, "nowhere"), join(folder, "link"));
    await expect(assertUsableHome(join(folder, "file"))).rejects.toThrow(/a file, not a folder.*--home/);
    await expect(assertUsableHome(join(folder, "link"))).rejects.toThrow(/does not exist.*--home/);
  });
});
