import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDesk, type Desk, withoutCaches } from "./rm-session.fixture.ts";

let desk: Desk;
beforeEach(async () => void (desk = await openDesk()));
afterEach(() => desk.close());

const saves = (name: string, body: string) => ({
  tools: [
    {
      name: "Memory",
      input: { action: "save", type: "user", name, description: `about ${name}`, body },
    },
  ],
});
const purge = (id: string) => desk.run(["rm", "--session", id, "--purge", "--yes"]);

describe("what rm --session --purge looks at", () => {
  it("is refused, purge or not, from another project, which it names; there it takes all", async () => {
    const id = await desk.talk(["note XMARK"], [saves("of it", "XMARK"), { text: "XMARK" }]);
    const before = await desk.filesWith("XMARK");
    await desk.goTo("other");
    await desk.run(["save", "--type", "project", "--name", "x", "--description", "d", "--body", "b"]);
    for (const words of [
      ["rm", "--session", id, "--yes"],
      ["rm", "--session", id, "--purge", "--yes"],
      ["rm", "--session", id.slice(0, 18), "--purge", "--yes", "--json"],
    ]) {
      const { code, said } = await desk.run(words);
      expect([code, said]).toEqual([1, expect.stringContaining(`${desk.work}; run it there`)]);
    }
    expect(withoutCaches(await desk.filesWith("XMARK"))).toEqual(before);
    await desk.goTo("first");
    expect((await purge(id)).code).toBe(0);
    expect(await desk.filesWith("XMARK")).toEqual([]);
  });

  it("tells of a copy of the session with another project", async () => {
    const id = await desk.talk(["note XMARK"], [{ text: "XMARK" }]);
    const folder = join(desk.home, "projects", "other-0123456789ab", "sessions");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "20310101-000000-abcd.jsonl"), `{"from":"${id}"}\n`);
    const { said } = await purge(id);
    expect(said).toContain("other-0123456789ab");
  });

  it("takes what was kept with # and the line that was typed, also long after the memory went", async () => {
    const { out } = await desk.pipe(
      ["--script", await desk.script([{ text: "yes" }])],
      "#always say XMARK\n# XMARK second\nhello\n",
    );
    expect(out).toContain("created user memory");
    const { project, storage } = await desk.open();
    const prompts = join(project.folder, "prompts.jsonl");
    for (const text of ["#always say XMARK", "# XMARK second", "#always", "/model x", "hello"])
      await appendFile(prompts, `${JSON.stringify({ ts: "t", text })}\n`);
    const id = (await storage.names("project/sessions"))[0]?.slice(0, -".jsonl".length) ?? "";
    expect((await desk.run(["rm", "--session", id, "--yes"])).out).toContain("2 memories deleted");
    const { code, out: done, said } = await purge(id);
    expect([code, await desk.filesWith("XMARK")]).toEqual([0, []]);
    expect(done).toContain("3 typed lines");
    expect(said).toContain("Which commands were typed");
    expect(await desk.filesWith("#always")).toEqual([expect.stringContaining("prompts.jsonl")]);
  });

  it("names every place: files, indexes, proposals, titles, waiting turns", async () => {
    const id = await desk.talk(["note XMARK"], [saves("of it", "XMARK"), { text: "XMARK" }]);
    const { project, storage, sessionKeeper } = await desk.open();
    await sessionKeeper.setTitle(id, "XMARK title");
    await storage.change(["project"], async (tx) =>
      tx.write("project/inbox/one.md", `---\nop: create\nsession: ${id}\n---\nXMARK\n`),
    );
    await appendFile(join(project.folder, "extraction.jsonl"), `{"session":"${id}"}\n`);
    const { out } = await desk.run(["rm", "--session", id, "--purge", "--yes", "--json"]);
    const places = (JSON.parse(out) as { cleaned: { place: string }[] }).cleaned.map(({ place }) => place);
    for (const [folder, name] of [
      [desk.home, "memory/of-it.md"],
      [desk.home, "memory/MEMORY.md"],
      [desk.home, "history.jsonl"],
      [project.folder, "inbox/one.md"],
      [project.folder, "session-marks.json"],
      [project.folder, "extraction.jsonl"],
      [project.folder, `sessions/${id}.jsonl`],
    ] as const)
      expect(places).toContain(join(folder, name));
    expect(await desk.filesWith("XMARK")).toEqual([]);
  });

  it("says whose later change cannot be undone, before it asks and in JSON", async () => {
    const save = (body: string) =>
      desk.run(["save", "--type", "user", "--name", "mine", "--description", "d", "--body", body]);
    await save("theirs");
    const id = await desk.talk(["go"], [saves("mine", "XMARK changed"), { text: "done" }]);
    await save("theirs again");
    await desk.run(["rm", "mine"]);
    const asked = await desk.run(["rm", "--session", id, "--purge"], "n");
    expect(asked.said).toMatch(/user\/mine: a later change .* cannot be undone/);
    const { out } = await desk.run(["rm", "--session", id, "--purge", "--yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ notes: [expect.stringContaining("user/mine")] });
    expect(await desk.filesWith("XMARK")).toEqual([]);
    expect((await desk.run(["undo"])).out).toContain("user/mine");
    expect((await desk.run(["undo"])).said).toContain("went for good with a session");
    expect((await desk.run(["show", "mine"])).out).toContain("theirs again");
  });

  it("refuses an open session before it shows anything, and takes a damaged plan for none", async () => {
    const id = await desk.talk(["note XMARK"], [{ text: "XMARK" }]);
    const { project, storage } = await desk.open();
    const opened = await storage.openLog(`project/sessions/${id}.jsonl`);
    const busy = await desk.run(["rm", "--session", id, "--purge"], "y");
    expect([busy.code, busy.out]).toEqual([1, ""]);
    if (!opened.busy) await opened.log.close();
    const { purgeFileOf } = await import("../memory/index.ts");
    for (const text of [
      "{}",
      '{"session":"x","records":{"a":1},"paths":["../x"],"ids":[],"losing":[]}',
      "[",
    ]) {
      await writeFile(join(project.folder, purgeFileOf(id)), text);
      await writeFile(join(project.folder, purgeFileOf("another")), text);
      expect((await desk.run(["doctor", "--json"])).out).toContain("unfinished-purge");
    }
    expect((await purge(id)).code).toBe(0);
    expect(await desk.filesWith("XMARK")).toEqual([]);
  });

  it("leaves the session's name nowhere: not in what was changed since, nor in what it deleted", async () => {
    for (const name of ["mine", "theirs", "gone"])
      await desk.run(["save", "--type", "user", "--name", name, "--description", "d", "--body", "one"]);
    const del = { tools: [{ name: "Memory", input: { action: "delete", slug: "gone" } }] };
    const id = await desk.talk(
      ["note it"],
      [saves("mine", "two"), saves("theirs", "two"), del, { text: "ok" }],
    );
    const file = join(desk.home, "memory", "mine.md");
    await appendFile(file, "\nby hand\n");
    await desk.run(["save", "--type", "user", "--name", "theirs", "--description", "d", "--body", "three"]);
    const before = await readFile(file, "utf8");
    expect(before).toContain(`session: ${id}\n`);
    const { code, out, said } = await purge(id);
    expect([code, said]).toEqual([0, expect.stringContaining("user/mine: a later change")]);
    expect(out).toMatch(/mine\.md.*the session's name/u);
    expect(await desk.filesWith(id)).toEqual([]);
    expect(await readFile(file, "utf8")).toBe(before.replace(`session: ${id}\n`, ""));
    expect((await desk.run(["show", "theirs"])).out).toContain("three");
    expect((await desk.run(["doctor"])).out).toMatch(/^Nothing is wrong/);
    await desk.run(["undo", "--skip"]);
    expect((await desk.run(["undo"])).out).toContain("delete of user/gone");
    expect((await desk.run(["show", "gone"])).out).toContain("one");
  });

  it("asks once: a yes purges rejected proposals too, an end of input changes nothing", async () => {
    const id = await desk.talk(["note XMARK"], [saves("of it", "XMARK"), { text: "XMARK" }]);
    const { project } = await desk.open();
    const rejected = join(project.folder, "inbox", "rejected");
    await mkdir(rejected, { recursive: true });
    await writeFile(join(rejected, "two.md"), `---\nop: create\nsession: ${id}\n---\nXMARK\n`);
    const before = await desk.filesWith("XMARK");
    const left = await desk.run(["rm", "--session", id, "--purge"], "");
    expect([left.code, left.said]).toEqual([0, expect.stringContaining("Nothing was changed")]);
    expect(left.out).toContain("a rejected proposal");
    expect(withoutCaches(await desk.filesWith("XMARK"))).toEqual(before);
    const kept = await desk.run(["rm", "--session", id], "y");
    expect(kept.out).not.toContain("a rejected proposal");
    expect(await desk.filesWith("XMARK")).toContainEqual(expect.stringContaining("rejected/two.md"));
    expect((await desk.run(["rm", "--session", id, "--purge"], "y")).code).toBe(0);
    expect(await desk.filesWith("XMARK")).toEqual([]);
  });
});
