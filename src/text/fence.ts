const NAME = "system-reminder";
// Any spelling that a reader could take for the fence: blanks, case, attributes, zero-width characters inside.
const LOOSE = [...NAME].map((letter) => (letter === "-" ? "[-‐‑‒–—−_]" : letter)).join("[\\s\\p{Cf}]*");
// One class before the name: two that may hold the same blanks would take the square of their number.
const FENCE = new RegExp(`[<\\uff1c]([\\s\\p{Cf}/\\uff0f]*${LOOSE})`, "giu");

/** Makes every `<system-reminder>` or `</system-reminder>` inside a text harmless: `<` becomes `&lt;`. */
export function defuseFence(text: string): string {
  return text.replace(FENCE, "&lt;$1");
}

/** The text as a `<system-reminder>` block. What would end the block early is made harmless. */
export function systemReminder(text: string): string {
  return `<${NAME}>\n${defuseFence(text)}\n</${NAME}>`;
}
