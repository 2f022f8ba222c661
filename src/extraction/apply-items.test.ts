import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type MemoryStore } from "../memory/index.ts";
import { createFileStorage } from "../storage/index.ts";
import { DaybookError } from "../errors/index.ts";
import { applyItems } from "./apply-items.ts";
import type { JudgedItem, Operation } from "./operation.ts";
import type { NewProposal, ProposeOutcome } from "./proposal.ts";

const origin = {
  session: "20310301-080000-00ab",
  begin: 2,
  upto: 7,
  recorded: new Date("2031-03-01T08:00:00Z"),
};
const operation: Operation = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message",
  body: "Begin with feat:.",
  quote: "always begin with feat:",
};
const kept: JudgedItem = { to: "memory", operation };

let root: string;
let store: MemoryStore;
let proposals: NewProposal[];
let answer: ProposeOutcome;
let rejected: string[];
const inbox = {
  propose: async (proposal: NewProposal) => {
    proposals.push(proposal);
    return answer;
  },
  wasRejected: async ({ memory }: NewProposal) => rejected.includes(memory?.name ?? ""),
};
const apply = (...items: JudgedItem[]) => applyItems(items, { store, inbox }, origin);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-apply-"));
  let id = 0;
  const now = () => new Date("2031-03-01T08:00:00Z");
  const folders = { home: join(root, "home"), project: join(root, "project") };
  const storage = createFileStorage({ folders, now, newId: () => `op-${(id += 1)}` });
  const gate = {
    check: async (text: string) => (text.includes("SECRET") ? [{ kind: "test key", line: 1 }] : []),
  };
  store = createMemoryStore({ storage, gate, now });
  proposals = [];
  rejected = [];
  answer = { outcome: "added", id: "p1" };
});
afterEach(() => rm(root, { recursive: true }));

describe("judged items", () => {
  it("become memories that name their session", async () => {
    const { outcomes, noted, isComplete } = await apply(kept);
    expect(outcomes).toEqual([{ op: "create", to: "memory", id: "user/commit-prefix" }]);
    expect(noted).toEqual([
      { op: "create", type: "feedback", name: "commit prefix", id: "user/commit-prefix" },
    ]);
    expect(isComplete).toBe(true);
    expect(await store.read("user/commit-prefix")).toMatchObject({
      source: "extracted",
      session: origin.session,
    });
  });

  it("change nothing when they are applied again", async () => {
    const items = [kept, { ...kept, operation: { ...operation, name: "another" } }] as const;
    await apply(...items);
    const before = await store.log();
    expect((await apply(...items)).outcomes).toEqual([
      { op: "create", to: "memory", id: "user/commit-prefix" },
      { op: "create", to: "memory", id: "user/another" },
    ]);
    expect(await store.log()).toEqual(before);
  });

  it("are told again after a kill, but not once they were taken back", async () => {
    await apply(kept);
    expect((await apply(kept)).noted).toHaveLength(1);
    await store.undo({ source: "user" });
    expect(await apply(kept)).toMatchObject({ noted: [], isComplete: true });
    expect((await store.list()).memories).toEqual([]);
    await store.save({ ...operation, source: "user" });
    const forget: JudgedItem = {
      to: "memory",
      operation: { ...operation, op: "forget", body: "" },
      target: "user/commit-prefix",
    };
    const later = { ...origin, upto: 9 };
    expect((await applyItems([forget], { store, inbox }, later)).noted).toHaveLength(1);
    await store.undo({ source: "user" });
    expect((await applyItems([forget], { store, inbox }, later)).noted).toEqual([]);
  });

  it("that the person has accepted already are no proposals any more", async () => {
    answer = { outcome: "done", id: "user/commit-prefix" };
    expect(await apply({ to: "inbox", operation, reason: "review" })).toMatchObject({
      outcomes: [{ op: "create", to: "memory", id: "user/commit-prefix" }],
      noted: [],
      proposed: 0,
    });
  });

  it("update and forget what they were judged for", async () => {
    await apply(kept);
    const { version } = await store.read("user/commit-prefix");
    const target = { target: "user/commit-prefix", version };
    const update: JudgedItem = {
      to: "memory",
      operation: { ...operation, op: "update", body: "Begin with feat: or fix:." },
      ...target,
    };
    const later = { ...origin, upto: 12 };
    const updated = await applyItems([update], { store, inbox }, later);
    expect(updated.outcomes).toEqual([{ op: "update", to: "memory", id: "user/commit-prefix" }]);
    const forget: JudgedItem = {
      to: "memory",
      operation: { ...operation, op: "forget", body: "" },
      target: "user/commit-prefix",
    };
    const doors = { store, inbox };
    const forgotten = await applyItems([forget], doors, { ...origin, upto: 20 });
    expect(forgotten.noted).toMatchObject([{ op: "forget", name: "commit prefix" }]);
    expect(await applyItems([forget], doors, { ...origin, upto: 20 })).toMatchObject({
      outcomes: [{ op: "forget", to: "memory" }],
    });
    expect((await applyItems([forget], doors, { ...origin, upto: 30 })).outcomes).toEqual([
      { op: "forget", to: "nowhere", reason: "missing-target" },
    ]);
  });

  it("wait for the person where somebody was there before them", async () => {
    await store.save({ ...operation, body: "Theirs.", source: "user" });
    const { outcomes, proposed } = await apply(kept);
    expect(outcomes).toEqual([{ op: "create", to: "inbox", id: "p1", reason: "changed-target" }]);
    expect(proposed).toBe(1);
    const { version } = await store.read("user/commit-prefix");
    expect(proposals).toMatchObject([
      { op: "update", targets: [{ id: "user/commit-prefix", version }], memory: { scope: "user" } },
    ]);
    const stale: JudgedItem = { ...kept, target: "user/commit-prefix", version: "0" };
    expect((await apply({ ...stale, operation: { ...operation, op: "update" } })).outcomes).toMatchObject([
      { to: "inbox", reason: "changed-target" },
    ]);
    expect((await store.read("user/commit-prefix")).body).toBe("Theirs.\n");
  });

  it("do not bring back what was deleted meanwhile", async () => {
    const item: JudgedItem = {
      to: "memory",
      operation: { ...operation, op: "update" },
      target: "user/gone",
      version: "1",
    };
    expect((await apply(item)).outcomes).toEqual([{ op: "update", to: "nowhere", reason: "missing-target" }]);
  });

  it("go to the inbox with what they rest on", async () => {
    const item: JudgedItem = { to: "inbox", operation: { ...operation, reason: "wish" }, reason: "no-quote" };
    expect((await apply(item)).outcomes).toEqual([
      { op: "create", to: "inbox", id: "p1", reason: "no-quote" },
    ]);
    expect(proposals).toEqual([
      {
        op: "create",
        memory: {
          type: "feedback",
          scope: "user",
          name: "commit prefix",
          description: operation.description,
          body: operation.body,
        },
        targets: [],
        reason: "no-quote",
        rationale: "wish",
        evidence: { session: origin.session, n: 2, quote: operation.quote },
        once: { key: `${origin.session}/7/0`, since: origin.recorded },
      },
    ]);
    answer = { outcome: "rejected" };
    expect((await apply(item)).outcomes).toEqual([{ op: "create", to: "nowhere", reason: "rejected" }]);
    answer = { outcome: "waiting", id: "p1" };
    expect(await apply(item)).toMatchObject({ proposed: 0, outcomes: [{ to: "inbox", id: "p1" }] });
  });

  it("say why they came to nothing", async () => {
    const nowhere: JudgedItem = { to: "nowhere", op: "unknown", reason: "invalid" };
    const secret: JudgedItem = { to: "memory", operation: { ...operation, body: "SECRET" } };
    const applied = await apply(nowhere, secret);
    expect(applied.outcomes).toEqual([
      { op: "unknown", to: "nowhere", reason: "invalid" },
      { op: "create", to: "nowhere", reason: "secret" },
    ]);
    expect(applied).toMatchObject({ secrets: 1, isComplete: true });
  });

  it("are not done after the person rejected them", async () => {
    rejected = [operation.name];
    expect((await apply(kept)).outcomes).toEqual([{ op: "create", to: "nowhere", reason: "rejected" }]);
    expect((await store.list()).memories).toEqual([]);
  });

  it("tell of an inbox that holds no more", async () => {
    answer = { outcome: "full" };
    expect(await apply({ to: "inbox", operation, reason: "no-quote" })).toMatchObject({
      outcomes: [{ op: "create", to: "nowhere", reason: "inbox-full" }],
      isInboxFull: true,
    });
  });

  it("are not complete while the disk refuses", async () => {
    const full = {
      ...store,
      save: () => Promise.reject(new DaybookError("no-space", "The disk is full.")),
    };
    const applied = await applyItems([kept], { store: full, inbox }, origin);
    expect(applied).toMatchObject({ outcomes: [{ to: "nowhere", reason: "failed" }], isComplete: false });
    expect((await apply(kept)).isComplete).toBe(true);
  });
});
