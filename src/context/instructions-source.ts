import { loadInstructions, type InstructionOptions, type Instructions } from "../instructions/index.ts";
import { estimateTokens, formatCount } from "../text/index.ts";
import type { ContextSource, LoadedText } from "./source.ts";

/** What people wrote for agents, before the person's first words. */
export function createInstructionsSource(options: InstructionOptions): ContextSource {
  return {
    name: "instructions",
    placement: "first-user",
    async load() {
      const instructions = await loadInstructions(options);
      if (instructions === null) return null;
      const { text, notices, files } = instructions;
      return { text, notices, files, fit: (tokens) => fitTokens(instructions, tokens) };
    },
  };
}

// Bytes a token differ from text to text, so the largest number of bytes that fits is searched for.
function fitTokens(instructions: Instructions, tokens: number): ReturnType<NonNullable<LoadedText["fit"]>> {
  let [least, most] = [0, Buffer.byteLength(instructions.text)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (estimateTokens(instructions.within(middle).text) <= tokens) least = middle;
    else most = middle - 1;
  }
  const { text, files } = instructions.within(least);
  const cut = files
    .filter(({ bytes, kept }) => bytes !== null && kept < bytes)
    .map(({ path, bytes, kept }) => `${path} after ${formatCount(kept)} of ${formatCount(bytes ?? 0)} bytes`);
  const notice =
    `The instruction files are cut: their share of the model's window is ${tokens} tokens` +
    `${cut.length === 0 ? "" : `; ${cut.join(", ")}`}.`;
  return { text, notice, files };
}
