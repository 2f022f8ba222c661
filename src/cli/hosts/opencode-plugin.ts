import { createOwnFileEditor } from "./own-file-editor.ts";
import type { FileEditor } from "./file-editor.ts";
import { wordsOf, type Launch } from "./launch.ts";

const mark = "// daybook: written by `daybook setup opencode`, which takes it out again with --undo.";

/**
 * opencode has no hooks, but plugins: this one asks `daybook hook` at the same events. It never throws, and what a
 * session was told at its start stays the same bytes until it is compacted, since providers bind their caches to it.
 */
export function createOpencodePlugin(path: string, launch: Launch): { path: string; editor: FileEditor } {
  return { path, editor: createOwnFileEditor({ file: path, content: pluginText(launch), mark }) };
}

function pluginText(launch: Launch): string {
  const command = JSON.stringify(
    [launch.command, ...wordsOf(launch, ["hook", "--host", "opencode"])],
    null,
    2,
  );
  return `${mark}
import { spawn } from "node:child_process"

const command = ${command}

function ask(event, input) {
  return new Promise((resolve) => {
    const done = (text) => {
      try {
        resolve(JSON.parse(text).hookSpecificOutput.additionalContext || "")
      } catch {
        resolve("")
      }
    }
    try {
      const [program, ...words] = command
      const child = spawn(program, [...words, event], { stdio: ["pipe", "pipe", "ignore"], timeout: 3000 })
      let text = ""
      child.stdout.on("data", (chunk) => (text += chunk))
      child.on("error", () => done(""))
      child.on("close", () => done(text))
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify({ hook_event_name: event, ...input }))
    } catch {
      done("")
    }
  })
}

// As opencode makes them, so that the part stands behind those of the prompt.
function partId() {
  const time = ((BigInt(Date.now()) + 1n) * 4096n) & 0xffffffffffffn
  return "prt_" + time.toString(16).padStart(12, "0") + Math.random().toString(36).slice(2, 16).padEnd(14, "0")
}

export const DaybookMemory = async ({ directory }) => {
  const begun = new Map()
  const start = (session, source) => {
    if (!begun.has(session)) {
      if (begun.size > 100) begun.clear()
      begun.set(session, ask("SessionStart", { session_id: session, cwd: directory, source }))
    }
    return begun.get(session)
  }
  const compacted = new Set()
  return {
    event: async ({ event }) => {
      const session = event?.properties?.sessionID
      if (event?.type !== "session.compacted" || !session) return
      begun.delete(session)
      compacted.add(session)
    },
    "chat.message": async (input, output) => {
      const session = input?.sessionID
      const prompt = (output?.parts ?? [])
        .filter((part) => part.type === "text" && !part.synthetic)
        .map((part) => part.text)
        .join("\\n")
      if (!session || !prompt) return
      await start(session, "startup")
      const text = await ask("UserPromptSubmit", { session_id: session, cwd: directory, prompt })
      if (!text) return
      output.parts.push({
        id: partId(),
        sessionID: session,
        messageID: output.message?.id ?? input.messageID,
        type: "text",
        text,
        synthetic: true,
      })
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ?? ""
      const text = await start(session, compacted.delete(session) ? "compact" : "startup")
      if (text) output.system.push(text)
    },
  }
}
`;
}
