import * as v from "valibot";
import { RuleBody, RunCondition } from "#automation/rules/contract.ts";
import { Instant } from "#platform/http/contract.ts";

export const DryRunBody = v.object({ rule: RuleBody });
export type DryRunBody = v.InferOutput<typeof DryRunBody>;

/** `asOfToday`: the value at that time is not stored, so the current value was compared. */
const Tried = v.object({ ...RunCondition.entries, asOfToday: v.boolean() });
export const DryRunAnswer = v.object({
  /** The newest tickets with an event of this kind, at most 100. */
  results: v.array(
    v.object({
      ticketId: v.number(),
      uuid: v.string(),
      name: v.string(),
      at: Instant,
      wouldFire: v.boolean(),
      conditions: v.array(Tried),
    }),
  ),
});
export type DryRunAnswer = v.InferOutput<typeof DryRunAnswer>;
