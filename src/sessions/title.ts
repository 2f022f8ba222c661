import { DaybookError } from "../errors/index.ts";
import type { SecretGate } from "../guard/index.ts";
import { cutCharacters, isBlank, oneLine, wellFormed } from "../text/index.ts";

const TITLE_CHARACTERS = 120;

/**
 * A title as it is kept: one line, cut to 120 characters. Fails with `invalid` for a blank one and with `secret`
 * where it holds one: titles are shown in lists and copied along.
 */
export async function acceptTitle(title: string, gate: SecretGate): Promise<string> {
  const line = oneLine(wellFormed(title)).trim();
  if (isBlank(line)) throw new DaybookError("invalid", "A title needs words.");
  const [secret] = await gate.check(title);
  if (secret !== undefined) {
    throw new DaybookError(
      "secret",
      `The title holds a secret (${secret.kind}), so it was not kept. Leave that out.`,
    );
  }
  return cutCharacters(line, TITLE_CHARACTERS);
}
