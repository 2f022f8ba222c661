import type { RecallMode, SkipReason } from "../events/index.ts";
import { sideQuery, type Model, type SideAnswer, type SideRequest } from "../models/index.ts";

/** The model that is asked beside the conversation. */
export interface SideModel {
  id: string;
  /** Never throws; ends soon after the signal. */
  ask(request: SideRequest, options: { signal: AbortSignal; timeoutMs: number }): Promise<SideAnswer>;
}

/**
 * Whom a side query asks, or why none is: by itself recall asks no scripted model, whose script may have no answer
 * for it, and no model on this machine, which would answer the person later for it.
 */
export function sideModelOf(mode: RecallMode, model: Model): SideModel | { skipped: SkipReason } {
  const { id, provider, local } = model.info;
  if (mode === "auto" && provider === "scripted") return { skipped: "scripted" };
  if (mode === "auto" && local) return { skipped: "local" };
  return { id, ask: (request, limits) => sideQuery(model, request, { ...limits, once: true }) };
}
