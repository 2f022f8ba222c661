import type { PressedKey } from "../terminal/keyboard.ts";

/** A question that is answered by one key. */
export interface KeyQuestion<Answer> {
  /** The lines that say what is asked and name the keys. */
  text: string;
  /** By the letter that is typed. */
  answers: Readonly<Record<string, Answer>>;
  /** Nobody types a line while it stands: letters that are none of its own go nowhere. */
  isAlone?: true;
  /** What Esc and Ctrl-C mean. */
  refusal: Answer;
  /** Takes the question back; the answer is then the refusal. */
  signal?: AbortSignal;
}

/** When a key was pressed, in milliseconds, and whether it goes on with a line that is being typed. */
export interface KeyMoment {
  at: number;
  isTyping: boolean;
}

/** A question that stands on the screen. */
export interface OpenQuestion {
  readonly text: string;
  /** False when the key is none of the question's: it belongs to the line. */
  press(key: PressedKey, moment: KeyMoment): boolean;
  refuse(): void;
}

/** Keys that come this close behind one another, or behind the question, belong to what was being typed. */
export const typingPause = 700;

/**
 * Asks; `settle` takes the one answer. Esc refuses at any time. A letter answers only when the person can have
 * read the question: whoever was typing when it came did not answer it.
 */
export function openQuestion<Answer>(
  { text, answers, isAlone, refusal, signal }: KeyQuestion<Answer>,
  { shownAt, settle }: { shownAt: number; settle(answer: Answer): void },
): OpenQuestion {
  let isOpen = true;
  const refuse = (): void => finish(refusal);

  function finish(answer: Answer): void {
    if (!isOpen) return;
    isOpen = false;
    signal?.removeEventListener("abort", refuse);
    settle(answer);
  }

  signal?.addEventListener("abort", refuse, { once: true });
  return {
    text,
    refuse,
    press(key, { at, isTyping }) {
      if (key.name === "escape") {
        refuse();
        return true;
      }
      const found = Object.entries(answers).find(([letter]) => letter === key.text.toLowerCase());
      const isDropped = isAlone === true && key.ctrl !== true && /^\P{Cc}+$/u.test(key.text);
      if (found === undefined || isTyping || at - shownAt <= typingPause) return isDropped;
      finish(found[1]);
      return true;
    },
  };
}
