const NAME = "system-reminder";
// Any spelling that a reader could take for the fence: blanks, case, attributes, zero-width characters inside.
const LOOSE = [...NAME].map((letter) => (letter === "-" ? "[-‐‑‒–—−_]" : letter)).join("[\\s\\p{Cf}]*");
const FENCE = new RegExp(`[<\\uff1c]([\\s\\p{Cf}]*[/\\uff0f]?[\\s\\p{Cf}]*${LOOSE})`, "giu");

/** Makes every `<system-reminder>` or `</system-reminder>` inside a text harmless: `<` becomes `&lt;`. */
export function defuseFence(text: string): string {
  return text.replace(FENCE, "&lt;$1");
}

/** The text as a `<system-reminder>` block. What would end the block early is made harmless. */
export function systemReminder(text: string): string {
  return `<${NAME}>\n${defuseFence(text)}\n</${NAME}>`;
}
