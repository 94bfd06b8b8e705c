import { notifyAdmins } from "#accounts/notices/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { presentListed } from "#inbox/tickets/present.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./orphans.sql.ts";
import { readRows } from "./source.ts";

/**
 * Time after which a ticket is an orphan, ms: it waits without queue, or with no user of its queue online
 * (docs/rules/tickets.md#without-owner).
 */
const ORPHAN_AFTER_MS = 15 * 60_000;
/**
 * A list without pages has at most 2,000 rows (docs/rules/general.md#paging); a job processes 200 rows per run
 * (docs/rules/jobs.md#periods).
 */
const MAX_LISTED = 2000;
const MAX_NOTIFIED = 200;
const JOB = "orphan-notice";

/** `GET /tickets/orphans`: for admins. */
export function orphanTickets({ tenant }: UserCtx): { tickets: TicketAnswer[] } {
  const before = tenant.clock.now() - ORPHAN_AFTER_MS;
  const ids = sql.newestOrphans(onlineUsers(tenant), before, MAX_LISTED);
  return { tickets: presentListed(tenant, readRows(tenant, { ids })) };
}

/** Every minute: notifies the admins of orphans, once per attendance. */
export const orphanNotices = defineDueJob({
  job: JOB,
  every: { seconds: 60 },
  failure: "admins not notified of tickets without owner",
  run: notifyOrphans,
});

/** Schedules the check of a pending ticket 15 minutes later; the job then opens the company if its database is closed. */
export function scheduleOrphanChecks({ bus }: Installation): void {
  bus.within(TicketChanged, (unit, { after }) => {
    if (after.status === "pending") unit.scheduleWake(JOB, unit.now + ORPHAN_AFTER_MS);
  });
}

function notifyOrphans(tenant: Tenant): void {
  const now = tenant.clock.now();
  tenant.write((unit) => {
    const found = queryAll(
      unit.db,
      ...sql.orphansToNotify(onlineUsers(tenant), now - ORPHAN_AFTER_MS, MAX_NOTIFIED),
    );
    for (const { id, attendance } of found)
      notifyAdmins(unit, { code: "ticket_orphan", details: { ticketId: id }, key: `orphan:${attendance}` });
  });
  tenant.installation.tenants.rescheduleWake(tenant.id, JOB, nextCheckAt(tenant.db, now));
}

/** Users who are online may go offline, so waiting tickets are checked again, after a minute at the earliest. */
function nextCheckAt(db: Db, now: number): number | null {
  const since = queryOne(db, sql.nextOrphan)?.since ?? null;
  return since === null ? null : Math.max(since + ORPHAN_AFTER_MS, now + 60_000);
}

function onlineUsers({ id, db, installation }: Tenant): string {
  const presence = installation.ports.use(PresencePort);
  const users = queryAll(db, sql.users);
  return JSON.stringify(users.filter((user) => presence.isOnline(id, user.id)).map((user) => user.id));
}
