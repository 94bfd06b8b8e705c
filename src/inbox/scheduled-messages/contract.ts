import * as v from "valibot";
import { ConnectionRef } from "#channels/connections/contract.ts";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { TemplateChoice } from "#channels/templates/contract.ts";
import { ContactRef } from "#people/contacts/contract.ts";
import { Instant, OptionalId, PageNumber, pageOf, SearchParam } from "#platform/http/contract.ts";

/** PENDENTE waits for its time; AGENDADA is in the outbox; ENVIADA and ERRO are final, ERRO until it is edited. */
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
  /** Error code; `cancelled` = withdrawn in the conversation. */
  error: v.nullable(v.string()),
  userId: v.number(),
  user: v.object({ id: v.number(), name: v.string() }),
  /** Null = the company's default at sending. */
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(ConnectionRef),
  ...AttachmentAnswer.entries,
  /** For official numbers: the template that is sent; `body` then shows how it reads. */
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
/** The longest text WhatsApp carries. */
export const MAX_BODY = 4096;
export const DEFAULT_LATE_LIMIT_HOURS = 12;
/** A month. */
export const MAX_LATE_LIMIT_HOURS = 744;
/** docs/rules/forms.md#pages. */
export const DEFAULT_AHEAD_MS = 60 * 60_000;

/** docs/rules/forms.md#lengths. */
const ScheduleText = v.pipe(v.string(), v.trim(), v.minLength(MIN_BODY), v.maxLength(MAX_BODY));
export const ScheduleBody = v.object({
  /** Required without a template; with one it is not looked at. */
  body: v.optional(ScheduleText),
  /** For official numbers: sent inside and outside the answer window. */
  template: v.optional(v.nullable(TemplateChoice)),
  contactId: v.pipe(OptionalId, v.number()),
  /** ISO with offset, or a local time of the company. */
  sendAt: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
  whatsappId: v.optional(OptionalId),
  recurrence: v.optional(Recurrence),
  lateLimitHours: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LATE_LIMIT_HOURS)),
  ),
});
export type ScheduleBody = v.InferOutput<typeof ScheduleBody>;
/** Absent fields keep their value. */
export const UpdateScheduleBody = v.partial(ScheduleBody);
export type UpdateScheduleBody = v.InferOutput<typeof UpdateScheduleBody>;

/** An id in a query: empty text, 0 and "null" mean no filter. */
const IdFilter = v.optional(v.nullable(OptionalId));
const Day = v.pipe(v.string(), v.trim(), v.maxLength(40));
export const ScheduleQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  contactId: IdFilter,
  /** Honoured for admins: attendants have only their own. */
  userId: IdFilter,
  status: v.optional(v.union([ScheduleStatus, v.literal("")])),
  /** A span of at most 62 days, for the calendar: instants, or days of the company; `to` is left out. */
  from: v.optional(Day),
  to: v.optional(Day),
});
export type ScheduleQuery = v.InferOutput<typeof ScheduleQuery>;
