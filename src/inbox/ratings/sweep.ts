import { markRatingEnded, ticketById } from "#inbox/tickets/index.ts";
import { all, one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { sayCompletion } from "./texts.ts";
import { RATING_DUE } from "./window.ts";

/** docs/rules/jobs.md#periods: rows per company and run. */
const LIMIT = 200;
/** A completion text later than this comes out of nowhere. */
const LATE_MS = 24 * 60 * 60_000;

const UNTIL = "r.rating_at + w.rating_timeout_minutes * 60000";
const ENDED = `SELECT r.id, r.ticket_id AS ticketId, r.rating_at AS askedAt, r.rating_hints AS hints, ${UNTIL} AS until
  FROM ticket_period r INDEXED BY ticket_period_rating JOIN connection w ON w.id = r.connection_id
  WHERE r.rating_at IS NOT NULL AND r.rating_ended_at IS NULL AND ${UNTIL} <= ? ORDER BY r.rating_at LIMIT ${LIMIT}`;
const NEXT = `SELECT min(${UNTIL}) AS at
  FROM ticket_period r INDEXED BY ticket_period_rating JOIN connection w ON w.id = r.connection_id
  WHERE r.rating_at IS NOT NULL AND r.rating_ended_at IS NULL`;

interface Ended {
  readonly id: number;
  readonly ticketId: number;
  readonly askedAt: number;
  readonly hints: number;
  readonly until: number;
}

/**
 * Every 30 s: windows whose time is over; nothing is rated (docs/rules/ratings.md#answers, docs/rules/jobs.md#periods).
 */
export const ratingWindows = defineJob<Installation>({
  name: RATING_DUE,
  every: { seconds: 30 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: RATING_DUE,
      failure: "expired rating windows not ended",
      run: endOldWindows,
    }),
});

function endOldWindows(tenant: Tenant): void {
  const { tenants } = tenant.installation;
  tenant.write((unit) => {
    for (const ended of all<Ended>(unit.db, ENDED, unit.now)) {
      markRatingEnded(unit, ended.id, ended.until);
      const ticket = ticketById(unit.db, ended.ticketId);
      const wrote = ended.hints > 0 || (ticket?.lastCustomerMessageAt ?? 0) > ended.askedAt;
      if (ticket && !wrote && unit.now - ended.until < LATE_MS) sayCompletion(unit, ticket);
    }
  });
  tenants.rescheduleWake(tenant.id, RATING_DUE, one<{ at: number | null }>(tenant.db, NEXT)?.at ?? null);
}
