import { setTimeout } from "node:timers/promises";

const LOOK_AGAIN_MS = 50;

/**
 * Whether something comes true within `patience` milliseconds. Looks are counted, not the time: where the machine
 * stood still, this process did too, and what had ended by then was not yet told to it.
 */
export async function isSoon(
  isTrue: () => boolean,
  patience: number,
  pause: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<boolean> {
  for (let looks = Math.ceil(patience / LOOK_AGAIN_MS); !isTrue(); looks -= 1) {
    if (looks <= 0) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return true;
}
