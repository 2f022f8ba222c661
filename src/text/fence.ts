const REMINDER = "system-reminder";

/** Makes every `<system-reminder>` or `</system-reminder>` inside a text harmless: `<` becomes `&lt;`. */
export function defuseFence(text: string): string {
  return text.replace(REMINDER_FENCE, "&lt;$1");
}

/** The text as a `<system-reminder>` block. What would end the block early is made harmless. */
export function systemReminder(text: string): string {
  return `<${REMINDER}>\n${defuseFence(text)}\n</${REMINDER}>`;
}

/** Texts between `<name>` and `</name>`, by their names. In none of them does one of these begin or end, nor a reminder. */
export function fenced(texts: Readonly<Record<string, string>>): string {
  const fences = Object.keys(texts).map(fenceOf);
  const blocks = Object.entries(texts).map(([name, text]) => {
    const harmless = fences.reduce((left, fence) => left.replace(fence, "&lt;$1"), defuseFence(text));
    return `<${name}>\n${harmless}\n</${name}>`;
  });
  return blocks.join("\n\n");
}

const REMINDER_FENCE = fenceOf(REMINDER);

// Any spelling that a reader could take for the fence: blanks, case, attributes, zero-width characters inside.
function fenceOf(tag: string): RegExp {
  const loose = [...tag].map((letter) => (letter === "-" ? "[-‐‑‒–—−_]" : letter)).join("[\\s\\p{Cf}]*");
  // One class before the name: two that may hold the same blanks would take the square of their number.
  return new RegExp(`[<\\uff1c]([\\s\\p{Cf}/\\uff0f]*${loose})`, "giu");
}
