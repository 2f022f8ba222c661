import type { Agent } from "../../agent/index.ts";
import type { Host } from "../../app/index.ts";
import type { MemoryStore } from "../../memory/index.ts";
import type { Message } from "../../models/index.ts";
import type { Approve } from "../../tools/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { PromptHistory } from "./prompt-history.ts";

/** What a conversation is begun with. */
export interface AgentWish {
  /** `provider/name`; the model of the command line when left out. */
  model?: string;
  /** What was said before, for a change of model in the middle. */
  messages?: readonly Message[];
  /** Where a person can be asked. */
  approve?: Approve;
}

/** All that a chat is given; it reads nothing of the process itself. */
export interface ChatOptions {
  host: Host;
  terminal: Terminal;
  /** A new conversation: at the start, for `/new` and for `/model`. May fail with `no-model`. */
  createAgent(wish?: AgentWish): Promise<Agent>;
  /** Null with `--no-memory`. */
  store: MemoryStore | null;
  /** Shows what is held and asks, as `daybook trust` does. */
  trust(): Promise<{ accepted: boolean }>;
  /** Real or real enough: files outside of it are not attached to prompts. Absolute. */
  projectRoot: string;
  /** What was typed here before; null keeps nothing. */
  history: PromptHistory | null;
  /** `-p`: one prompt, one answer, and the end. Piped input goes with it. */
  prompt?: string;
  /** With `-p`: the answer as JSON. */
  json?: boolean;
}
