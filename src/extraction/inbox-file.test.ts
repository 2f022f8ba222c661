import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseProposal, renderProposal, type WrittenProposal } from "./inbox-file.ts";
import { proposed } from "./inbox.fixture.ts";

const written: WrittenProposal = { ...proposed(), created: "2031-03-10T09:00:00.000Z" };

describe("the file of a proposal", () => {
  it("is read by a person from top to bottom", () => {
    const differences = [{ title: "user: Use pnpm", before: null, after: "name: Use pnpm\n", version: null }];
    expect(renderProposal(written, differences)).toBe(`---
op: create
name: Use pnpm
description: which package manager to use
type: feedback
scope: user
reason: no-quote
rationale: It was decided in this turn.
session: 20310310-090000-00ab
n: "7"
created: "2031-03-10T09:00:00.000Z"
---
Use pnpm, not npm.

**Why:** lockfiles.

<!-- daybook: above is what will be kept, edit it as you like; below is why -->

Proposed create: it waits because no words of yours in that turn say it.

The model says: It was decided in this turn.

Session 20310310-090000-00ab, record 7.

> from now on pnpm

user: Use pnpm is new:

\`\`\`diff
+ name: Use pnpm
\`\`\`
`);
  });

  it("gives back what went in, whatever the texts are", async () => {
    const line = fc
      .string({ unit: "grapheme" })
      .map((text) => text.replaceAll(/[\r\n\u2028\u2029\0]/g, "").trim());
    const word = line.filter((text) => text !== "");
    const lines = fc.array(
      fc.oneof(line, fc.constantFrom("---", "```", "> x", "<!-- daybook: x -->", "op: x")),
    );
    const text = fc.record({ name: word, description: word, body: lines, quote: lines, rationale: word });
    await fc.assert(
      fc.asyncProperty(text, async ({ name, description, body, quote, rationale }) => {
        const kept = body.join("\n").trimEnd();
        const proposal: WrittenProposal = {
          ...written,
          rationale,
          memory: {
            type: "project",
            scope: "project",
            name,
            description,
            body: kept === "" ? "" : `${kept}\n`,
          },
          op: "update",
          targets: [{ id: `project/${name.replaceAll("@", "")}x`, version: "0a" }],
          evidence: {
            quote: quote
              .map((each) => each.trim())
              .join("\n")
              .trim(),
          },
        };
        const differences = [{ title: "project/x", before: kept, after: quote.join("\n"), version: "1" }];
        expect(await parseProposal(renderProposal(proposal, differences))).toEqual({ ok: true, proposal });
      }),
      { numRuns: 200 },
    );
  });

  it("takes the text as a person edited it", async () => {
    const text = renderProposal(written, [])
      .replace("name: Use pnpm", "name:  Use pnpm 9 ")
      .replace("not npm.", "neither npm\nnor yarn.")
      .replaceAll("\n", "\r\n");
    const parsed = await parseProposal(text);
    expect(parsed).toMatchObject({
      ok: true,
      proposal: {
        memory: { name: "Use pnpm 9", body: "Use pnpm, neither npm\nnor yarn.\n\n**Why:** lockfiles.\n" },
      },
    });
  });

  it.each([
    ["no header", () => "Just notes.\n", /header/],
    ["a header that does not end", (text: string) => text.replace("\n---\n", "\n"), /header/],
    ["another operation", (text: string) => text.replace("op: create", "op: drop"), /"op:"/],
    [
      "a target too many",
      (text: string) => text.replace("op: create", "op: create\ntarget: user/x@1"),
      /"target:"/,
    ],
    [
      "a target without a version",
      (text: string) => text.replace("op: create", "op: update\ntarget: x"),
      /"target:"/,
    ],
    ["a missing name", (text: string) => text.replace("name: Use pnpm\n", ""), /"name:" is missing/],
    ["an unknown type", (text: string) => text.replace("type: feedback", "type: misc"), /"type:"/],
    ["an unknown scope", (text: string) => text.replace("scope: user", "scope: team"), /"scope:"/],
    [
      "a merge that would go elsewhere than its memories",
      (text: string) => text.replace("op: create", "op: merge\ntarget: user/x@1\ntarget-2: project/y@1"),
      /"scope:" is not that of the memories/,
    ],
    ["no border", (text: string) => text.replace(/<!--.*-->/, ""), /the line that ends the text is missing/],
    ["nothing", () => "", /header/],
  ])("is not guessed at with %s", async (_, change, problem) => {
    const parsed = await parseProposal(change(renderProposal(written, [])));
    expect(parsed).toMatchObject({ ok: false, problem: expect.stringMatching(problem) as string });
  });
});
