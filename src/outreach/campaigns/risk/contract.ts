import * as v from "valibot";
import { HealthReason } from "#inbox/reach/contract.ts";

/** `GET /whatsapp/{id}/risk`: the risk that WhatsApp blocks a number, 0 (none) to 100. */
export const RiskAnswer = v.object({
  score: v.number(),
  sentToday: v.number(),
  /** Daily cap; 0 = none. */
  cap: v.number(),
  /** Failures of the last 20 dispatches, 0 to 1. */
  failureRate: v.number(),
  reasons: v.array(HealthReason),
});
export type RiskAnswer = v.InferOutput<typeof RiskAnswer>;
