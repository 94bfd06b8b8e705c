import { asc, eq } from "drizzle-orm";
import { findUser } from "#accounts/users/index.ts";
import { type ReportSchedule, reportSchedule } from "#inbox/reports/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ScheduleAnswer } from "./contract.ts";

export const scheduleById = (db: Db, id: number): ReportSchedule | undefined =>
  db.select().from(reportSchedule).where(eq(reportSchedule.id, id)).get();

/** Throws 404 ERR_NOT_FOUND. */
export function existing(db: Db, id: number): ReportSchedule {
  const found = scheduleById(db, id);
  if (!found) throw notFound();
  return found;
}

/** All schedules by name, at most 20. */
export const allSchedules = (db: Db): readonly ReportSchedule[] =>
  db.select().from(reportSchedule).orderBy(asc(reportSchedule.name), asc(reportSchedule.id)).all();

export const presentSchedule = (tenant: Tenant, schedule: ReportSchedule): ScheduleAnswer => ({
  id: schedule.id,
  name: schedule.name,
  kind: schedule.kind,
  format: schedule.format,
  filter: schedule.filter,
  columns: [...schedule.columns],
  period: schedule.period,
  at: schedule.at,
  users: schedule.userIds.flatMap((id) => {
    const user = findUser(tenant, id);
    return user ? [{ id, name: user.name }] : [];
  }),
  active: schedule.active,
  nextAt: new Date(schedule.nextAt).toISOString(),
});
