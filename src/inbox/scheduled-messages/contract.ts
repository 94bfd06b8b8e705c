import * as v from "valibot";
import { ConnectionRef } from "#channels/connections/contract.ts";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { TemplateChoice } from "#channels/templates/contract.ts";
import { ContactRef } from "#people/contacts/contract.ts";
import { Instant, OptionalId, PageNumber, pageOf, SearchParam } from "#platform/http/contract.ts";

/**
 * PENDENTE waits for its time; AGENDADA is in the outbox; ENVIADA is final; ERRO is final unless the message is edited.
 */
const SCHEDULE_STATUSES = ["PENDENTE", "AGENDADA", "ENVIADA", "ERRO"] as const;
export const ScheduleStatus = v.picklist(SCHEDULE_STATUSES);
export type ScheduleStatus = v.InferOutput<typeof ScheduleStatus>;

export const RECURRENCES = ["none", "daily", "weekly", "monthly"] as const;
export const Recurrence = v.picklist(RECURRENCES);
export type Recurrence = v.InferOutput<typeof Recurrence>;

export const ScheduleAnswer = v.object({
  id: v.number(),
  body: v.string(),
  contactId: v.number(),
  contact: ContactRef,
  sendAt: Instant,
  sentAt: v.nullable(Instant),
  status: ScheduleStatus,
  /** Error code; `cancelled`: the author deleted the message in the conversation. */
  error: v.nullable(v.string()),
  userId: v.number(),
  user: v.object({ id: v.number(), name: v.string() }),
  /** Null = the company's default connection at the time of sending. */
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(ConnectionRef),
  ...AttachmentAnswer.entries,
  /** For official numbers: the template that is sent; `body` is then its text with the values filled in. */
  template: v.nullable(TemplateChoice),
  ticketId: v.nullable(v.number()),
  recurrence: Recurrence,
  lateLimitHours: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ScheduleAnswer = v.InferOutput<typeof ScheduleAnswer>;
export const SchedulePage = pageOf("schedules", ScheduleAnswer);

/** docs/rules/forms.md#lengths. */
export const MIN_BODY = 5;
/** Maximum length of a text on WhatsApp, characters. */
export const MAX_BODY = 4096;
export const DEFAULT_LATE_LIMIT_HOURS = 12;
/** Longest late limit: 31 days, in hours. */
export const MAX_LATE_LIMIT_HOURS = 744;
/** Default send time of the form, from now (docs/rules/forms.md#pages). */
export const DEFAULT_AHEAD_MS = 60 * 60_000;

/** docs/rules/forms.md#lengths. */
const ScheduleText = v.pipe(v.string(), v.trim(), v.minLength(MIN_BODY), v.maxLength(MAX_BODY));
export const ScheduleBody = v.object({
  /** Required without a template; ignored with one. */
  body: v.optional(ScheduleText),
  /** For official numbers: may be sent inside and outside the answer window. */
  template: v.optional(v.nullable(TemplateChoice)),
  contactId: v.pipe(OptionalId, v.number()),
  /** ISO time with offset, or a local time in the company's time zone. */
  sendAt: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
  whatsappId: v.optional(OptionalId),
  recurrence: v.optional(Recurrence),
  lateLimitHours: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LATE_LIMIT_HOURS)),
  ),
});
export type ScheduleBody = v.InferOutput<typeof ScheduleBody>;
/** An absent field does not change its value. */
export const UpdateScheduleBody = v.partial(ScheduleBody);
export type UpdateScheduleBody = v.InferOutput<typeof UpdateScheduleBody>;

/** An id in a query string: empty text, 0 and "null" mean no filter. */
const IdFilter = v.optional(v.nullable(OptionalId));
const Day = v.pipe(v.string(), v.trim(), v.maxLength(40));
export const ScheduleQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  contactId: IdFilter,
  /** Applies only to admins; attendants always get their own messages only. */
  userId: IdFilter,
  status: v.optional(v.union([ScheduleStatus, v.literal("")])),
  /** A period of at most 62 days, for the calendar: instants, or days in the company's time zone; `to` is excluded. */
  from: v.optional(Day),
  to: v.optional(Day),
});
export type ScheduleQuery = v.InferOutput<typeof ScheduleQuery>;
