import * as v from "valibot";
import { SLA_FILTERS, type SlaFilter } from "#inbox/tickets/lists/contract.ts";
import { Instant } from "#platform/http/contract.ts";

/** The promised times of a ticket: for its first answer, for each later answer, and for its close (docs/rules/sla.md#targets). */
export const SlaTarget = v.picklist(["first", "next", "resolution"]);
export type SlaTarget = v.InferOutput<typeof SlaTarget>;
/** `soon` = the warning was given (docs/rules/sla.md#chip). */
const SlaState = v.picklist(["running", "soon", "missed"]);
export type SlaState = v.InferOutput<typeof SlaState>;

/** The most urgent promised time of a ticket (docs/rules/sla.md#chip). */
export const ShownPromise = v.object({
  target: SlaTarget,
  state: SlaState,
  /** null while it is paused. */
  dueAt: v.nullable(Instant),
  /** What is left while it is paused, ms of open time. */
  leftMs: v.nullable(v.number()),
});
export type ShownPromise = v.InferOutput<typeof ShownPromise>;

/** A list filter: a JSON list of states. */
export const SlaFilterParam = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(100),
    v.rawTransform(({ dataset, addIssue, NEVER }): readonly SlaFilter[] => {
      try {
        const parsed = v.safeParse(
          v.array(v.picklist(SLA_FILTERS)),
          JSON.parse(dataset.value === "" ? "[]" : dataset.value),
        );
        if (parsed.success) return parsed.output;
      } catch {
        // Invalid JSON is reported by the issue below.
      }
      addIssue({ message: "invalid" });
      return NEVER;
    }),
  ),
);
