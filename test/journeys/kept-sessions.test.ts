import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const dayMs = 24 * 60 * 60 * 1000;
let world: World;
let shop: string;
let project: string;

beforeEach(async () => {
  world = await createWorld();
  shop = await world.folder("web-shop");
  const { sessions } = await world.json<{ sessions: string }>(["project", "--json"], { in: shop });
  project = join(sessions, "..");
  await mkdir(sessions, { recursive: true });
});
afterEach(() => world.remove());

/** A session of so many days ago, with one prompt. */
async function session(days: number, prompt: string): Promise<string> {
  const at = new Date(Date.now() - days * dayMs).toISOString();
  const id = `${at.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}-a1b2`;
  const records = [
    { type: "session", n: 0, v: 1, id, project: "web-shop", cwd: shop, created: at },
    { type: "user", n: 1, ts: at, content: [{ type: "text", text: prompt }], from: ["person"] },
    {
      type: "assistant",
      n: 2,
      ts: at,
      content: [{ type: "text", text: "Done." }],
      stop: "end_turn",
      model: "m",
    },
  ];
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  await writeFile(join(project, "sessions", `${id}.jsonl`), text);
  return id;
}

const daybook = (...given: string[]) => world.daybook(given, { in: shop });
const ids = async (): Promise<string[]> =>
  (await world.json<{ id: string }[]>(["sessions", "list", "--json"], { in: shop })).map(({ id }) => id);

describe("sessions that are kept", () => {
  it("are listed and shown as JSON for programs", async () => {
    const id = await session(1, "部署流程是什么?");
    const [listed] = await world.json<object[]>(["sessions", "list", "--json"], { in: shop });
    expect(Object.keys(listed ?? {})).toEqual([
      "id",
      "created",
      "lastActive",
      "title",
      "firstPrompt",
      "bytes",
      "pinned",
    ]);
    expect(listed).toMatchObject({
      id,
      title: "部署流程是什么?",
      firstPrompt: "部署流程是什么?",
      pinned: false,
    });
    expect(await world.json(["sessions", "--json"], { in: shop })).toEqual([listed]);
    const log = join(project, "sessions", `${id}.jsonl`);
    await writeFile(log, `${await readFile(log, "utf8")}{"type":"user","n":3,"ts":"20`);
    const shown = await world.json<{ messages: object[] }>(["sessions", "show", id.slice(0, 8), "--json"], {
      in: shop,
    });
    expect(Object.keys(shown)).toEqual(["id", "messages", "report"]);
    expect(shown).toMatchObject({ id, report: { tornLines: 1 } });
    expect(shown.messages).toMatchObject([{ role: "user" }, { role: "assistant" }]);
  });

  it("go to the trash with a word at a start, and come back", async () => {
    const [fresh, old, pinned] = [
      await session(2, "fresh"),
      await session(45, "old"),
      await session(50, "pinned"),
    ];
    expect((await daybook("sessions", "pin", pinned)).code).toBe(0);
    const dry = await world.json<object>(["sessions", "prune", "--dry-run", "--json"], { in: shop });
    expect(dry).toMatchObject({ dryRun: true, trashed: [{ id: old }], deleted: [], kept: null });
    expect(await readdir(join(project, "sessions"))).toHaveLength(3);
    const listing = await daybook("sessions", "list", "--json");
    expect(listing.stderr).toMatch(/1 session was not used for more than 30 days .* now in the trash/);
    expect(JSON.parse(listing.stdout)).toMatchObject([{ id: fresh }, { id: pinned, pinned: true }]);
    expect(await daybook("sessions", "show", old)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`daybook sessions restore ${old}`),
    });
    expect(await world.json(["sessions", "restore", "--json"], { in: shop })).toMatchObject([{ id: old }]);
    expect(await world.json(["sessions", "restore", old, "--json"], { in: shop })).toEqual({
      id: old,
      restored: true,
    });
    expect(await ids()).toEqual([fresh, old, pinned]);
    expect((await daybook("sessions", "prune")).stdout).toContain("Nothing is due");
  });

  it("are brought back from the trash by a pin, as the announcement says", async () => {
    const old = await session(45, "old");
    const announced = await daybook("sessions", "list");
    expect(announced.stderr).toContain(`keep it for good with daybook sessions pin ${old}`);
    expect(await world.json(["sessions", "pin", old, "--json"], { in: shop })).toEqual({
      id: old,
      pinned: true,
      restored: true,
    });
    expect(await daybook("sessions", "restore", old)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`is not in the trash. daybook -r ${old} goes on with it`),
    });
    expect(await ids()).toEqual([old]);
  });

  it("are not told as trashed while a date of the future holds everything back", async () => {
    const [old, later] = [await session(45, "old"), await session(-400, "later")];
    for (const more of [["--dry-run"], []]) {
      const told = await world.json<object>(["sessions", "prune", "--json", ...more], { in: shop });
      expect(told).toMatchObject({ trashed: [], deleted: [], due: [{ id: old }], kept: "future-session" });
    }
    const { stdout } = await daybook("sessions", "prune", "--dry-run");
    expect(stdout).toContain(`The session ${later} is dated after now`);
    expect((await daybook("sessions", "list")).stderr).toContain(later);
    expect((await daybook("sessions", "list")).stderr).toBe("");
    expect(await ids()).toHaveLength(2);
  });

  it("are found by options before the command of sessions as well as behind it", async () => {
    const id = await session(1, "first");
    for (const given of [
      ["--json", "list"],
      ["list", "--json"],
      ["--home", world.agent, "--json", "list"],
      ["--json"],
    ]) {
      expect(await world.json(["sessions", ...given], { in: shop })).toMatchObject([{ id }]);
    }
    expect(await world.json(["project", "--json", "show"], { in: shop })).toHaveProperty("root", shop);
    expect(await daybook("-c", "sessions", "list")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"sessions" is a command and stands first'),
    });
  });

  it("are shown to people without what only the model was told", async () => {
    const id = await session(1, "first words");
    const log = join(project, "sessions", `${id}.jsonl`);
    const from = '"from":["person","recall:user/prefix@1"]';
    const content = '[{"type":"text","text":"first words"},{"type":"text","text":"<system-reminder>x"}]';
    const text = (await readFile(log, "utf8")).replace('"from":["person"]', from);
    await writeFile(log, text.replace('[{"type":"text","text":"first words"}]', content).slice(0, -4));
    const { stdout } = await daybook("sessions", "show", id);
    expect(stdout).toContain("\n› first words\n\n(given along: recalled user/prefix)\n");
    expect(stdout).toContain("repaired: 1 torn line (line 3)");
    expect(stdout).not.toContain("system-reminder");
  });

  it("are all kept while the settings cannot be read", async () => {
    const old = await session(45, "old");
    for (const broken of ["{", '{"retentionDays": "a year"}']) {
      await world.write(join(world.agent, "daybook.json"), broken);
      expect(await ids()).toEqual([old]);
      expect((await daybook("sessions", "prune", "--yes")).stdout).toContain(
        "Retention is off (the settings do not say clearly how long): every session is kept",
      );
    }
    await world.write(join(world.agent, "daybook.json"), '{"retentionDays": 0}');
    expect((await daybook("sessions", "prune")).stdout).toContain("(retentionDays is 0)");
    await world.write(join(world.agent, "daybook.json"), '{"retentionDays": 1000000000}');
    expect(await daybook("sessions", "list")).toMatchObject({ code: 0, stderr: "" });
  });

  it("are exported whole, as Markdown and as JSON", async () => {
    const id = await session(1, "say it ".repeat(100_000));
    const markdown = await daybook("sessions", "export", id);
    expect(markdown.stdout).toMatch(/^# say it .*\n\n- session: /);
    expect(markdown.stdout.length).toBeGreaterThan(700_000);
    const json = JSON.parse((await daybook("sessions", "export", id, "--format", "json")).stdout) as object;
    expect(json).toMatchObject({ id, messages: [{ role: "user" }, { role: "assistant" }], report: {} });
  });

  it("wrong words end with 2, what is not there with 1", async () => {
    for (const given of [
      ["sessions", "lsit"],
      ["sessions", "show"],
      ["sessions", "export", "x", "--format", "pdf"],
      ["sessions", "export", "x", "--format", "md", "--json"],
      ["sessions", "list", "list"],
    ]) {
      expect((await daybook(...given)).code).toBe(2);
    }
    expect(await daybook("sessions", "pin", "x", "--json")).toMatchObject({ code: 1, stdout: "" });
    expect((await daybook("sessions", "restore", "x")).code).toBe(1);
  });
});
