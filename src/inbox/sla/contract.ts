import * as v from "valibot";
import { Conditions } from "#inbox/conditions/contract.ts";
import { SlaTarget } from "#inbox/tickets/contract.ts";
import {
  Instant,
  OptionalId,
  PageNumber,
  plainName,
  RequiredId,
  ShortText,
} from "#platform/http/contract.ts";

/** Limits (docs/rules/sla.md#limits). */
export const MAX_POLICIES = 20;
const MAX_MINUTES = 365 * 24 * 60;

/** The hours that count: every hour, those of the company, or those of the ticket's queue. */
export const SlaHours = v.picklist(["clock", "company", "queue"]);
export type SlaHours = v.InferOutput<typeof SlaHours>;
/** When the clocks start: `queue` = at the entry into the queue, after the bot; `arrival` = when the customer wrote. */
export const SlaStart = v.picklist(["queue", "arrival"]);
export type SlaStart = v.InferOutput<typeof SlaStart>;

const minutes = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MINUTES)));
const name = plainName(2, 40);
const warnPercent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99));

export const SlaPolicyAnswer = v.object({
  id: v.number(),
  name: v.string(),
  position: v.number(),
  active: v.boolean(),
  /** `{ all: [] }` = every ticket. */
  conditions: v.custom<Conditions>(() => true),
  hours: SlaHours,
  firstMinutes: v.nullable(v.number()),
  nextMinutes: v.nullable(v.number()),
  resolutionMinutes: v.nullable(v.number()),
  startsAt: SlaStart,
  pauseAsleep: v.boolean(),
  pauseWaitingCustomer: v.boolean(),
  warnPercent: v.number(),
});
export type SlaPolicyAnswer = v.InferOutput<typeof SlaPolicyAnswer>;

/** `conditions` absent = every ticket. At least one of the three times must be given. */
export const CreateSlaPolicyBody = v.object({
  name,
  active: v.optional(v.boolean(), true),
  conditions: v.optional(v.nullable(Conditions), null),
  hours: v.optional(SlaHours, "company"),
  firstMinutes: v.optional(minutes, null),
  nextMinutes: v.optional(minutes, null),
  resolutionMinutes: v.optional(minutes, null),
  startsAt: v.optional(SlaStart, "queue"),
  pauseAsleep: v.optional(v.boolean(), true),
  pauseWaitingCustomer: v.optional(v.boolean(), true),
  warnPercent: v.optional(warnPercent, 80),
});
export type CreateSlaPolicyBody = v.InferOutput<typeof CreateSlaPolicyBody>;
/** Absent keys keep their value. */
export const UpdateSlaPolicyBody = v.object({
  name: v.optional(name),
  active: v.optional(v.boolean()),
  conditions: v.optional(v.nullable(Conditions)),
  hours: v.optional(SlaHours),
  firstMinutes: v.optional(minutes),
  nextMinutes: v.optional(minutes),
  resolutionMinutes: v.optional(minutes),
  startsAt: v.optional(SlaStart),
  pauseAsleep: v.optional(v.boolean()),
  pauseWaitingCustomer: v.optional(v.boolean()),
  warnPercent: v.optional(warnPercent),
});
export type UpdateSlaPolicyBody = v.InferOutput<typeof UpdateSlaPolicyBody>;
/** All policies in their new order. */
export const SlaOrderBody = v.object({
  ids: v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MAX_POLICIES)),
});

/** `POST /sla-policies/test`: `start` is ISO, or `YYYY-MM-DDTHH:mm` on the clock of the company. */
export const SlaTestBody = v.object({
  start: ShortText,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MINUTES)),
  hours: SlaHours,
  queueId: v.optional(OptionalId),
});
export type SlaTestBody = v.InferOutput<typeof SlaTestBody>;
export const SlaTestAnswer = v.object({ dueAt: Instant });

/** One promised time of one ticket. */
export const SlaClockAnswer = v.object({
  id: v.number(),
  policy: v.object({ id: v.number(), name: v.string() }),
  target: SlaTarget,
  state: v.picklist(["running", "soon", "paused", "missed", "met", "dropped"]),
  startedAt: Instant,
  /** The promised time, ms of open time. */
  targetMs: v.optional(v.number()),
  /** Elapsed time until now or until the end of the clock, ms of open time. */
  elapsedMs: v.optional(v.number()),
  /** Open time since the start that did not count, ms. */
  pausedMs: v.optional(v.number()),
  /** null while paused. */
  dueAt: v.nullable(Instant),
  /** Remaining time while paused, ms of open time. */
  leftMs: v.nullable(v.number()),
  metAt: v.nullable(Instant),
  missedAt: v.nullable(Instant),
});
export type SlaClockAnswer = v.InferOutput<typeof SlaClockAnswer>;
export const SlaClocks = v.object({ clocks: v.array(SlaClockAnswer) });

const Named = v.object({ id: v.number(), name: v.string() });
/** `GET /sla/report`: days `YYYY-MM-DD` in the company's time zone, both included. */
export const SlaReportQuery = v.object({ date_from: ShortText, date_to: ShortText });
export type SlaReportQuery = v.InferOutput<typeof SlaReportQuery>;
export const SlaReport = v.object({
  rows: v.array(
    v.object({
      day: v.string(),
      policy: Named,
      queue: v.nullable(Named),
      user: v.nullable(Named),
      target: SlaTarget,
      met: v.number(),
      missed: v.number(),
      /** Sum of the open times that the met promises took, ms. */
      sumMs: v.number(),
    }),
  ),
  /** The day with which the next request goes on as `date_from`; null = these are all rows. */
  nextDay: v.nullable(v.string()),
});
export type SlaReport = v.InferOutput<typeof SlaReport>;

/** `GET /sla/report/sums`: the rows of the report added up by one of their columns. */
export const SlaSumsQuery = v.object({
  ...SlaReportQuery.entries,
  by: v.picklist(["policy", "queue", "user", "day"]),
});
export type SlaSumsQuery = v.InferOutput<typeof SlaSumsQuery>;
export const SlaSums = v.object({
  figures: v.array(
    v.object({
      /** Id of the policy, queue or attendant (0 = none), or the day. */
      key: v.string(),
      /** Of a day: the day; "" = without queue or attendant. */
      name: v.string(),
      target: SlaTarget,
      met: v.number(),
      missed: v.number(),
      /** Sum of the open times that the met promises took, ms. */
      sumMs: v.number(),
    }),
  ),
});
export type SlaSums = v.InferOutput<typeof SlaSums>;

const FilterId = v.optional(v.pipe(ShortText, v.regex(/^\d{1,15}$/), v.transform(Number)));
/** `GET /sla/report/clocks`: queue and attendant 0 = none; an absent filter selects all. */
export const SlaClocksQuery = v.object({
  ...SlaReportQuery.entries,
  policyId: FilterId,
  queueId: FilterId,
  userId: FilterId,
  target: v.optional(SlaTarget),
  outcome: v.optional(v.picklist(["met", "missed"])),
  pageNumber: PageNumber,
});
export type SlaClocksQuery = v.InferOutput<typeof SlaClocksQuery>;
export const SlaReportClocks = v.object({
  clocks: v.array(
    v.object({
      id: v.number(),
      ticketId: v.number(),
      uuid: v.string(),
      protocol: v.string(),
      contact: v.string(),
      policy: v.string(),
      queue: v.nullable(v.string()),
      user: v.nullable(v.string()),
      target: SlaTarget,
      startedAt: Instant,
      dueAt: Instant,
      metAt: v.nullable(Instant),
      missedAt: v.nullable(Instant),
      takenMs: v.nullable(v.number()),
    }),
  ),
  hasMore: v.boolean(),
});
export type SlaReportClocks = v.InferOutput<typeof SlaReportClocks>;
