import { mkdir, readdir, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { openBook, type Host } from "../../app/index.ts";
import { sumRecall, type RecallReceipt } from "../../events/index.ts";
import { createHookWorld, type HookWorld } from "./hook.fixture.ts";

const staging = {
  name: "staging deploy",
  description: "when deploying to staging",
  body: "Tell Ana before a staging deploy.\n",
};
const question = { prompt: "how do we do a staging deploy?" };
const another = { prompt: "write a haiku about autumn" };

async function receiptsIn({ person, project }: HookWorld): Promise<RecallReceipt[]> {
  const host = { env: {}, userHome: person, now: () => new Date(), cwd: () => project } as unknown as Host;
  const { events } = await openBook(host);
  const found: RecallReceipt[] = [];
  for await (const receipt of events.newest("recall")) found.unshift(receipt);
  return found;
}

it("counts what prompts of another agent were brought, with no word of them", async () => {
  const world = await createHookWorld();
  await world.remember("staging-deploy", staging);
  await world.ask("UserPromptSubmit", question);
  await world.ask("UserPromptSubmit", question);
  await world.ask("UserPromptSubmit", another);
  await world.ask("Stop");
  const receipts = await receiptsIn(world);
  expect(sumRecall(receipts)).toMatchObject({ turns: 3, delivered: 1, empty: 2, memories: 1 });
  const [first, second] = receipts;
  expect(first).toMatchObject({ mode: "lexical", memories: 1, side: { skipped: "off" }, dropped: [] });
  expect(first?.delivered).toMatchObject([{ id: "user/staging-deploy", by: "lexical", cut: false }]);
  expect(first?.sessionBytes).toBe(first?.bytes);
  expect(second).toMatchObject({ dropped: [{ id: "user/staging-deploy", reason: "shown" }], bytes: 0 });
  expect(second?.sessionBytes).toBe(first?.bytes);
  expect(JSON.stringify(receipts)).not.toMatch(/haiku|Ana/);
});

it("says of a memory for which the answer has no room that it was left out", async () => {
  const world = await createHookWorld();
  await world.remember("staging-deploy", {
    ...staging,
    body: `${"A long story of a staging deploy. ".repeat(30)}\n`,
  });
  await writeFile(world.home("daybook.json"), JSON.stringify({ limits: { hookCharacters: 400 } }));
  await mkdir(world.home("projects"), { recursive: true });
  await world.ask("UserPromptSubmit", question);
  // It brought nothing, so nothing began.
  expect(await readdir(world.home("projects"))).toEqual([]);
  await writeFile(world.home("daybook.json"), "{}");
  await world.ask("UserPromptSubmit", question, { session: "s2" });
  await writeFile(world.home("daybook.json"), JSON.stringify({ limits: { hookCharacters: 400 } }));
  await world.ask("UserPromptSubmit", question, { session: "s3" });
  const [, cramped] = await receiptsIn(world);
  expect(cramped).toMatchObject({
    delivered: [],
    dropped: [{ id: "user/staging-deploy", reason: "session-budget" }],
    bytes: 0,
  });
});

it("leaves the answer whole where nothing can be noted, and is silent with recall off", async () => {
  const world = await createHookWorld();
  await world.remember("staging-deploy", staging);
  await writeFile(world.home("projects"), "a file in the way");
  expect(await world.hear("UserPromptSubmit", question)).toContain("Tell Ana");
  const quiet = await createHookWorld();
  await quiet.remember("staging-deploy", staging);
  await writeFile(quiet.home("daybook.json"), JSON.stringify({ recall: "off" }));
  expect(await quiet.hear("UserPromptSubmit", question)).toBe("");
  expect(await receiptsIn(quiet)).toEqual([]);
});
