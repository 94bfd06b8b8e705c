import * as v from "valibot";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { TemplateChoice } from "#channels/templates/contract.ts";
import { FollowUpEndAction } from "#inbox/tickets/follow-ups/contract.ts";
import { plainName, RequiredId } from "#platform/http/contract.ts";

/** Limits (docs/rules/follow-ups.md#limits). */
export const MAX_STEPS = 5;
export const MAX_PERSONAL_FOLLOW_UPS = 20;
export const MAX_SHARED_FOLLOW_UPS = 50;
/** Maximum length of a text on WhatsApp, characters. */
export const MAX_STEP_TEXT = 4096;
/** Shortest and longest wait: 30 minutes and 30 days. */
export const MIN_WAIT_MINUTES = 30;
export const MAX_WAIT_MINUTES = 30 * 24 * 60;

const WaitMinutes = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(MIN_WAIT_MINUTES),
  v.maxValue(MAX_WAIT_MINUTES),
);

/** One step: after the wait, a text or a file, or the template where only templates may be sent. */
const FollowUpStepBody = v.object({
  waitMinutes: WaitMinutes,
  text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_STEP_TEXT)), ""),
  /** An existing file of the same follow-up; absent = the step has no file. */
  fileId: v.optional(v.nullable(RequiredId), null),
  /** True = a file will be uploaded after this call, so the text may be empty. */
  awaitsFile: v.optional(v.boolean(), false),
  template: v.optional(v.nullable(TemplateChoice), null),
});
export type FollowUpStepBody = v.InferOutput<typeof FollowUpStepBody>;

/** The end action, and how long after the last step it is performed if the customer has not answered. */
export const FollowUpEnding = v.object({ action: FollowUpEndAction, waitMinutes: WaitMinutes });
export type FollowUpEnding = v.InferOutput<typeof FollowUpEnding>;

const MIN_NAME = 2;
export const MAX_NAME = 60;
export const FollowUpBody = v.object({
  name: plainName(MIN_NAME, MAX_NAME),
  /** True = shared with the company, for admins only; false = the caller's own. Cannot be changed later. */
  shared: v.optional(v.boolean(), false),
  steps: v.pipe(v.array(FollowUpStepBody), v.minLength(1), v.maxLength(MAX_STEPS)),
  ending: FollowUpEnding,
  onlyInHours: v.optional(v.boolean(), true),
});
export type FollowUpBody = v.InferOutput<typeof FollowUpBody>;
/** Absent keys keep their value. */
export const UpdateFollowUpBody = v.object({
  name: v.optional(FollowUpBody.entries.name),
  steps: v.optional(FollowUpBody.entries.steps),
  ending: v.optional(FollowUpEnding),
  onlyInHours: v.optional(v.boolean()),
});
export type UpdateFollowUpBody = v.InferOutput<typeof UpdateFollowUpBody>;

const FollowUpStepAnswer = v.object({
  waitMinutes: v.number(),
  text: v.string(),
  template: v.nullable(TemplateChoice),
  fileId: v.nullable(v.number()),
  ...AttachmentAnswer.entries,
});
export const FollowUpAnswer = v.object({
  id: v.number(),
  name: v.string(),
  shared: v.boolean(),
  steps: v.array(FollowUpStepAnswer),
  ending: FollowUpEnding,
  onlyInHours: v.boolean(),
});
export type FollowUpAnswer = v.InferOutput<typeof FollowUpAnswer>;
export const FollowUpList = v.object({ followUps: v.array(FollowUpAnswer) });
export type FollowUpList = v.InferOutput<typeof FollowUpList>;

/** `POST /tickets/{id}/follow-up`; `snooze`: the ticket sleeps until the customer replies. */
export const StartFollowUpBody = v.object({
  followUpId: RequiredId,
  snooze: v.optional(v.boolean(), false),
});
export type StartFollowUpBody = v.InferOutput<typeof StartFollowUpBody>;

/** Why a run ended (docs/rules/follow-ups.md#end). */
export type FollowUpEndReason =
  | "customer_wrote"
  | "person_wrote"
  | "closed"
  | "moved"
  | "opted_out"
  | "blocked"
  | "window_closed"
  | "send_failed"
  | "connection_gone"
  | "too_late"
  | "stopped"
  | "finished";
