import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openInbox, pnpm, proposed, type OpenedInbox } from "./inbox.fixture.ts";

let opened: OpenedInbox;
beforeEach(async () => void (opened = await openInbox()));
afterEach(() => opened.close());

const only = async () => opened.inbox.find((await opened.inbox.list()).proposals[0]?.id ?? "");

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
