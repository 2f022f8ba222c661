import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { allowCommand, readAllowedCommands } from "./allowed-commands.ts";
import { projectFilePath } from "./project-file.ts";

const collect = async () => ({ id: "p-1", key: "/p", created: "2026-11-29T00:00:00Z" });

describe("allowed commands", () => {
  it("are kept in project.json, once, beside what is there", async () => {
    const storage = createMemoryStorage();
    expect(await readAllowedCommands(storage)).toEqual([]);
    for (const command of ["npm test", "make", "npm test"]) {
      await storage.change(["project"], (tx) => allowCommand(tx, { command, collect }));
    }
    expect(await readAllowedCommands(storage)).toEqual(["npm test", "make"]);
    const stored = await storage.read(projectFilePath);
    expect(stored.found && JSON.parse(stored.text)).toMatchObject({
      id: "p-1",
      created: "2026-11-29T00:00:00Z",
    });
  });

  it("leave a file alone that cannot be understood", async () => {
    const storage = createMemoryStorage();
    await storage.change(["project"], async (tx) => tx.write(projectFilePath, '{"allowedCommands": "all"}'));
    expect(await readAllowedCommands(storage)).toEqual([]);
    const adding = storage.change(["project"], (tx) => allowCommand(tx, { command: "make", collect }));
    await expect(adding).rejects.toMatchObject({ code: "unreadable" });
    expect(await storage.read(projectFilePath)).toMatchObject({ text: '{"allowedCommands": "all"}' });
  });
});
