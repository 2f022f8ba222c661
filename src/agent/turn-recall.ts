import type { Model } from "../models/index.ts";
import type { Part } from "./conversation.ts";
import type { SentMessage } from "./sent-message.ts";

/** What a prompt goes on with. */
export interface RecallConversation {
  messages: readonly SentMessage[];
  model: Model;
  /** Tokens that all recalled memories of the conversation may fill. */
  tokens: number;
  /** Ends the search early: nothing is brought then. */
  signal: AbortSignal;
}

/** What chooses, turn by turn, the memories that matter. None of it fails: without memories a turn still runs. */
export interface TurnRecall {
  /** What goes into the message of this prompt. What the messages before it hold is not brought again. */
  begin(prompt: string, conversation: RecallConversation): Promise<Part[]>;
  /** What has come since, to stand behind the last result; never waits. */
  poll(): Part[];
  /** A tool has saved or read these memories (`scope/slug`); gives them with their versions, for the log. */
  see(ids: readonly string[]): Promise<string[]>;
  /** The turn is over, however it ended. */
  end(): Promise<void>;
}
