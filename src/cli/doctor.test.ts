import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDesk, type Desk } from "./rm-session.fixture.ts";

let desk: Desk;
beforeEach(async () => void (desk = await openDesk()));
afterEach(() => desk.close());

const save = (type: string) =>
  desk.run(["save", "--type", type, "--name", type, "--description", "d", "--body", "b"]);

async function findings(): Promise<{ code: string; file: string; message: string }[]> {
  const { out } = await desk.run(["doctor", "--json"]);
  return (JSON.parse(out) as { findings: { code: string; file: string; message: string }[] }).findings;
}

describe("doctor", () => {
  it("tells of proposals that nobody can read, rejected ones too", async () => {
    await save("project");
    const { project } = await desk.open();
    const inbox = join(project.folder, "inbox");
    await mkdir(join(inbox, "rejected"), { recursive: true, mode: 0o700 });
    const put = (name: string, content: string | Uint8Array) =>
      writeFile(join(inbox, name), content, { mode: 0o600 });
    await put("bytes.md", Buffer.from([0x2d, 0xff, 0xfe]));
    await put("headless.md", "no header\n");
    await put("rejected/headless.md", "no header\n");
    execFileSync("mkfifo", ["-m", "600", join(inbox, "pipe.md")]);
    const found = await findings();
    expect(found.map(({ code, file }) => `${code} ${file.slice(inbox.length + 1)}`).toSorted()).toEqual([
      "unreadable bytes.md",
      "unreadable headless.md",
      "unreadable pipe.md",
      "unreadable rejected/headless.md",
    ]);
  });

  it("waits for no pipe on its way in: project and settings", async () => {
    await save("project");
    const { project } = await desk.open();
    for (const file of [join(project.folder, "project.json"), join(desk.home, "daybook.json")]) {
      await rm(file, { force: true });
      execFileSync("mkfifo", ["-m", "600", file]);
    }
    expect((await findings()).map(({ code }) => code)).toEqual(["broken-file", "settings"]);
  });

  it("finds nothing in what a whole life of memories and sessions wrote", async () => {
    await save("user");
    await save("project");
    await desk.talk(["hello"], [{ text: "hello" }]);
    await desk.run(["search", "hello"]);
    await desk.run(["rm", "user"]);
    await desk.run(["undo"]);
    expect(await findings()).toEqual([]);
  });
});
