import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { reviewTrust } from "../review-trust.ts";

/** `daybook trust`: shows what came from others and accepts it. */
export async function trust(
  context: CommandContext,
  given: { yes?: boolean; always?: boolean },
): Promise<number> {
  const { held, accepted } = await reviewTrust(context, await context.open({ needsShared: true }), given);
  if (context.json) {
    context.terminal.json({
      accepted,
      held: held.map(({ name, state, readable, text, before }) => ({ name, state, readable, text, before })),
    });
  }
  return done;
}
