import { newTerms, wholeText, type ItemText } from "./item-text.ts";
import { overturningWords, withoutOverturned } from "./overturned.ts";

/**
 * The body of a memory to which something is added that says nearly the same: the new one where it says all that the
 * old one did, else the old one with the lines that tell more. So nothing that was kept is lost by saying it again;
 * only what the new one turns over makes way for it.
 */
export function mergedBody(target: ItemText, item: Pick<ItemText, "description" | "body">): string {
  const body = item.body.trim() === "" ? item.description : item.body;
  if (newTerms(target.body, [body]).length === 0) return body;
  if (overturningWords(body, target.body).length > 0) {
    const left = withoutOverturned(target.body, body);
    return left === "" ? body : `${body.trimEnd()}\n\n${left}\n`;
  }
  const tellsMore = (line: string): boolean => newTerms(line, [wholeText(target)]).length > 0;
  const more = body.split("\n").filter(tellsMore);
  return more.length === 0 ? target.body : `${target.body.trimEnd()}\n\n${more.join("\n").trim()}\n`;
}
