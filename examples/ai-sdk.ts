// Memory for an agent on the AI SDK. Run it: npx tsx examples/ai-sdk.ts
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { openDaybook } from "daybook";
import { createDaybookTools, createPrepareStep, systemMessages } from "daybook/ai-sdk";

const daybook = await openDaybook({ cwd: process.cwd() });
const body = "Invoices are in euro.";
await daybook.store.save({
  type: "project",
  name: "currency",
  description: "invoices",
  body,
  source: "user",
});

// With a key: const model = anthropic("claude-sonnet-5");
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => ({
    content: [{ type: "text", text: JSON.stringify(prompt).includes(body) ? "In euro." : "I do not know." }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 3, text: 3, reasoning: 0 },
    },
    warnings: [],
  }),
});

const prompt = "Which currency do our invoices have?";
const memory = daybook.conversation();
const { text } = await generateText({
  model,
  system: await systemMessages(memory, "You are a careful agent."),
  prompt,
  tools: createDaybookTools(memory),
  prepareStep: createPrepareStep(memory),
  stopWhen: stepCountIs(5),
});
await memory.turnEnded({ prompt, answer: text });
await daybook.close();
console.log(text);
