import * as v from "valibot";

/** `GET /whatsapp/{id}/risk`: the risk that WhatsApp blocks a number, 0 (none) to 100. */
const RISK_REASONS = ["new_number", "near_cap", "failures", "few_replies", "opt_outs", "restricted"] as const;
export const RiskAnswer = v.object({
  score: v.number(),
  sentToday: v.number(),
  /** Daily cap; 0 = none. */
  cap: v.number(),
  /** Failures of the last 20 dispatches, 0 to 1. */
  failureRate: v.number(),
  reasons: v.array(v.picklist(RISK_REASONS)),
});
export type RiskAnswer = v.InferOutput<typeof RiskAnswer>;
