import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  call,
  createSessionHome,
  faultAfter,
  flat,
  linesOf,
  record,
  resumed,
  sessionId,
  text,
  thinking,
  whole,
  type LogRecord,
} from "./session-home.ts";

const RUNS = 60;
let words = 0;

/** Words that no other block holds, so that each can be looked for. */
const uniqueText = fc.string({ maxLength: 12 }).map((more) => `word-${(words += 1)}- ${more}`);

/** A turn as an agent writes it: a prompt, answers with calls and their results, a last answer. */
const turn: fc.Arbitrary<LogRecord[]> = fc
  .record({
    prompt: uniqueText,
    rounds: fc.array(
      fc.record({
        words: uniqueText,
        thinks: fc.boolean(),
        results: fc.array(uniqueText, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    answer: uniqueText,
    thinks: fc.boolean(),
  })
  .map(({ prompt, rounds, answer, thinks }) => [
    record.user(prompt),
    ...rounds.flatMap((round) => {
      const ids = round.results.map(() => `toolu_${(words += 1)}`);
      return [
        record.assistant([
          ...(round.thinks ? [thinking(`sig-${(words += 1)}`)] : []),
          text(round.words),
          ...ids.map((id) => call(id)),
        ]),
        ...round.results.map((result, at) => record.result(ids[at] ?? "", result)),
      ];
    }),
    record.assistant([...(thinks ? [thinking(`sig-${(words += 1)}`)] : []), text(answer)]),
  ]);

const conversation = fc
  .array(turn, { minLength: 1, maxLength: 4 })
  .map((turns) => [record.context(), ...turns.flat()]);

/** The unique words in a record's line. */
const wordsIn = (line: string) => line.match(/word-\d+-/g) ?? [];

async function readBytes(bytes: Uint8Array | string) {
  const home = await createSessionHome();
  await home.write(bytes);
  const session = await home.store.read(sessionId);
  return { home, session, everything: JSON.stringify(session.messages) };
}

describe("a valid log that was damaged", { timeout: 120_000 }, () => {
  it("opens with any bytes cut from its end, keeps every whole message, and is accepted", async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.nat(), async (records, cut) => {
        const lines = linesOf(records);
        const bytes = Buffer.from(whole(lines));
        const kept = bytes.subarray(0, cut % (bytes.length + 1));
        const { session, everything, home } = await readBytes(kept);
        expect(faultAfter(session.messages)).toBe(undefined);
        const intact = kept.toString("utf8").split("\n").slice(0, -1);
        expect(intact.flatMap(wordsIn).filter((word) => !everything.includes(word))).toEqual([]);
        const outcome = await resumed(home);
        expect(faultAfter(outcome.session.messages)).toBe(undefined);
        expect((await home.log()).startsWith(kept.toString("utf8"))).toBe(
          !kept.toString("utf8").includes("\ufffd"),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it("opens with any line garbled, keeps every other message, and is accepted", async () => {
    const garbage = fc.uint8Array({ minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(conversation, fc.nat(), fc.nat(), garbage, async (records, which, where, garbled) => {
        const lines = linesOf(records);
        const number = which % lines.length;
        const line = Buffer.from(lines[number] ?? "");
        line.set(
          garbled.slice(0, line.length),
          Math.min(where % line.length, Math.max(0, line.length - garbled.length)),
        );
        const bytes = Buffer.concat(
          lines.flatMap((each, at) => [at === number ? line : Buffer.from(each), Buffer.from("\n")]),
        );
        const { session, everything } = await readBytes(bytes);
        expect(faultAfter(session.messages)).toBe(undefined);
        const intact = lines.filter((_, at) => at !== number).flatMap(wordsIn);
        expect(intact.filter((word) => !everything.includes(word))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("opens whatever the bytes are", async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          '{"type":"user","n":',
          '"content":[',
          "}{",
          "\n",
          "\0\0",
          '{"type":"compaction","n":3,"firstKept":1}\n',
        )
        .map((part) => Buffer.from(part)),
      conversation.chain((records) => fc.constantFrom(...linesOf(records))).map((line) => Buffer.from(line)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { session, home } = await readBytes(Buffer.concat(pieces));
        expect(session.messages.length === 0 ? undefined : faultAfter(session.messages)).toBe(undefined);
        expect((await resumed(home)).session.messages).toBeDefined();
        expect((await resumed(home)).repaired).toEqual({});
      }),
      { numRuns: RUNS },
    );
  });
});

describe("repair is monotone", { timeout: 120_000 }, () => {
  // Any records in any order, as no agent writes them: calls without results, results of calls that come later or twice.
  const id = fc.constantFrom("a", "b", "c");
  const odd: fc.Arbitrary<LogRecord> = fc.oneof(
    uniqueText.map((prompt) => record.user(prompt)),
    fc
      .tuple(fc.array(id, { maxLength: 2 }), fc.boolean(), fc.boolean())
      .map(([ids, thinks, speaks]) =>
        record.assistant([
          ...(thinks ? [thinking("s")] : []),
          ...(speaks ? [text("words")] : []),
          ...ids.map((each) => call(each)),
        ]),
      ),
    fc.tuple(id, uniqueText).map(([each, content]) => record.result(each, content)),
    fc.constant(record.user([text("")])),
  );
  const loss = fc.constantFrom("{torn", "\0\0\0");

  it("what a resume sent stands in front of what is sent after more was said", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: odd }, { weight: 1, arbitrary: loss }), { maxLength: 12 }),
        fc.array(odd, { maxLength: 4 }),
        async (entries, more) => {
          const home = await createSessionHome();
          const records = entries.filter((entry) => typeof entry !== "string");
          const numbered = linesOf([record.context(), ...records]);
          const lines = [numbered.shift() ?? "", numbered.shift() ?? ""];
          for (const entry of entries)
            lines.push(typeof entry === "string" ? entry : (numbered.shift() ?? ""));
          await home.write(whole(lines));
          const { session, log } = await home.store.resume(sessionId, { cwd: "/srv/shop" });
          const before = flat(session.messages);
          for (const each of more) await log.append(each as never);
          await log.close();
          const after = flat((await home.store.read(sessionId)).messages);
          expect(after.slice(0, before.length)).toEqual(before);
          expect(
            after.length === 0 ? undefined : faultAfter((await home.store.read(sessionId)).messages),
          ).toBe(undefined);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });
});
