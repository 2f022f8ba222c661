// Notes of a finished turn, taken in the background. Run it: npx tsx examples/notes.ts
import { openDaybook } from "daybook";
import { createScriptedModel } from "daybook/testing";

const prompt = "From now on begin commit messages with feat: or fix:.";
const note = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message",
  body: "Begin with feat: or fix:.\n**Why:** the person asked for it.\n**How to apply:** every commit message.",
  quote: prompt,
};

// With a key: const model = await openModel({ model: "anthropic/claude-sonnet-5", apiKey });
const model = createScriptedModel({
  turns: [{ text: "I will." }],
  side: [{ match: "take the notes", text: JSON.stringify({ operations: [note] }) }],
});

const daybook = await openDaybook({ cwd: process.cwd(), model, extract: "auto", recall: "lexical" });
const memory = daybook.conversation();
await memory.recall(prompt);
await memory.turnEnded({ prompt, answer: "I will." });
await daybook.close();

const kept = await daybook.store.read("commit-prefix");
console.log(`${kept.id} (${kept.source}): ${kept.description}`);
