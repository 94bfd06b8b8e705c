import { eq } from "drizzle-orm";
import { mailAddress } from "#accounts/mails/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { findUser } from "#accounts/users/index.ts";
import { checkConditions } from "#inbox/conditions/index.ts";
import { conditionsOf } from "#inbox/reports/attendances/wanted.ts";
import type { AttendanceFilter } from "#inbox/reports/contract.ts";
import { mailNotConfigured } from "#inbox/reports/errors.ts";
import { mayReadReports } from "#inbox/reports/policy.ts";
import { type ReportSchedule, reportSchedule } from "#inbox/reports/schema.ts";
import { invalidFields, limitReached } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { type CreateScheduleBody, MAX_SCHEDULES, type UpdateScheduleBody } from "./contract.ts";
import { allSchedules, existing } from "./queries.ts";
import { SCHEDULE_DUE } from "./send.ts";
import { nextTime } from "./times.ts";

/**
 * `POST /report-schedules`: admins. Throws 400 ERR_MAIL_NOT_CONFIGURED, 400 ERR_VALIDATION for a recipient who may not read
 * reports, 409 ERR_LIMIT_REACHED.
 */
export function createSchedule({ tenant }: UserCtx, body: CreateScheduleBody): ReportSchedule {
  check(tenant, body);
  return tenant.write((unit) => {
    if (allSchedules(unit.db).length >= MAX_SCHEDULES) throw limitReached("report_schedules", MAX_SCHEDULES);
    const nextAt = nextTime(body, timeZoneOf(tenant), unit.now);
    const times = { nextAt, createdAt: unit.now, updatedAt: unit.now };
    const { id } = unit.db
      .insert(reportSchedule)
      .values({ ...body, filter: withoutPeriod(body.filter), ...times })
      .returning({ id: reportSchedule.id })
      .get();
    return stored(unit, id);
  });
}

/** `PUT /report-schedules/{id}`: admins. Throws 404 ERR_NOT_FOUND and the errors of `createSchedule`. */
export function updateSchedule({ tenant }: UserCtx, id: number, body: UpdateScheduleBody): ReportSchedule {
  return tenant.write((unit) => {
    const before = existing(unit.db, id);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const after = { ...before, ...(given as Partial<ReportSchedule>) };
    check(tenant, after);
    const nextAt = nextTime(after, timeZoneOf(tenant), unit.now);
    unit.db
      .update(reportSchedule)
      .set({ ...after, filter: withoutPeriod(after.filter), nextAt, updatedAt: unit.now })
      .where(eq(reportSchedule.id, id))
      .run();
    return stored(unit, id);
  });
}

/** `DELETE /report-schedules/{id}`: admins; files that were sent stay. Throws 404 ERR_NOT_FOUND. */
export function deleteSchedule({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    existing(unit.db, id);
    unit.db.delete(reportSchedule).where(eq(reportSchedule.id, id)).run();
  });
}

function stored(unit: TenantUnit, id: number): ReportSchedule {
  const row = existing(unit.db, id);
  if (row.active) unit.scheduleWake(SCHEDULE_DUE, row.nextAt);
  return row;
}

function check(
  tenant: Tenant,
  { active, userIds, filter }: Pick<ReportSchedule, "active" | "userIds" | "filter">,
) {
  if (active && mailAddress(tenant.installation) === null) throw mailNotConfigured();
  const tree = conditionsOf(filter.filter);
  if (tree) checkConditions(tenant, "report", tree);
  const mayRead = (id: number) => {
    const user = findUser(tenant, id);
    return user !== undefined && mayReadReports(user);
  };
  if (!userIds.every(mayRead)) throw invalidFields({ userIds: "invalid" });
}

const withoutPeriod = ({
  days: _,
  date_from: __,
  date_to: ___,
  ...rest
}: AttendanceFilter): AttendanceFilter => rest;
