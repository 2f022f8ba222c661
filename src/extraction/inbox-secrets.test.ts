import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { proposalsOfSessions, removeProposals } from "./forget-proposals.ts";
import { openInbox, pnpm, proposed, type OpenedInbox } from "./inbox.fixture.ts";

let opened: OpenedInbox;
beforeEach(async () => void (opened = await openInbox()));
afterEach(() => opened.close());

const only = async () => opened.inbox.find((await opened.inbox.list()).proposals[0]?.id ?? "");

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
