import { notifyAdmins } from "#accounts/notices/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { presentRows } from "#inbox/tickets/present.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { readRows } from "./source.ts";

/**
 * docs/rules/tickets.md#without-owner: a ticket that waits this long without queue, or with no one online in its
 * queue, has no owner.
 */
const ORPHAN_AFTER_MS = 15 * 60_000;
/**
 * docs/rules/general.md#paging: a list without pages has at most 2,000 rows; docs/rules/jobs.md#periods: a job takes
 * 200 at a time.
 */
const MAX_LISTED = 2000;
const MAX_NOTIFIED = 200;
const JOB = "orphan-notice";

// ?1 = JSON list of users online, ?2 = waiting since before.
const ORPHANS = `SELECT t.id AS id, t.updated_at AS updated_at, r.id AS attendance,
    coalesce(r.queued_at, r.created_at) AS since
  FROM ticket t INDEXED BY ticket_list JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.status = 'pending' AND coalesce(r.queued_at, r.created_at) <= ?2
    AND (t.queue_id IS NULL OR (t.user_distributed IS NULL AND NOT EXISTS (
      SELECT 1 FROM user_queue uq JOIN user u ON u.id = uq.user_id
      WHERE uq.queue_id = t.queue_id AND u.deleted_at IS NULL AND u.away = 0
        AND u.id IN (SELECT value FROM json_each(?1)))))`;
const LISTED = `SELECT id, updated_at, NULL AS matches FROM (${ORPHANS}) ORDER BY updated_at DESC, id DESC LIMIT ?3`;
const NOT_NOTIFIED = `SELECT id, attendance FROM (${ORPHANS})
  WHERE NOT EXISTS (SELECT 1 FROM notice WHERE key = 'orphan:' || attendance) ORDER BY since LIMIT ?3`;
const NEXT = `SELECT min(coalesce(r.queued_at, r.created_at)) AS since
  FROM ticket t JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.status = 'pending' AND NOT EXISTS (SELECT 1 FROM notice WHERE key = 'orphan:' || r.id)`;

/** `GET /tickets/orphans`: for admins. */
export function orphanTickets({ tenant }: UserCtx): { tickets: TicketAnswer[] } {
  const bindings = [onlineUsers(tenant), tenant.clock.now() - ORPHAN_AFTER_MS, MAX_LISTED];
  return { tickets: presentRows(tenant, readRows(tenant, { sql: LISTED, bindings })) };
}

/** Every minute: notifies the admins once per attendance of a ticket without owner. */
export const orphanNotices = defineJob<Installation>({
  name: JOB,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: JOB,
      failure: "admins not notified of tickets without owner",
      run: notifyOrphans,
    }),
});

/** Schedules the check of a pending ticket 15 minutes later, also if its company is closed by then. */
export function scheduleOrphanChecks({ bus }: Installation): void {
  bus.within(TicketChanged, (unit, { after }) => {
    if (after.status === "pending") unit.scheduleWake(JOB, unit.now + ORPHAN_AFTER_MS);
  });
}

function notifyOrphans(tenant: Tenant): void {
  const now = tenant.clock.now();
  tenant.write((unit) => {
    const found = all<{ id: number; attendance: number }>(
      unit.db,
      NOT_NOTIFIED,
      onlineUsers(tenant),
      now - ORPHAN_AFTER_MS,
      MAX_NOTIFIED,
    );
    for (const { id, attendance } of found)
      notifyAdmins(unit, { code: "ticket_orphan", details: { ticketId: id }, key: `orphan:${attendance}` });
  });
  tenant.installation.tenants.rescheduleWake(tenant.id, JOB, nextCheckAt(tenant.db, now));
}

/** People online now may leave, so waiting tickets are checked again, a minute later at the earliest. */
function nextCheckAt(db: Db, now: number): number | null {
  const since = one<{ since: number | null }>(db, NEXT)?.since ?? null;
  return since === null ? null : Math.max(since + ORPHAN_AFTER_MS, now + 60_000);
}

function onlineUsers({ id, db, installation }: Tenant): string {
  const presence = installation.ports.use(PresencePort);
  const users = all<{ id: number }>(db, "SELECT id FROM user WHERE deleted_at IS NULL");
  return JSON.stringify(users.filter((user) => presence.isOnline(id, user.id)).map((user) => user.id));
}
