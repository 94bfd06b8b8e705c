import * as v from "valibot";
import { plainName } from "#platform/http/contract.ts";

/** Maximum number of pause reasons of a company (docs/rules/work-times.md#reasons). */
export const MAX_PAUSE_REASONS = 20;

export const PauseReasonAnswer = v.object({ id: v.number(), name: v.string(), active: v.boolean() });
export type PauseReasonAnswer = v.InferOutput<typeof PauseReasonAnswer>;
export const PauseReasonList = v.object({ reasons: v.array(PauseReasonAnswer) });
export type PauseReasonList = v.InferOutput<typeof PauseReasonList>;

const name = plainName(2, 40);
export const CreatePauseReasonBody = v.object({ name });
export type CreatePauseReasonBody = v.InferOutput<typeof CreatePauseReasonBody>;
/** Absent keys keep their value. */
export const UpdatePauseReasonBody = v.object({ name: v.optional(name), active: v.optional(v.boolean()) });
export type UpdatePauseReasonBody = v.InferOutput<typeof UpdatePauseReasonBody>;
