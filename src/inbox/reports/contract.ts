import * as v from "valibot";
import { QueueRef } from "#accounts/queues/contract.ts";
import { UserRef } from "#accounts/users/contract.ts";
import { Channel } from "#channels/connections/contract.ts";
import { DashboardQuery, Period, RatingScaleName } from "#inbox/dashboard/contract.ts";
import { Instant, PageNumber, ShortText } from "#platform/http/contract.ts";
import { COLUMNS, FIELD_COLUMNS } from "./columns/contract.ts";

/** The time of an attendance that must lie in the period (docs/rules/reports.md#period). */
export const AXES = ["finished", "created", "started", "responded", "rated"] as const;
export type Axis = (typeof AXES)[number];
/**
 * Further selections of rows: `counted` = rows of a figure of the dashboard, `resolved` = attendances that people resolved
 * (docs/rules/reports.md#figures).
 */
export const CHOICES = ["counted", "resolved"] as const;
export type Choice = (typeof CHOICES)[number];
const ORDERS = ["newest", "oldest"] as const;

/** JSON of conditions: docs/rules/conditions.md. */
const MAX_FILTER = 6000;
const attendanceFilter = {
  ...DashboardQuery.entries,
  by: v.optional(v.picklist(AXES), "finished"),
  only: v.optional(v.picklist(CHOICES)),
  userIds: DashboardQuery.entries.queueIds,
  filter: v.optional(v.pipe(v.string(), v.maxLength(MAX_FILTER))),
  sort: v.optional(v.picklist(ORDERS), "newest"),
};
/** Selects and orders the attendances of a report. The period has the same fields as in `GET /dashboard`. */
export const AttendanceFilter = v.object(attendanceFilter);
export type AttendanceFilter = v.InferOutput<typeof AttendanceFilter>;
export const AttendanceQuery = v.object({ ...attendanceFilter, pageNumber: PageNumber });
export type AttendanceQuery = v.InferOutput<typeof AttendanceQuery>;

/** Spans of time in ms, null = nothing to measure. */
const span = v.nullable(v.number());
const time = v.nullable(Instant);

/** One attendance, without deleted people, queues and tags. */
export const AttendanceAnswer = v.object({
  id: v.number(),
  ticketId: v.number(),
  uuid: v.string(),
  protocol: v.string(),
  contact: v.object({ id: v.number(), name: v.string(), number: v.string() }),
  queue: v.nullable(QueueRef),
  connection: v.nullable(v.string()),
  /** In the order in which they had the attendance. */
  attendants: v.array(UserRef),
  tags: v.array(v.object({ name: v.string(), color: v.string() })),
  priority: v.number(),
  /** Values of the custom fields of the ticket, by key. */
  fields: v.record(v.string(), v.string()),
  /** Values of the custom fields of the contact, by key. */
  contactFields: v.optional(v.record(v.string(), v.string())),
  resolution: v.nullable(v.string()),
  resolutionNote: v.nullable(v.string()),
  closeReason: v.nullable(v.string()),
  /** Null = the product. */
  closedBy: v.nullable(v.string()),
  createdAt: Instant,
  queuedAt: time,
  botAt: time,
  startedAt: time,
  firstResponseAt: time,
  finishedAt: time,
  waitingMs: span,
  responseMs: span,
  botMs: span,
  supportMs: span,
  asleepMs: v.number(),
  /** Time between beginning and end within the opening hours. */
  openMs: span,
  /** Null = not counted yet; they are counted when the attendance ends. */
  messagesIn: v.nullable(v.number()),
  messagesOut: v.nullable(v.number()),
  transfers: v.number(),
  rating: v.nullable(v.number()),
  ratingScale: v.optional(v.nullable(RatingScaleName)),
  /** The reason of the rating. */
  comment: v.optional(v.nullable(v.string())),
  /** State of the promised times: one was missed, all were met, or some are still open; null without any. */
  sla: v.nullable(v.picklist(["met", "missed", "running"])),
  /** The last advertisement that a message of this attendance answered. */
  ad: v.optional(
    v.nullable(
      v.object({ network: Channel, sourceId: v.string(), sourceUrl: v.string(), headline: v.string() }),
    ),
  ),
});
export type AttendanceAnswer = v.InferOutput<typeof AttendanceAnswer>;

/** `countIsMore`: more than the first 20,000 rows of the period match. */
export const AttendancesAnswer = v.object({
  attendances: v.array(AttendanceAnswer),
  count: v.number(),
  countIsMore: v.optional(v.literal(true)),
  hasMore: v.boolean(),
  period: Period,
  /** Present only in an answer without rows: the nearest day with rows; null = no day has rows. */
  nearest: v.optional(v.nullable(ShortText)),
});
export type AttendancesAnswer = v.InferOutput<typeof AttendancesAnswer>;

const fieldColumn = (beginning: string) => v.pipe(v.string(), v.maxLength(60), v.startsWith(beginning));
/**
 * A column of the page and of a file: one of `COLUMNS`, or `field.<key>` and `contactField.<key>` of a custom field of
 * tickets and contacts.
 */
export const ColumnId = v.union([
  v.picklist(COLUMNS),
  fieldColumn(FIELD_COLUMNS.ticket),
  fieldColumn(FIELD_COLUMNS.contact),
]);
