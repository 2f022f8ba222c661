import type { SecretGate } from "../guard/index.ts";
import type { Transaction } from "../storage/index.ts";
import type { WrittenProposal } from "./inbox-file.ts";
import { renderProposal } from "./inbox-file.ts";
import { pathOf, waitingFolder } from "./inbox-folder.ts";
import { leaveOutSecrets } from "./left-out-secrets.ts";

/**
 * A person may write a secret into the file of a proposal. None goes from there into the history, nor into a file that
 * daybook writes.
 */

/** Keeps out of the history what a change takes out of a file that waits. True where it holds a secret. */
export async function withholdSecrets(
  gate: SecretGate,
  tx: Pick<Transaction, "withhold">,
  { id, text }: { id: string; text: string },
): Promise<boolean> {
  if ((await gate.check(text)).length === 0) return false;
  tx.withhold(pathOf(waitingFolder, id));
  return true;
}

/** The file of a proposal without the secrets in it, and without the difference; null where they cannot be parted. */
export async function renderWithoutSecrets(
  gate: SecretGate,
  proposal: WrittenProposal,
): Promise<string | null> {
  const clean = async (text: string): Promise<string> => (await leaveOutSecrets(text, gate)).text;
  const { memory, rationale, evidence } = proposal;
  const { session: _session, ...rest } = evidence;
  const text = renderProposal(
    {
      ...proposal,
      memory: memory && {
        ...memory,
        name: await clean(memory.name),
        description: await clean(memory.description),
        body: await clean(memory.body),
      },
      ...(rationale === undefined ? {} : { rationale: await clean(rationale) }),
      evidence: {
        ...((await isClean(gate, evidence.session ?? "")) ? evidence : rest),
        quote: await clean(evidence.quote),
      },
    },
    [],
  );
  return (await isClean(gate, text)) ? text : null;
}

async function isClean(gate: SecretGate, text: string): Promise<boolean> {
  return (await gate.check(text)).length === 0;
}
