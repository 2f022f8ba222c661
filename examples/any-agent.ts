// Memory beside an agent of your own. Run it: npx tsx examples/any-agent.ts (DAYBOOK_HOME says where it keeps things)
import { openDaybook, type MemoryTool } from "daybook";

const daybook = await openDaybook({ cwd: process.cwd() });
await daybook.store.save({
  type: "project",
  name: "staging deploy",
  description: "when deploying to staging",
  body: "Staging is deployed with `make ship-staging`, never by hand.",
  source: "user",
});

const prompt = "Deploy this to staging, please.";
const memory = daybook.conversation();
const system = ["You are a careful agent.", ...(await memory.systemBlocks())];
const recalled = await memory.recall(prompt);
const answer = await askModel({ system, content: [prompt, ...recalled], tools: memory.tools });
await memory.turnEnded({ prompt, answer });
await daybook.close();
console.log(answer);

// Here stands the model and the loop that you have already.
async function askModel(request: { system: string[]; content: string[]; tools: readonly MemoryTool[] }) {
  const command = /`(make [^`]+)`/.exec(request.content.join("\n"))?.[1] ?? "unknown";
  return `I ran ${command}; ${request.system.length} system blocks, tools: ${request.tools.map((tool) => tool.name)}.`;
}
