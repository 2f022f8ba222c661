import { expect, test } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createProjectKeeper, projectFilePath } from "./project-file.ts";

const collected = { id: "web-0", key: "/work/web", created: "2026-11-29T12:00:00Z" };
const collect = async () => collected;

test("the first save of a project writes its file, and later ones leave it", async () => {
  const storage = createMemoryStorage();
  const keep = createProjectKeeper({ isKnown: false, collect });
  await storage.change(["project"], keep);
  const first = await storage.read(projectFilePath);
  expect(first.found && JSON.parse(first.text)).toEqual(collected);
  const { id } = await storage.change(["project"], keep);
  expect(id).toBeUndefined();
});

test("a process whose project was moved away does not write where nobody looks", async () => {
  const storage = createMemoryStorage({ files: { [projectFilePath]: JSON.stringify(collected) } });
  const keep = createProjectKeeper({ isKnown: false, collect });
  await storage.change(["project"], keep);
  await storage.change(["project"], async (tx) => tx.remove(projectFilePath));
  await expect(storage.change(["project"], keep)).rejects.toMatchObject({ code: "conflict" });
  await expect(
    createMemoryStorage().change(["project"], createProjectKeeper({ isKnown: true, collect })),
  ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("moved") });
});
