import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDesk, type Desk, withoutCaches } from "./rm-session.fixture.ts";

let desk: Desk;
beforeEach(async () => void (desk = await openDesk()));
afterEach(() => desk.close());

const saves = (name: string, body: string, type = "user") => ({
  tools: [{ name: "Memory", input: { action: "save", type, name, description: `about ${name}`, body } }],
});
const save = (name: string, body: string) =>
  desk.run(["save", "--type", "user", "--name", name, "--description", `about ${name}`, "--body", body]);
const slugs = async (): Promise<string[]> =>
  (JSON.parse((await desk.run(["list", "--json"])).out) as { slug: string }[])
    .map(({ slug }) => slug)
    .toSorted();

/** A session that made two memories and changed one, with a marker in all that it said and heard. */
async function talk(): Promise<string> {
  await save("mine", "as the person wrote it");
  return desk.talk(
    ["note the MARKER"],
    [
      saves("of the session", "MARKER one"),
      saves("mine", "MARKER two"),
      saves("MARKER of the project", "MARKER three", "project"),
      { text: "noted MARKER" },
    ],
  );
}

describe("rm --session", () => {
  it("shows what goes, and does nothing without a word of the person", async () => {
    const id = await talk();
    const before = await desk.filesWith("MARKER");
    expect(before.length).toBeGreaterThan(5);
    for (const words of [
      ["rm", "--session", id],
      ["rm", "--session", id, "--json"],
      ["rm", "--session", id, "--purge"],
    ]) {
      const { code, said } = await desk.run(words);
      expect([words, code]).toEqual([words, 2]);
      expect(said).toContain("Nothing was changed");
    }
    const { code, out, said } = await desk.run(["rm", "--session", id.slice(0, 11)], "n");
    expect([code, said.includes("Nothing was changed.")]).toEqual([0, true]);
    expect(out).toMatch(/delete +user\/of-the-session +of the session +made in it/);
    expect(out).toMatch(/put back +user\/mine +mine +as it was before/);
    expect(withoutCaches(await desk.filesWith("MARKER"))).toEqual(before);
  });

  it("forgets after a yes, and undo brings everything back", async () => {
    const id = await talk();
    const all = await slugs();
    const { code, out } = await desk.run(["rm", "--session", id], "y");
    expect([code, out.includes("forgotten 2 memories deleted, 1 put back")]).toEqual([0, true]);
    expect(await slugs()).toEqual(["mine"]);
    expect((await desk.run(["show", "mine"])).out).toContain("as the person wrote it");
    for (let times = 0; times < 3; times += 1) expect((await desk.run(["undo"])).code).toBe(0);
    expect(await slugs()).toEqual(all);
    expect((await desk.run(["show", "mine"])).out).toContain("MARKER two");
    const again = await desk.run(["rm", "--session", id, "--yes", "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({
      session: id,
      purge: false,
      removed: expect.arrayContaining(["user/of-the-session"]),
      restored: ["user/mine"],
    });
    const nothing = await desk.run(["rm", "--session", id]);
    expect([nothing.code, nothing.out]).toEqual([0, expect.stringContaining("No memory and no proposal")]);
  });

  it("purges every place of the home, says which, and leaves the undo of all else", async () => {
    const id = await talk();
    const { project, storage } = await desk.open();
    await save("later", "the person's own");
    await desk.run(["search", "MARKER"]);
    await mkdir(join(project.folder, "inbox", "rejected"), { recursive: true });
    const proposal = `---\nop: create\nsession: ${id}\n---\nMARKER\n`;
    await storage.change(["project"], async (tx) => tx.write("project/inbox/one.md", proposal));
    await writeFile(join(project.folder, "inbox", "rejected", "two.md"), proposal);
    await appendFile(
      join(project.folder, "prompts.jsonl"),
      '{"ts":"t","text":"note the MARKER"}\n{"ts":"t","text":"stays"}\n',
    );
    await writeFile(join(desk.home, "memory", ".daybook-tmp-1-ab"), "MARKER");
    const { code, out, said } = await desk.run(["rm", "--session", id, "--purge", "--yes"]);
    expect([code, said]).toEqual([0, ""]);
    expect(await desk.filesWith("MARKER")).toEqual([]);
    expect(await desk.filesWith(id)).toEqual([]);
    for (const place of ["history.jsonl", "prompts.jsonl", "events.jsonl", `${id}.jsonl`, "search.bin"])
      expect(out).toContain(place);
    expect(await readFile(join(project.folder, "prompts.jsonl"), "utf8")).toContain("stays");
    expect(await slugs()).toEqual(["later", "mine"]);
    expect((await desk.run(["undo"])).out).toContain("create of user/later");
    expect((await desk.run(["undo"])).out).toContain("create of user/mine");
    expect((await desk.run(["undo"])).code).toBe(1);
    const gone = await desk.run(["rm", "--session", id, "--purge", "--yes"]);
    expect([gone.code, gone.said]).toEqual([1, expect.stringContaining("There is no session")]);
  });

  it("finishes a purge that was cut short after the first history", async () => {
    const id = await talk();
    await desk.run(["rm", "--session", id, "--yes"]);
    const daybook = await desk.open();
    const purgeHistory = daybook.storage.purgeHistory;
    daybook.storage.purgeHistory = async (scope, purge) => {
      if (scope === "user") throw new Error("killed");
      return purgeHistory(scope, purge);
    };
    const { forgetSession, planForgetSession } = await import("../app/index.ts");
    await expect(
      forgetSession(daybook, await planForgetSession(daybook, id), { purge: true }),
    ).rejects.toThrow("killed");
    expect((await desk.run(["doctor", "--json"])).out).toContain("unfinished-purge");
    const { code, said } = await desk.run(["rm", "--session", id, "--purge", "--yes"]);
    expect([code, said]).toEqual([0, expect.stringContaining("was cut short")]);
    expect((await desk.run(["doctor"])).out).toMatch(/^Nothing is wrong/);
    expect(await desk.filesWith("MARKER")).toEqual([]);
  });

  it("tells of other sessions that were shown it, and refuses while the session is open", async () => {
    const id = await talk();
    const other = await desk.talk(["what do you know?"], [{ text: "this and that" }]);
    const daybook = await desk.open();
    const opened = await daybook.storage.openLog(`project/sessions/${id}.jsonl`);
    const busy = await desk.run(["rm", "--session", id, "--purge", "--yes"]);
    expect([busy.code, busy.said]).toEqual([
      1,
      expect.stringMatching(/is open in process .*nothing was changed/s),
    ]);
    if (!opened.busy) await opened.log.close();
    const { code, said } = await desk.run(["rm", "--session", id, "--purge", "--yes"]);
    expect([code, said]).toEqual([0, expect.stringContaining(other)]);
  });

  it("is wrong usage with a slug, or alone; a slug alone is as before", async () => {
    await save("mine", "x");
    for (const words of [
      ["rm"],
      ["rm", "mine", "--session", "x"],
      ["rm", "mine", "--purge"],
      ["rm", "--yes"],
    ])
      expect([words, (await desk.run(words)).code]).toEqual([words, 2]);
    const unknown = await desk.run(["rm", "--session", "2031", "--yes"]);
    expect([unknown.code, unknown.said]).toEqual([1, expect.stringContaining("There is no session")]);
    expect((await desk.run(["rm", "mine"])).out).toContain("deleted user/mine");
  });
});
