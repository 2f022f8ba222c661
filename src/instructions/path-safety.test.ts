import { execFileSync } from "node:child_process";
import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, unlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "./disk.ts";
import { load, makePlace } from "./instructions.fixture.ts";

describe("what instruction files may read", () => {
  it("refuses what a repository's link or name leads to, and goes on", async () => {
    const place = await makePlace(
      {
        "outside/x.md": "OUTSIDE\n",
        "proj/.git/config": "GITCONFIG\n",
        "proj/.env": "ENVFILE\n",
        "proj/.claude/CLAUDE.md": "FINE\n",
      },
      { "proj/AGENT.md": "../outside/x.md", "proj/AGENTS.md": "nowhere.md", "proj/CLAUDE.md": ".git/config" },
    );
    const { text, notices } = await load(place);
    expect(text).toContain("FINE");
    expect(text).not.toMatch(/OUTSIDE|GITCONFIG|ENVFILE/u);
    expect(notices).toEqual([
      "AGENT.md is not loaded: it is a link that leads out of the project.",
      "AGENTS.md is not loaded: it is a link to nothing.",
      "CLAUDE.md is not loaded: it is a link, and nothing under .git is read.",
    ]);
    for (const notice of notices) expect(text).toContain(`(${notice})`);
  });

  it.each([
    "@.env",
    "@.env.local",
    "@config/prod.env",
    "@.git/config",
    "@.GIT/config",
    "@sub/.git/HEAD",
    "@id_rsa",
    "@keys/server.pem",
    "@keys/server.key",
    "@.ssh/config",
    "@.npmrc",
    "@credentials.json",
    "@secrets.yml",
    "@innocent.md",
    "@folder/HEAD",
    "@include .env",
    "@include folder/HEAD",
  ])("reads no secret by %s", async (word) => {
    const place = await makePlace(
      Object.fromEntries(
        [
          ".env", ".env.local", "config/prod.env", ".git/config", ".GIT/config", "sub/.git/HEAD", "id_rsa",
          "keys/server.pem", "keys/server.key", ".ssh/config", ".npmrc", "credentials.json", "secrets.yml",
        ].map((path) => [`proj/${path}`, "CANARY\n"]),
      ),
      { "proj/innocent.md": ".env", "proj/folder": "sub/.git" },
    ); // prettier-ignore
    await writeFile(join(place.project, "AGENTS.md"), `Rules.\n${word}\nMore.\n`);
    const { text, notices } = await load(place);
    expect(text).not.toContain("CANARY");
    expect(text).toContain("More.");
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(`AGENTS.md: ${word} is not included: `);
  });

  it("reads public keys, examples and documents about keys", async () => {
    const names = ["docs/credentials.md", "docs/.gitignore", "keys.md", "id_rsa.pub", "docs/environment.md"];
    const place = await makePlace(Object.fromEntries(names.map((name) => [`proj/${name}`, `OK ${name}\n`])));
    await writeFile(join(place.project, "AGENTS.md"), names.map((name) => `@${name}\n`).join(""));
    const { text, notices } = await load(place);
    expect(notices).toEqual([]);
    for (const name of names) expect(text).toContain(`OK ${name}`);
  });

  it("never waits for a pipe, and reads no device, socket or folder", async () => {
    const place = await makePlace(
      {
        "proj/AGENTS.md":
          "@pipe.md\n@socket\n@zero.md\n@folder\n@./folder\n/dev/zero: @/dev/zero\n@include folder\nEND\n",
      },
      { "proj/zero.md": "/dev/zero" },
    );
    execFileSync("mkfifo", [join(place.project, "pipe.md")]);
    await mkdir(join(place.project, "folder"));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(place.project, "socket"), resolve));
    try {
      const { text, notices } = await load(place);
      expect(text).toContain("END");
      expect(text).toContain("\n@folder\n");
      expect(
        notices.map((notice) => notice.replace(/^AGENTS\.md: (.*) is not included: (.*)\.$/u, "$1 | $2")),
      ).toEqual([
        "@pipe.md | it is no regular file",
        "@socket | it is no regular file",
        "@zero.md | it is a link that leads out of the project",
        "@./folder | it is a folder",
        "@/dev/zero | absolute paths are not read; write it from the including file on",
        "@include folder | it is a folder",
      ]);
    } finally {
      server.close();
    }
    await unlink(join(place.project, "AGENTS.md"));
    execFileSync("mkfifo", [join(place.project, "AGENTS.md")]);
    expect((await load(place)).notices).toEqual(["AGENTS.md is not loaded: it is no regular file."]);
  });

  it("goes on where it may not read", async () => {
    const place = await makePlace({
      "proj/AGENTS.md": "A\n@docs/a.md\n",
      "proj/CLAUDE.md": "B\n",
      "proj/docs/a.md": "C\n",
    });
    const denied = (path: string): void => {
      if (/CLAUDE\.md$|docs/u.test(path)) throw Object.assign(new Error("denied"), { code: "EACCES" });
    };
    const { text, notices } = await load(place, {
      disk: {
        ...nodeDisk,
        realPath: (path) => (path.includes("docs") && denied(path), nodeDisk.realPath(path)),
        open: (path) => (denied(path), nodeDisk.open(path)),
      },
    });
    expect(text).toContain("A\n");
    expect(notices).toEqual([
      "AGENTS.md: @docs/a.md is not included: reading it is not permitted.",
      "CLAUDE.md is not loaded: reading it is not permitted.",
    ]);
  });

  it("opens nothing but what it judged: a folder that becomes a link in between", async () => {
    const place = await makePlace({
      "proj/AGENTS.md": "@docs/a.md\nEND\n",
      "proj/docs/a.md": "INSIDE\n",
      "outside/a.md": "OUTSIDE\n",
    });
    const docs = join(place.project, "docs");
    const { text, notices } = await load(place, {
      disk: {
        ...nodeDisk,
        open(path) {
          if (path.endsWith("a.md")) {
            renameSync(docs, `${docs}-${Math.random()}`);
            symlinkSync("../outside", docs);
          }
          return nodeDisk.open(path);
        },
      },
    });
    expect(text).not.toMatch(/OUTSIDE|INSIDE/u);
    expect(text).toContain("END");
    expect(notices).toHaveLength(1);
  });

  it("reads a file again that an editor replaced in between", async () => {
    const place = await makePlace({ "proj/AGENTS.md": "OLD\n" });
    const path = join(place.project, "AGENTS.md");
    let isReplaced = false;
    const { text, notices } = await load(place, {
      disk: {
        ...nodeDisk,
        open(opened) {
          if (!isReplaced) {
            isReplaced = true;
            writeFileSync(`${path}.new`, "NEW\n");
            renameSync(`${path}.new`, path);
          }
          return nodeDisk.open(opened);
        },
      },
    });
    expect(text).toContain("NEW");
    expect(notices).toEqual([]);
  });

  it("passes over a file that vanishes in between", async () => {
    const place = await makePlace({ "proj/AGENTS.md": "OLD\n", "proj/CLAUDE.md": "STAYS\n" });
    const gone = () => {
      throw Object.assign(new Error("gone"), { code: "ENOENT" });
    };
    const { text } = await load(place, {
      disk: { ...nodeDisk, open: (path) => (path.endsWith("AGENTS.md") ? gone() : nodeDisk.open(path)) },
    });
    expect(text).toContain("STAYS");
  });
});
