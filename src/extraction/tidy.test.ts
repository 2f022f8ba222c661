import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEventLog } from "../events/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { createScriptedModel, type ScriptSideAnswer } from "../models/index.ts";
import { openInbox, type OpenedInbox } from "./inbox.fixture.ts";
import { lookForGroups } from "./tidy-groups.ts";
import { proposeMerges, type TidiedGroup, type TidyDoors } from "./tidy.ts";

let opened: OpenedInbox;
beforeEach(async () => void (opened = await openInbox()));
afterEach(() => opened.close());

const match = "You merge notes";
const merged = {
  merge: true,
  type: "project",
  name: "AB",
  description: "both",
  body: "Port 5433 of staging.",
};
const answers = (value: unknown, more: Partial<ScriptSideAnswer> = {}): ScriptSideAnswer => ({
  match,
  text: JSON.stringify(value),
  ...more,
});

async function save(name: string, body: string): Promise<void> {
  await opened.store.save({
    name,
    description: `what to know: ${name}`,
    type: "project",
    body,
    source: "extracted",
  });
}

async function saveTwo(): Promise<void> {
  await save("Staging database port", "The staging database listens on port 5433.");
  await save("Port of the staging database", "Staging database: port 5433.");
}

const look = () => lookForGroups({ storage: opened.options.storage, inbox: opened.inbox });

async function run(
  side: readonly ScriptSideAnswer[],
  doors: Partial<TidyDoors> = {},
): Promise<TidiedGroup[]> {
  const { inbox, store, options } = opened;
  return proposeMerges((await look()).groups, {
    model: createScriptedModel({ turns: [], side }),
    inbox,
    store,
    events: createEventLog({ storage: options.storage, now: options.now }),
    limits: defaultLimits,
    now: options.now,
    ...doors,
  });
}

const outcomes = (tidied: readonly TidiedGroup[]): string[] => tidied.map(({ result }) => result.outcome);

describe("lookForGroups", () => {
  it("finds near-duplicates within one scope and changes nothing", async () => {
    await saveTwo();
    await save("Production database port", "The production database listens on port 5433.");
    await opened.store.save({
      name: "Staging database port",
      description: "staging database",
      type: "user",
      body: "The staging database listens on port 5433.",
      source: "user",
    });
    const { groups, total } = await look();
    expect(groups.map(({ memories }) => memories.map(({ id }) => id))).toEqual([
      ["project/port-of-the-staging-database", "project/staging-database-port"],
    ]);
    expect(total).toBe(4);
  });

  it("REC-03 leaves alone what is old and what points outside of the repository", async () => {
    await opened.put(
      "project/memory/job.md",
      "---\nname: Nightly job\ndescription: nightly job status\ntype: project\n---\n\nThe nightly job is running.\n",
    );
    const outside =
      "---\nname: Shell setup\ndescription: aliases live outside the repo\ntype: reference\n---\n\nSee ~/.config/demo/aliases.sh\n";
    await opened.put("project/memory/outside.md", outside);
    expect((await look()).groups).toEqual([]);
    await run([answers(merged)]);
    expect(await opened.read("project/memory/outside.md")).toBe(outside);
    expect((await opened.inbox.list()).proposals).toEqual([]);
  });
});

describe("proposeMerges", () => {
  it("puts one memory for two into the inbox; accepting it makes one of them, and one undo two again", async () => {
    await saveTwo();
    expect(outcomes(await run([answers(merged)]))).toEqual(["proposed"]);
    expect((await opened.store.list()).memories).toHaveLength(2);
    const [proposal] = (await opened.inbox.list()).proposals;
    if (proposal === undefined) throw new Error("nothing waits");
    expect(proposal).toMatchObject({
      op: "merge",
      reason: "near-duplicates",
      memory: { name: "AB", scope: "project" },
    });
    expect(outcomes(await run([answers(merged)]))).toEqual(["waiting"]);
    expect(await opened.inbox.accept(proposal)).toMatchObject({
      outcome: "accepted",
      merged: [expect.any(String)],
    });
    expect((await opened.store.list()).memories.map(({ name }) => name)).toEqual(["AB"]);
    await opened.store.undo({ source: "user" });
    expect((await opened.store.list()).memories).toHaveLength(2);
  });

  it("does not propose again what was rejected", async () => {
    await saveTwo();
    await run([answers(merged)]);
    const [proposal] = (await opened.inbox.list()).proposals;
    if (proposal !== undefined) await opened.inbox.reject(proposal);
    expect(await look()).toMatchObject({ groups: [], rejected: 1 });
    // A third that says the same is another question.
    await save("Staging: port of the database", "The port of the staging database is 5433.");
    const { groups, rejected } = await look();
    expect(groups.map(({ memories }) => memories.length)).toEqual([3]);
    expect(rejected).toBe(0);
    expect(outcomes(await run([answers(merged)]))).toEqual(["proposed"]);
  });

  it("FS-06 loses nothing that is saved while the model writes: it is asked once more about what is there now", async () => {
    await saveTwo();
    const other = opened.again();
    const side = [
      answers(merged, {
        when: "port 5434",
        text: JSON.stringify({ ...merged, body: "Port 5434 of staging." }),
      }),
      answers(merged, { delayMs: 300 }),
    ];
    // The saves are what the model's first answer waits for.
    const sleep = async (): Promise<void> => {
      await other.save({ name: "C", description: "third", type: "project", body: "c", source: "user" });
      await other.save({ slug: "staging-database-port", body: "It is port 5434 by now.", source: "user" });
    };
    expect(outcomes(await run(side, { model: createScriptedModel({ turns: [], side }, { sleep }) }))).toEqual(
      ["proposed"],
    );
    const [proposal] = (await opened.inbox.list()).proposals;
    if (proposal === undefined) throw new Error("nothing waits");
    expect(proposal.memory?.body).toBe("Port 5434 of staging.\n");
    expect((await opened.store.read("c")).body).toBe("c\n");
    // And what changes between the proposal and the person's word stops it.
    await other.save({ slug: "staging-database-port", body: "b2", source: "user" });
    expect(await opened.inbox.accept(proposal)).toMatchObject({
      outcome: "conflict",
      onto: null,
      reason: expect.stringContaining("project/staging-database-port was changed") as string,
    });
    expect((await opened.store.read("staging-database-port")).body).toBe("b2\n");
    const index = await opened.read("project/memory/MEMORY.md");
    expect(index.match(/\]\(/g)).toHaveLength(3);
  });

  it("FS-06 leaves a group that changes again and again for another day", async () => {
    await saveTwo();
    let count = 0;
    const store = {
      read: async (id: string) => {
        count += 1;
        await opened
          .again()
          .save({ slug: "staging-database-port", body: `Port 5433, ${count}.`, source: "user" });
        return opened.store.read(id);
      },
    };
    expect(outcomes(await run([answers(merged)], { store }))).toEqual(["changed"]);
    expect((await opened.inbox.list()).proposals).toEqual([]);
    expect((await opened.store.read("staging-database-port")).body).toBe(`Port 5433, ${count}.\n`);
  });

  it("replaces a merge that waits and has become outdated", async () => {
    await saveTwo();
    await run([answers(merged)]);
    await opened.store.save({
      slug: "staging-database-port",
      body: "Staging database: port 5434.",
      source: "user",
    });
    const [file = ""] = await opened.files();
    const text = await opened.read(`project/inbox/${file}`);
    await opened.put(`project/inbox/${file}`, `${text}a note of mine: hunter2\n`);
    await run([answers({ ...merged, body: "Port 5434." })]);
    expect(await opened.read("project/history.jsonl")).not.toContain("hunter2");
    const { proposals } = await opened.inbox.list();
    expect(proposals.map(({ memory }) => memory?.body)).toEqual(["Port 5434.\n"]);
  });

  it.each([
    ["differ", { merge: false }],
    ["unusable", "nothing of use"],
    ["unusable", { ...merged, name: "" }],
    ["unusable", { ...merged, name: "x".repeat(121) }],
    ["unusable", [1, 2]],
    ["secret", { ...merged, body: "hunter2" }],
  ])("says %s of an answer that is no merge", async (outcome, value) => {
    await saveTwo();
    expect(outcomes(await run([answers(value)]))).toEqual([outcome]);
    expect((await opened.inbox.list()).proposals).toEqual([]);
  });

  it("reads an answer in prose and fences, with a type that there is not", async () => {
    await saveTwo();
    const text = `Here it is:\n\`\`\`json\n${JSON.stringify({ ...merged, type: "misc", slug: "x/../y" }, null, 2)}\n\`\`\`\n`;
    expect(outcomes(await run([{ match, text }]))).toEqual(["proposed"]);
    expect((await opened.inbox.list()).proposals[0]?.memory?.type).toBe("project");
  });

  it("stops asking when the server fails, and when the day's tokens are spent", async () => {
    await saveTwo();
    await save("Kafka topics", "Kafka topics are named after teams.");
    await save("Names of Kafka topics", "Topics in Kafka are named after the team.");
    const failing: ScriptSideAnswer = { match, text: "", error: "overloaded" } as unknown as ScriptSideAnswer;
    expect(outcomes(await run([failing]))).toEqual(["failed", "failed"]);
    const spent = { ...defaultLimits, extractionDayTokens: 1 };
    expect(outcomes(await run([answers(merged)], { limits: spent }))).toEqual(["proposed", "day-budget"]);
  });

  it("writes down what it cost", async () => {
    await saveTwo();
    await run([answers(merged)]);
    const costs = [];
    const { storage, now } = opened.options;
    for await (const event of createEventLog({ storage, now }).newest("cost")) costs.push(event);
    expect(costs).toMatchObject([{ purpose: "tidy", tokens: { output: expect.any(Number) as number } }]);
  });
});
