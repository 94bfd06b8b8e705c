import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { AttendanceFilter, ColumnId } from "#inbox/reports/contract.ts";
import { FileFormat, MOST_COLUMNS } from "#inbox/reports/files/contract.ts";
import { Instant, plainName, RequiredId } from "#platform/http/contract.ts";

/** Limits (docs/rules/reports.md#schedules). */
export const MAX_SCHEDULES = 20;
export const MAX_RECIPIENTS = 10;

export const SCHEDULE_KINDS = ["attendances", "resolutions"] as const;
const Kind = v.picklist(SCHEDULE_KINDS);
export type ScheduleKind = v.InferOutput<typeof Kind>;

export const SCHEDULE_PERIODS = ["daily", "weekly", "monthly"] as const;
const Period = v.picklist(SCHEDULE_PERIODS);
export type SchedulePeriod = v.InferOutput<typeof Period>;

const name = plainName(2, 60);
const columns = v.pipe(v.array(ColumnId), v.minLength(1), v.maxLength(MOST_COLUMNS));
const userIds = v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MAX_RECIPIENTS));
/** `HH:mm` on the company's clock. */
const at = v.pipe(v.string(), v.maxLength(5), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const CreateScheduleBody = v.object({
  name,
  kind: v.optional(Kind, "attendances"),
  format: v.optional(FileFormat, "csv"),
  /** The period comes from the schedule. */
  filter: v.optional(AttendanceFilter, {}),
  columns: v.optional(columns, ["protocol"]),
  period: Period,
  at,
  userIds,
  active: v.optional(v.boolean(), true),
});
export type CreateScheduleBody = v.InferOutput<typeof CreateScheduleBody>;
/** Absent keys keep their value. */
export const UpdateScheduleBody = v.object({
  name: v.optional(name),
  kind: v.optional(Kind),
  format: v.optional(FileFormat),
  filter: v.optional(AttendanceFilter),
  columns: v.optional(columns),
  period: v.optional(Period),
  at: v.optional(at),
  userIds: v.optional(userIds),
  active: v.optional(v.boolean()),
});
export type UpdateScheduleBody = v.InferOutput<typeof UpdateScheduleBody>;

export const ScheduleAnswer = v.object({
  id: v.number(),
  name: v.string(),
  kind: Kind,
  format: FileFormat,
  /** As stored, without a period. */
  filter: v.custom<AttendanceFilter>(() => true),
  columns: v.array(v.string()),
  period: Period,
  at: v.string(),
  /** Recipients who still exist. */
  users: v.array(UserRef),
  active: v.boolean(),
  nextAt: Instant,
});
export type ScheduleAnswer = v.InferOutput<typeof ScheduleAnswer>;
export const ScheduleList = v.object({ schedules: v.array(ScheduleAnswer) });
