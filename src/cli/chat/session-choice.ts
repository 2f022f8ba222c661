import { createSessionFilter, type OfferedSession } from "./offered-session.ts";

/** Which sessions fit what was typed, and which of them is chosen. */
export interface SessionChoice {
  readonly matches: readonly OfferedSession[];
  /** Its number among the matches. */
  readonly selected: number;
  /** Undefined when nothing fits. */
  readonly chosen: OfferedSession | undefined;
  /** Chooses one further down, or up where `step` is negative, as far as there are any. */
  move(step: number): void;
  search(typed: string): void;
}

/** Begins with the first of the sessions. */
export function createSessionChoice(sessions: readonly OfferedSession[]): SessionChoice {
  const find = createSessionFilter(sessions);
  let matches = sessions;
  let selected = 0;
  return {
    get matches() {
      return matches;
    },
    get selected() {
      return selected;
    },
    get chosen() {
      return matches[selected];
    },
    move(step) {
      selected = Math.max(0, Math.min(matches.length - 1, selected + step));
    },
    search(typed) {
      const before = matches[selected];
      matches = find(typed);
      // Whoever moved to a session and types on still means it.
      selected = before === undefined ? 0 : Math.max(0, matches.indexOf(before));
    },
  };
}
