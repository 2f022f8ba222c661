import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { proposalsOfSessions, removeProposals } from "./forget-proposals.ts";
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

  it("loses no edit of a file that was put back after it was accepted", async () => {
    const { inbox, store, files, read, put } = opened;
    await inbox.propose(proposed());
    const path = `project/inbox/${(await files())[0]}`;
    const text = await read(path);
    await inbox.accept(await only());
    await put(path, text.replace("not npm", "never npm"));
    const conflict = await inbox.accept(await only());
    expect(conflict).toMatchObject({ outcome: "conflict" });
    expect(await files()).toHaveLength(1);
    if (conflict.outcome !== "conflict" || conflict.onto === null) throw new Error("no second try");
    await inbox.accept(conflict.proposal, { onto: conflict.onto });
    expect((await store.read("use-pnpm")).body).toContain("never npm");
  });

  it.each([
    ["undone", () => opened.store.undo({ source: "user" })],
    ["deleted", () => opened.store.remove("use-pnpm", { source: "user" })],
  ])("makes anew what was %s since it was accepted", async (_what, takeBack) => {
    const { inbox, store, files, read, put } = opened;
    await inbox.propose(proposed());
    const path = `project/inbox/${(await files())[0]}`;
    const text = await read(path);
    await inbox.accept(await only());
    await takeBack();
    await put(path, text);
    expect(await inbox.accept(await only())).toMatchObject({ outcome: "accepted", op: "create" });
    expect((await store.list()).memories).toHaveLength(1);
  });

  it("does not do what was rejected meanwhile, and takes the words that were edited meanwhile", async () => {
    const { inbox, store, files, read, put } = opened;
    await inbox.propose(proposed());
    const seen = await only();
    const path = `project/inbox/${(await files())[0]}`;
    const text = await read(path);
    await inbox.reject(seen);
    expect(await inbox.accept(seen)).toEqual({
      outcome: "gone",
      reason: expect.stringContaining("gone already") as string,
    });
    expect((await store.list()).memories).toEqual([]);
    await put(path, text.replace("not npm", "never npm"));
    expect(await inbox.accept(seen)).toMatchObject({ outcome: "accepted" });
    expect((await store.read("use-pnpm")).body).toContain("never npm");
    expect(await files()).toEqual([]);
  });

  it("shows words that were edited meanwhile before they go over a memory", async () => {
    const { inbox, store, files, read, put } = opened;
    await inbox.propose(proposed());
    const seen = await only();
    const { id: taken } = await store.save({ ...pnpm, body: "Another.\n", source: "user" });
    const { version } = await store.read(taken);
    const path = `project/inbox/${(await files())[0]}`;
    await put(path, (await read(path)).replace("not npm", "never npm"));
    const onto = [{ id: taken, version }];
    const conflict = await inbox.accept(seen, { onto });
    expect(conflict).toMatchObject({
      outcome: "conflict",
      proposal: { memory: { body: expect.stringContaining("never npm") as string } },
    });
    expect((await store.read(taken)).body).toBe("Another.\n");
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
    expect(await inbox.accept(second)).toEqual({
      outcome: "gone",
      reason: "user/use-pnpm was gone already.",
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

describe("a secret that a person wrote into a file", () => {
  const withSecret = async (where: "rationale" | "body", given = proposed()): Promise<string> => {
    await opened.inbox.propose(given);
    const path = `project/inbox/${(await opened.files())[0]}`;
    const text = await opened.read(path);
    const line = where === "rationale" ? "rationale: It was decided in this turn." : "**Why:** lockfiles.";
    expect(text).toContain(line);
    await opened.put(path, text.replace(line, `${line} hunter2`));
    return path;
  };
  const history = () => opened.read("project/history.jsonl");

  it.each(["rationale", "body"] as const)("goes nowhere when it is rejected: %s", async (where) => {
    await withSecret(where);
    expect(await opened.inbox.reject(await only())).toBe(true);
    const [name = ""] = await opened.files("project/inbox/rejected");
    expect(await opened.read(`project/inbox/rejected/${name}`)).not.toContain("hunter2");
    expect(await history()).not.toContain("hunter2");
    expect(await opened.inbox.propose(proposed())).toEqual({ outcome: "rejected" });
  });

  it("goes nowhere when what it is written beside is accepted", async () => {
    await withSecret("rationale");
    expect(await opened.inbox.accept(await only())).toMatchObject({ outcome: "accepted" });
    expect(await history()).not.toContain("hunter2");
    expect(await opened.files()).toEqual([]);
  });

  it("goes nowhere when the proposal is renewed, or is removed with its session", async () => {
    const { inbox, store, options, read } = opened;
    const { id: target } = await store.save({ ...pnpm, source: "user" });
    const path = await withSecret(
      "rationale",
      proposed({ op: "update", targets: [{ id: target, version: "old" }] }),
    );
    const { version } = await store.read(target);
    await inbox.renew(await only(), [{ id: target, version }]);
    expect(await read(path)).toContain(`${target}@${version}`);
    expect(await read(path)).not.toContain("hunter2");
    await opened.put(path, (await read(path)).replace("pnpm\n", "pnpm\n> hunter2\n"));
    await removeProposals(
      options.storage,
      (await proposalsOfSessions(options.storage)).map((each) => each.path),
    );
    expect(await opened.files()).toEqual([]);
    expect(await history()).not.toContain("hunter2");
  });
});
