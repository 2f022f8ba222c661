// Anthropic's memory tool beside memory that comes by itself. Run it: npx tsx examples/anthropic.ts
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { openDaybook } from "daybook";
import { createAnthropicMemory } from "daybook/anthropic";

const daybook = await openDaybook({ cwd: process.cwd() });
const conversation = daybook.conversation();
const memory = createAnthropicMemory({ conversation });
const tool = betaMemoryTool(memory);

const prompt = "Keep in mind that our invoices are in euro.";
const content = [prompt, ...(await conversation.recall(prompt))];
const answer = await askModel({ system: await memory.systemBlocks(), content });
await conversation.turnEnded({ prompt, answer });
console.log(answer);

// What the model wrote is in its conversation already; another one is brought it.
const question = "Which currency do our invoices have?";
const [here, elsewhere] = [conversation, daybook.conversation()];
console.log((await here.recall(question)).length, (await elsewhere.recall(question)).length);
await daybook.close();

// With a key: new Anthropic().beta.messages.toolRunner({ model, max_tokens, system, messages, tools: [tool] })
async function askModel(request: { system: object[]; content: string[] }) {
  const file_text = `Our invoices are in ${request.content[0]?.match(/in (\w+)\.$/)?.[1]}.\n`;
  return String(await tool.run({ command: "create", path: "/memories/project/invoices.md", file_text }));
}
