import { eq } from "drizzle-orm";
import { mayWork } from "#accounts/companies/index.ts";
import { mailAddress } from "#accounts/mails/index.ts";
import { languageOf, timeZoneOf } from "#accounts/settings/index.ts";
import { findUser } from "#accounts/users/index.ts";
import { mailNotConfigured } from "#inbox/reports/errors.ts";
import { REPORT_FILES } from "#inbox/reports/files/start.ts";
import { mayReadReports } from "#inbox/reports/policy.ts";
import { type ReportSchedule, reportFile, reportSchedule } from "#inbox/reports/schema.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { existing, scheduleById } from "./queries.ts";
import * as sql from "./schedules.sql.ts";
import { coveredDays, nextTime } from "./times.ts";

/** Job name in the wake-up schedule of companies with scheduled reports. */
export const SCHEDULE_DUE = "report_schedules";
/** A report that is late by more than this is skipped, ms. */
const LATE_MS = 24 * 60 * 60_000;
/** How long its file is kept, ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Every minute: begins the files of due reports, whose mails are sent when they are finished. */
export const reportSchedules = defineDueJob({
  job: SCHEDULE_DUE,
  every: { seconds: 60 },
  failure: "scheduled reports not sent; retry in 1 min",
  run(tenant) {
    const now = tenant.clock.now();
    tenant.write((unit) => {
      for (const { id } of queryAll(unit.db, sql.due, { now })) sendDue(unit, id);
    });
    return queryOne(tenant.db, sql.nextDue)?.at ?? null;
  },
});

/** Sends each due schedule once, at most 24 hours late; schedules of an expired company are not sent. */
function sendDue(unit: TenantUnit, id: number): void {
  const schedule = scheduleById(unit.db, id);
  if (!schedule) return;
  const zone = timeZoneOf(unit.tenant);
  const isLate = unit.now - schedule.nextAt > LATE_MS;
  if (!isLate && mayWork(unit.tenant)) begin(unit, schedule, schedule.nextAt);
  unit.db
    .update(reportSchedule)
    .set({ nextAt: nextTime(schedule, zone, unit.now) })
    .where(eq(reportSchedule.id, id))
    .run();
}

/** `POST /report-schedules/{id}/now`: admins. Throws 404 ERR_NOT_FOUND, 400 ERR_MAIL_NOT_CONFIGURED. */
export function sendNow({ tenant }: UserCtx, id: number): void {
  if (mailAddress(tenant.installation) === null) throw mailNotConfigured();
  tenant.write((unit) => begin(unit, existing(unit.db, id), unit.now));
}

/** Begins a file for each recipient who may still read reports: each gets the rows of their own rights. */
function begin(unit: TenantUnit, schedule: ReportSchedule, atMs: number): void {
  const { tenant } = unit;
  const { from, to } = coveredDays(schedule.period, timeZoneOf(tenant), atMs);
  for (const userId of new Set(schedule.userIds)) {
    const user = findUser(tenant, userId);
    if (!user || !mayReadReports(user)) continue;
    unit.db
      .insert(reportFile)
      .values({
        ...{ userId, kind: schedule.kind, format: schedule.format, columns: schedule.columns },
        ...{ filter: { ...schedule.filter, date_from: from, date_to: to }, state: "running", total: 0 },
        ...{ language: languageOf(tenant).slice(0, 2) as PageLanguage, scheduleName: schedule.name },
        ...{ createdAt: unit.now, expiresAt: unit.now + KEPT_MS },
      })
      .run();
  }
  unit.scheduleWake(REPORT_FILES, unit.now);
}
