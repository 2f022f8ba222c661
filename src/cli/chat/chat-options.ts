import type { Agent } from "../../agent/index.ts";
import type { Host } from "../../app/index.ts";
import type { MemoryStore } from "../../memory/index.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** All that a chat is given; it reads nothing of the process itself. */
export interface ChatOptions {
  host: Host;
  terminal: Terminal;
  /** A new conversation: at the start and for `/new`. May fail with `no-model`. */
  createAgent(): Promise<Agent>;
  /** Null with `--no-memory`. */
  store: MemoryStore | null;
  /** Shows what is held and asks, as `daybook trust` does. */
  trust(): Promise<{ accepted: boolean }>;
  /** `-p`: one prompt, one answer, and the end. Standard input is left alone. */
  prompt?: string;
}
