import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder with real git repositories in it, for tests. */
export interface ScratchFolder {
  /** Real path. */
  root: string;
  path(...parts: string[]): string;
  /** Runs git in a folder of the scratch, away from the person's own configuration. */
  git(folder: string, ...args: string[]): string;
  /** A repository with one commit whose id no other repository has. */
  repository(folder: string): string;
  write(file: string, text: string): string;
  remove(): void;
}

let made = 0;

/** Makes one; call `remove` at the end. `searchPath` is the `PATH` to find git on. */
export function createScratchFolder(searchPath: string | undefined): ScratchFolder {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), "daybook-project-")));
  const path = (...parts: string[]): string => join(root, ...parts);
  const git = (folder: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd: path(folder),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: searchPath,
        HOME: root,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "t",
        GIT_AUTHOR_EMAIL: "t@example.org",
        GIT_COMMITTER_NAME: "t",
        GIT_COMMITTER_EMAIL: "t@example.org",
      },
    });
  return {
    root,
    path,
    git,
    repository(folder) {
      mkdirSync(path(folder), { recursive: true });
      git(folder, "init", "-q", "-b", "main");
      git(folder, "commit", "-q", "--allow-empty", "-m", `first of ${folder} ${process.pid} ${(made += 1)}`);
      return path(folder);
    },
    write(file, text) {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), text);
      return path(file);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
