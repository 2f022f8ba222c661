import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createExtractionWorld,
  receiptsOf,
  say,
  startProcess,
  type ExtractionWorld,
} from "./extraction.fixture.ts";

let world: ExtractionWorld;
beforeEach(async () => {
  world = await createExtractionWorld({ isRepository: true });
  const rules = "# Rules\n\nRun the INSTRUCTION-MARKER-1 suite before each release.\n";
  await writeFile(join(world.folder, "AGENTS.md"), rules);
  await writeFile(join(world.folder, "notes.txt"), "The printer in room 4 is called TOOL-MARKER-2.\n");
  await mkdir(world.home);
  await writeFile(join(world.home, "AGENT.md"), "Answer in the voice of PERSON-FILE-MARKER-3.\n");
  const { daybook } = await startProcess(world);
  for (const [name, words] of Object.entries({
    staging: "The staging deploy runs on host RECALL-MARKER-4 every night.",
    "deploy window": "Deploys to staging wait for the go of SYSTEM-MARKER-5 on Fridays.",
  })) {
    const memory = { name, description: `about the ${name}: ${words}`, type: "project", body: `${words}\n` };
    await daybook.store.save({ ...memory, source: "user" });
  }
});
afterEach(() => world.remove());

/** One fact for each marker that is seen, in several words. */
function echo(question: string): string {
  const markers = [...new Set(question.match(/[A-Z-]+-MARKER-\d/gu) ?? [])];
  const lines = question.split("\n").filter((line) => line.includes("MARKER"));
  const facts = [...markers.map((marker) => `The project depends on ${marker}.`), ...lines];
  return JSON.stringify({
    operations: facts.flatMap((fact, at) =>
      ["project", "feedback"].map((type) => ({
        op: "create",
        type,
        name: `fact ${at} ${type}`,
        description: fact,
        body: fact,
        quote: "where does the staging deploy run",
      })),
    ),
  });
}

async function keptMarkers(): Promise<string[]> {
  const { daybook } = await startProcess(world);
  const { memories } = await daybook.store.list();
  const extracted = memories.filter(({ source }) => source === "extracted");
  const bodies = await Promise.all(extracted.map(async ({ id }) => (await daybook.store.read(id)).body));
  return [...extracted.map(({ name, description }) => `${name} ${description}`), ...bodies].filter((text) =>
    text.includes("MARKER"),
  );
}

/** How a model may say again what it was shown. */
const repeats: readonly ((shown: string) => string)[] = [
  () => "It is taken care of.",
  (shown) => `As you know:\n${shown}`,
  (shown) => shown.replaceAll(/\s+/gu, " ").toUpperCase(),
  (shown) => shown.replaceAll(/[.#]/gu, "").replaceAll(/^/gmu, "- **Note:** "),
];

describe("ten sessions in a row", () => {
  it("keep nothing that was put into them, whatever model and extractor repeat", async () => {
    world.notes = echo;
    for (let number = 0; number < 10; number += 1) {
      const started = await startProcess(world);
      const session = await started.open();
      let isRead = false;
      world.answer = (_newest, { messages, system }) => {
        if (!isRead) {
          isRead = true;
          return [{ type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "notes.txt" } }];
        }
        const shown = JSON.stringify([system, messages.map(({ content }) => content)]);
        const lines = shown.match(/[^"\\]*MARKER[^"\\]*/gu) ?? [];
        expect(new Set(lines.join("\n").match(/MARKER-\d/gu)).size).toBe(5);
        return repeats[number % repeats.length]?.(lines.join("\n")) ?? "";
      };
      await say(session, "where does the staging deploy run, and what is in notes.txt?");
      await started.extraction.settle();
      await session.close();
      expect((await receiptsOf(started)).at(-1)?.answer).toBe("items");
    }
    expect(await keptMarkers()).toEqual([]);
    const { daybook } = await startProcess(world);
    expect((await daybook.inbox.list()).proposals).toEqual([]);
  });
});
