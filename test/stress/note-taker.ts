/**
 * A process that talks: each turn is a wish, which is noted in the background while the next turn goes on. It says on
 * standard output which turns were answered, so that whoever kills it knows what must be noted. With `end` it only
 * takes the notes that were left over.
 *
 *     node note-taker.mjs HOME ROUND|end
 */
import { createHash, randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createEventLog } from "../../src/events/index.ts";
import { createExtraction, createInbox, createTurnReader } from "../../src/extraction/index.ts";
import { defaultLimits } from "../../src/limits/index.ts";
import { createMemoryStore } from "../../src/memory/index.ts";
import { createScriptedModel, textOf, type Model } from "../../src/models/index.ts";
import { createSessionStore, type SessionRecord } from "../../src/sessions/index.ts";
import { createFileStorage } from "../../src/storage/index.ts";

const [home = "", round = "end"] = process.argv.slice(2);
const now = () => new Date();
const gate = { check: async () => [] };
const limits = { ...defaultLimits, extractionDayTokens: Number.MAX_SAFE_INTEGER };
const project = join(home, "projects", "stress-0123456789ab");
const storage = createFileStorage({ folders: { home, project }, now, newId: randomUUID });
const store = createMemoryStore({ storage, gate, now });
const sessions = createSessionStore({ storage, project: "stress-0123456789ab", now });
const index = { search: async () => ({ hits: [], total: 0, notices: [] }), recent: () => [] };
const extraction = createExtraction({
  sessions,
  storage,
  store,
  limits,
  now,
  inbox: createInbox({ storage, gate, now, store }),
  events: createEventLog({ storage, now }),
  read: createTurnReader({ index, store, storage, gate, limits, now }),
  mode: "auto",
});

/** Words that no other turn has. */
function wishOf(turn: string): string {
  const letters = createHash("sha256")
    .update(turn)
    .digest("hex")
    .replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
  return `always ${(letters.match(/.{8}/g) ?? []).slice(0, 6).join(" ")}`;
}

const { info } = createScriptedModel({ turns: [] });
/** Notes the wish that it is shown, after a moment. */
const model: Model = {
  info,
  async *stream({ messages }) {
    await sleep(3);
    const quote = /always(?: [a-p]{8}){6}/.exec(messages.map(textOf).join("\n"))?.[0] ?? "";
    const [, name = "", second = "", ...rest] = quote.split(" ");
    const operation = {
      op: "create",
      type: "feedback",
      name: `${name} ${second}`,
      quote,
      description: rest.slice(0, 2).join(" "),
      body: quote,
    };
    yield {
      type: "done",
      message: {
        role: "assistant",
        content: [{ type: "text", text: JSON.stringify({ operations: [operation] }) }],
        model: info.id,
        stop: "end_turn",
        usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
      },
    };
  },
};

/** Written straight to the pipe: a kill right after cannot take it back. */
function say(...words: unknown[]): void {
  writeSync(1, `${words.join(" ")}\n`);
}

async function talk(): Promise<void> {
  for (let count = 0; ; count += 1) {
    const log = sessions.create("/");
    const followed = extraction.follow({
      get id() {
        return log.id;
      },
      append: (record) => log.append(record),
      isResumed: false,
    });
    for (let turn = 0; turn < 2; turn += 1) {
      const words = wishOf(`${round}-${count}-${turn}`);
      const begin = await followed.append(said("user", words));
      await followed.append(said("assistant", "Done."));
      say("answered", words);
      followed.turnEnded({ begin, model });
      await sleep(2);
    }
    followed.close();
    await log.close();
  }
}

function said(type: "user" | "assistant", text: string): SessionRecord {
  const content = [{ type: "text", text }];
  if (type === "user") return { type, content, from: ["person"] };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
  return { type, content, usage, stop: "end_turn", model: info.id, provider: info.provider };
}

async function main(): Promise<void> {
  extraction.recover(model);
  if (round !== "end") return talk();
  // One start takes no more than a part of what is left over.
  for (let more = ""; ;) {
    await extraction.settle();
    const before = more;
    more = String((await store.log()).length);
    if (more === before) return say("settled");
    extraction.recover(model);
  }
}

await main();
