import * as v from "valibot";
import { MAX_IDS, plainName, RequiredId, ShortText } from "#platform/http/contract.ts";

/** Limits (docs/rules/resolutions.md). */
export const MAX_RESOLUTIONS = 100;
export const MAX_RESOLUTION_NOTE = 500;

export const ResolutionAnswer = v.object({
  id: v.number(),
  name: v.string(),
  queueIds: v.array(v.number()),
  position: v.number(),
  active: v.boolean(),
});
export type ResolutionAnswer = v.InferOutput<typeof ResolutionAnswer>;
export const ResolutionList = v.object({ resolutions: v.array(ResolutionAnswer) });

const name = plainName(2, 60);
const queueIds = v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS));
export const CreateResolutionBody = v.object({ name, queueIds: v.optional(queueIds, []) });
export type CreateResolutionBody = v.InferOutput<typeof CreateResolutionBody>;
/** Absent keys keep their value; `position` 1 is the first one. */
export const UpdateResolutionBody = v.object({
  name: v.optional(name),
  queueIds: v.optional(queueIds),
  active: v.optional(v.boolean()),
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_RESOLUTIONS))),
});
export type UpdateResolutionBody = v.InferOutput<typeof UpdateResolutionBody>;

/** Days `YYYY-MM-DD` in the company's time zone, both included. */
export const ResolutionReportQuery = v.object({ date_from: ShortText, date_to: ShortText });
/** `id` null: closed by a person without a resolution. */
export const ResolutionReport = v.object({
  total: v.number(),
  rows: v.array(v.object({ id: v.nullable(v.number()), name: v.nullable(v.string()), tickets: v.number() })),
});
export type ResolutionReport = v.InferOutput<typeof ResolutionReport>;

/** The resolution of a closed ticket. */
export const ResolutionRef = v.object({
  id: v.number(),
  name: v.string(),
  note: v.nullable(v.string()),
});
export type ResolutionRef = v.InferOutput<typeof ResolutionRef>;
