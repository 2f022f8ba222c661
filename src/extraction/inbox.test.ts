import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
      proposed({ memory: { ...pnpm, scope: "project" } }),
      proposed({ op: "forget", memory: null, targets: [{ id: "user/npm", version: "1" }] }),
      proposed({ op: "update", targets: [{ id: "user/npm", version: "1" }] }),
    ];
    for (const other of others) expect(await inbox.propose(other)).toMatchObject({ outcome: "added" });
    expect((await inbox.list()).proposals).toHaveLength(5);
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
    expect(await files()).toEqual([]);
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

describe("accept", () => {
  it("keeps a new memory as the person's, with the session as evidence; undo takes it back", async () => {
    const { inbox, store, files } = opened;
    await inbox.propose(proposed());
    expect(await inbox.accept(await only())).toMatchObject({
      outcome: "accepted",
      op: "create",
      id: "user/use-pnpm",
    });
    expect(await store.read("user/use-pnpm")).toMatchObject({
      ...pnpm,
      source: "user",
      session: "20310310-090000-00ab",
    });
    expect(await files()).toEqual([]);
    await store.undo({ source: "user" });
    expect((await store.list()).memories).toEqual([]);
  });

  it("takes the text that a person edited", async () => {
    const { inbox, store, files, read, put } = opened;
    await inbox.propose(proposed());
    const path = `project/inbox/${(await files())[0]}`;
    await put(
      path,
      (await read(path)).replace("not npm", "never npm").replace("type: feedback", "type: user"),
    );
    await inbox.accept(await only());
    expect(await store.read("user/use-pnpm")).toMatchObject({
      type: "user",
      body: "Use pnpm, never npm.\n\n**Why:** lockfiles.\n",
    });
  });

  it("changes nothing twice after a kill between the save and the end", async () => {
    const { inbox, store, files, read, put } = opened;
    await inbox.propose(proposed());
    const path = `project/inbox/${(await files())[0]}`;
    const text = await read(path);
    await inbox.accept(await only());
    await put(path, text);
    await store.save({ slug: "use-pnpm", body: "Changed since.", source: "user" });
    expect(await inbox.accept(await only())).toMatchObject({ outcome: "accepted" });
    expect((await store.read("use-pnpm")).body).toBe("Changed since.\n");
    expect(await store.log()).toHaveLength(2);
    expect(await files()).toEqual([]);
  });

  it("never writes over what was changed since: the difference is shown anew, and asked for again", async () => {
    const { inbox, store, again, read, files } = opened;
    await store.save({ ...pnpm, source: "user" });
    const { version } = await store.read("use-pnpm");
    const body = "Use pnpm 9.\n";
    await inbox.propose(
      proposed({ op: "update", memory: { ...pnpm, body }, targets: [{ id: "user/use-pnpm", version }] }),
    );
    await again().save({ slug: "use-pnpm", body: "Use bun.\n", source: "user" });
    const proposal = await only();
    const conflict = await inbox.accept(proposal);
    expect(conflict).toMatchObject({
      outcome: "conflict",
      reason: "user/use-pnpm was changed since this was proposed.",
    });
    expect((await store.read("use-pnpm")).body).toBe("Use bun.\n");
    if (conflict.outcome !== "conflict" || conflict.onto === null) throw new Error("no second try");
    await inbox.renew(proposal, conflict.onto);
    expect(await read(`project/inbox/${(await files())[0]}`)).toContain("- Use bun.\n+ Use pnpm 9.");
    expect(await inbox.accept(await only())).toMatchObject({ outcome: "accepted", op: "update" });
    expect((await store.read("use-pnpm")).body).toBe(body);
  });

  it("does not write over a memory that took the name meanwhile, unless that is what the person says", async () => {
    const { inbox, store } = opened;
    await inbox.propose(proposed());
    await store.save({ ...pnpm, body: "Another.\n", source: "user" });
    const conflict = await inbox.accept(await only());
    expect(conflict).toMatchObject({
      outcome: "conflict",
      reason: expect.stringContaining("user/use-pnpm already") as string,
    });
    expect((await store.read("use-pnpm")).body).toBe("Another.\n");
    const onto = conflict.outcome === "conflict" ? conflict.onto : null;
    await inbox.accept(await only(), { onto: onto ?? [] });
    expect((await store.read("use-pnpm")).body).toBe(pnpm.body);
  });

  it("makes anew what was deleted, when asked again", async () => {
    const { inbox, store } = opened;
    await store.save({ ...pnpm, source: "user" });
    const { version } = await store.read("use-pnpm");
    await inbox.propose(proposed({ op: "update", targets: [{ id: "user/use-pnpm", version }] }));
    await store.remove("use-pnpm", { source: "user" });
    expect(await inbox.accept(await only())).toMatchObject({ outcome: "conflict", onto: [] });
    expect(await inbox.accept(await only(), { onto: [] })).toMatchObject({
      outcome: "accepted",
      op: "create",
    });
  });

  it("forgets, what is gone already too, and not what was changed", async () => {
    const { inbox, store, files } = opened;
    const forget = async () => {
      const { version } = await store.read((await store.save({ ...pnpm, source: "user" })).id);
      await inbox.propose(
        proposed({ op: "forget", memory: null, targets: [{ id: "user/use-pnpm", version }] }),
      );
      return only();
    };
    const first = await forget();
    await store.save({ slug: "use-pnpm", body: "New words.", source: "user" });
    expect(await inbox.accept(first)).toMatchObject({ outcome: "conflict" });
    const { version } = await store.read("use-pnpm");
    await inbox.accept(first, { onto: [{ id: "user/use-pnpm", version }] });
    expect((await store.list()).memories).toEqual([]);
    const second = await forget();
    await store.remove("use-pnpm", { source: "user" });
    expect(await inbox.accept(second)).toMatchObject({
      outcome: "accepted",
      notes: ["user/use-pnpm was gone already."],
    });
    expect(await files()).toEqual([]);
  });

  it("keeps the proposal where it cannot be saved", async () => {
    const { inbox, files, read, put } = opened;
    await inbox.propose(proposed());
    const path = `project/inbox/${(await files())[0]}`;
    await put(path, (await read(path)).replace("lockfiles", "hunter2"));
    await expect(only().then((proposal) => inbox.accept(proposal))).rejects.toMatchObject({ code: "secret" });
    expect(await files()).toHaveLength(1);
  });
});
