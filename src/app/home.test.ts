import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { identifyProject } from "../project/index.ts";
import { assertHomeIsPersons, assertUsableHome, resolveHome } from "./home.ts";
import { userHomeOf } from "./host.ts";
import type { Host } from "./host.ts";

function hostWith(env: Record<string, string>, more: Partial<Host> = {}): Host {
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
    ...more,
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
    expect(() => resolveHome(hostWith({}), " ")).toThrow(/Name a folder/);
  });
});

describe("the person's folder", () => {
  it("is never empty or relative: a clone's .agent would become the home", () => {
    expect(userHomeOf([() => "", () => "/home/person"])).toBe("/home/person");
    expect(userHomeOf([() => ".", () => "/home/person"])).toBe("/home/person");
    const unknown = (): string => {
      throw new Error("no such user");
    };
    expect(userHomeOf([unknown, () => "/home/person"])).toBe("/home/person");
    expect(userHomeOf([() => "home", unknown])).toBe("");
  });

  it("is asked for where it is needed, and only there", () => {
    for (const userHome of ["", "home"]) {
      const lost = (env: Record<string, string>) => hostWith(env, { userHome });
      expect(() => resolveHome(lost({}))).toThrow(/Set HOME, or name .* DAYBOOK_HOME/);
      expect(() => resolveHome(lost({ DAYBOOK_HOME: "~/x" }))).toThrow(/Set HOME/);
      expect(resolveHome(lost({ DAYBOOK_HOME: "/a" }))).toBe("/a");
    }
  });
});

describe("a relative DAYBOOK_HOME", () => {
  async function check(wish: string, more: { flag?: string; git?: boolean; atHome?: boolean } = {}) {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), "daybook-home-")));
    if (more.git === true) {
      for (const part of ["objects", "refs"]) await mkdir(join(cwd, ".git", part), { recursive: true });
      await writeFile(join(cwd, ".git", "HEAD"), "ref: refs/heads/main\n");
    }
    const userHome = more.atHome === true ? cwd : "/home/person";
    const host = hostWith({ DAYBOOK_HOME: wish }, { cwd: () => cwd, userHome });
    const project = await identifyProject({ cwd });
    const home = resolveHome(host, more.flag);
    return assertHomeIsPersons(host, { home, flag: more.flag, project });
  }

  it("is refused where it names what may have come with a clone", async () => {
    await expect(check(".agent")).rejects.toThrow(/DAYBOOK_HOME is ".agent".*an absolute folder/);
    await expect(check(".agent", { git: true })).rejects.toMatchObject({ code: "invalid" });
    await expect(check("sub/.agent", { git: true })).rejects.toMatchObject({ code: "invalid" });
  });

  it("is used elsewhere, and so is what a person names by hand", async () => {
    await expect(check("notes")).resolves.toBeUndefined();
    await expect(check("../notes", { git: true })).resolves.toBeUndefined();
    await expect(check(".agent", { atHome: true })).resolves.toBeUndefined();
    await expect(check(".agent", { flag: ".agent", git: true })).resolves.toBeUndefined();
    await expect(check("/elsewhere", { git: true })).resolves.toBeUndefined();
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
    await expect(assertUsableHome(join(folder, "file"))).rejects.toThrow(
      /a file, not a folder.*another home/,
    );
    await expect(assertUsableHome(join(folder, "link"))).rejects.toThrow(/does not exist.*another home/);
  });
});
