import { mkdir, mkdtemp, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryAt } from "./memory-at.ts";

describe("the memory that a file is", () => {
  it("is known by its folder, through links too; an index, other files and folders inside are none", async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "daybook-at-")));
    await mkdir(join(root, "real"));
    await symlink(join(root, "real"), join(root, "linked"));
    const folders = { user: join(root, "linked"), project: join(root, "p"), shared: join(root, "s") };
    const at = (path: string) => memoryAt(folders, join(root, path));
    expect(await at("real/a.md")).toBe("user/a");
    expect(await at("p/b.md")).toBe("project/b");
    expect(await at("s/c.md")).toBe("project/c");
    expect(await memoryAt({ ...folders, shared: null }, join(root, "s/c.md"))).toBe(null);
    for (const other of ["real/MEMORY.md", "real/a.txt", "p/deep/b.md", "elsewhere/a.md"]) {
      expect(await at(other)).toBe(null);
    }
  });
});
