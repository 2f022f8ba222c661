import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyItems } from "./apply-items.ts";
import { openInbox, pnpm, proposed, type OpenedInbox } from "./inbox.fixture.ts";

let opened: OpenedInbox;
beforeEach(async () => void (opened = await openInbox()));
afterEach(() => opened.close());

const id = async (): Promise<string> => (await opened.inbox.list()).proposals[0]?.id ?? "";
const only = async () => opened.inbox.find(await id());

describe("propose", () => {
  it("adds a file once, however often the same is proposed, in slightly other words too", async () => {
    const { inbox, files } = opened;
    const added = await inbox.propose(proposed());
    expect(added).toMatchObject({
      outcome: "added",
      id: expect.stringMatching(/^use-pnpm-[0-9a-f]{8}$/) as string,
    });
    const { outcome: _, ...same } = added as { outcome: string; id: string };
    expect(await inbox.propose(proposed({ evidence: { quote: "" } }))).toEqual({
      outcome: "waiting",
      ...same,
    });
    const reworded = { ...pnpm, name: "Prefers pnpm", body: "The user wants pnpm instead of npm.\n" };
    expect(await inbox.propose(proposed({ memory: reworded }))).toEqual({ outcome: "waiting", ...same });
    expect(await files()).toEqual([`${same.id}.md`]);
  });

  it("adds what asks for something else", async () => {
    const { inbox } = opened;
    await inbox.propose(proposed());
    const others = [
      proposed({
        memory: { ...pnpm, name: "Use yarn in Rome", description: "yarn", body: "Rome has yarn.\n" },
      }),
      proposed({ op: "forget", memory: null, targets: [{ id: "user/npm", version: "1" }] }),
      proposed({ op: "update", targets: [{ id: "user/npm", version: "1" }] }),
    ];
    for (const other of others) expect(await inbox.propose(other)).toMatchObject({ outcome: "added" });
    expect((await inbox.list()).proposals).toHaveLength(4);
  });

  it("does not put an item again that the person accepted, nor one that was kept, when a kill came before its turn was over", async () => {
    const { inbox, store, options, files } = opened;
    const since = options.now();
    const item = (at: number) => proposed({ once: { key: `s/9/${at}`, since } });
    await inbox.propose(item(0));
    await inbox.accept(await only());
    expect(await inbox.propose(item(0))).toEqual({ outcome: "done", id: "user/use-pnpm" });
    await store.undo({ source: "user" });
    expect(await inbox.propose(item(0))).toEqual({ outcome: "done", id: "user/use-pnpm" });
    const kept = { ...pnpm, name: "Kept", source: "extracted", once: { key: "s/9/1", since } } as const;
    await store.save(kept);
    const other = proposed({ memory: { ...pnpm, name: "Kept" }, once: { key: "s/9/1", since } });
    expect(await inbox.propose(other)).toEqual({ outcome: "done", id: "user/kept" });
    expect(await files()).toEqual([]);
    // What is said again later is another item.
    const later = { key: "s/20/0", since: new Date(since.getTime() + 86_400_000) };
    expect(await inbox.propose(proposed({ once: later }))).toMatchObject({ outcome: "added" });
  });

  it("does not let a rejected proposal come back", async () => {
    const { inbox, files } = opened;
    await inbox.propose(proposed());
    expect(await inbox.reject(await only())).toBe(true);
    expect(await files()).toEqual([]);
    expect(await files("project/inbox/rejected")).toHaveLength(1);
    const again = proposed({ memory: { ...pnpm, description: "package manager" }, reason: "review" });
    expect(await inbox.propose(proposed())).toEqual({ outcome: "rejected" });
    expect(await inbox.propose(again)).toEqual({ outcome: "rejected" });
    // Another type, which would put it into another scope, says the same.
    const elsewhere = proposed({ memory: { ...pnpm, type: "project", scope: "project" } });
    expect(await inbox.propose(elsewhere)).toEqual({ outcome: "rejected" });
    expect(await inbox.wasRejected(elsewhere)).toBe(true);
    expect(await files()).toEqual([]);
  });

  it("does not let it come back by itself either, until its file is moved or deleted", async () => {
    const { inbox, store, options } = opened;
    await inbox.propose(proposed());
    await inbox.reject(await only());
    const { scope: _scope, ...note } = { ...pnpm, body: "Use pnpm, not npm: lockfiles.\n" };
    const item = { to: "memory", operation: { op: "create", ...note, quote: "pnpm" } } as const;
    const apply = (upto: number) =>
      applyItems([item], { store, inbox }, { session: "s", begin: 1, upto, recorded: options.now() });
    expect((await apply(2)).outcomes).toEqual([{ op: "create", to: "nowhere", reason: "rejected" }]);
    expect((await store.list()).memories).toEqual([]);
    const [rejected] = await inbox.rejected();
    await rm(rejected?.file ?? "");
    expect((await apply(4)).outcomes).toMatchObject([{ to: "memory", id: "user/use-pnpm" }]);
  });

  it("writes no secret: not of the proposal, not of its evidence, not of the memory that it would change", async () => {
    const { inbox, store, files, put, read } = opened;
    for (const secret of [
      proposed({ memory: { ...pnpm, body: "password hunter2\n" } }),
      proposed({ evidence: { quote: "it is hunter2" } }),
      proposed({ rationale: "hunter2" }),
    ]) {
      expect(await inbox.propose(secret)).toEqual({ outcome: "secret" });
    }
    expect(await files()).toEqual([]);
    const { version } = await store.read((await store.save({ ...pnpm, source: "user" })).id);
    await put("home/memory/use-pnpm.md", `${await read("home/memory/use-pnpm.md")}hunter2\n`);
    await inbox.propose(proposed({ op: "update", targets: [{ id: "user/use-pnpm", version }] }));
    expect(await read(`project/inbox/${(await files())[0]}`)).not.toContain("hunter2");
    expect(await read("project/history.jsonl")).not.toContain("hunter2");
  });

  it("refuses what is no proposal, and more than a person would look through", async () => {
    const { inbox, put, options } = opened;
    await expect(inbox.propose(proposed({ op: "update" }))).rejects.toMatchObject({ code: "invalid" });
    await expect(inbox.propose(proposed({ memory: null }))).rejects.toMatchObject({ code: "invalid" });
    for (let at = 0; at < 500; at += 1) await put(`project/inbox/n-${at}.md`, "x");
    expect(await inbox.propose(proposed())).toEqual({ outcome: "full" });
    expect(options.limits).toBeUndefined();
  });
});

describe("the list", () => {
  it("names files that are no proposals, and leaves them as they are", async () => {
    const { inbox, put, read, files } = opened;
    await inbox.propose(proposed());
    const [name = ""] = await files();
    await put(`project/inbox/${name}`, "a person tried something\n");
    await put("project/inbox/notes.txt", "no proposal and no matter\n");
    const { proposals, notices } = await inbox.list();
    expect(proposals).toEqual([]);
    expect(notices).toEqual([expect.stringContaining(`${name} is no proposal: its header`)]);
    await expect(inbox.find(name)).rejects.toMatchObject({ code: "unreadable" });
    expect(await inbox.propose(proposed())).toMatchObject({ outcome: "waiting" });
    expect(await read(`project/inbox/${name}`)).toBe("a person tried something\n");
  });

  it("is found by the beginning of an id, else by names near it", async () => {
    const { inbox } = opened;
    await inbox.propose(proposed());
    await inbox.propose(
      proposed({ memory: { ...pnpm, name: "Use tabs", description: "indent", body: "Tabs.\n" } }),
    );
    expect((await inbox.find("use-p")).memory?.name).toBe("Use pnpm");
    await expect(inbox.find("use-")).rejects.toMatchObject({ code: "ambiguous" });
    await expect(inbox.find("")).rejects.toMatchObject({ code: "not-found" });
    await expect(inbox.find("usr-tabs")).rejects.toMatchObject({
      message: expect.stringContaining("use-tabs") as string,
    });
    const tabs = await inbox.find("use-t");
    await inbox.reject(tabs);
    await expect(inbox.find(tabs.id)).rejects.toMatchObject({
      message: expect.stringContaining("was rejected") as string,
    });
  });
});
