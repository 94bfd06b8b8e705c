import { setting } from "#accounts/settings/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import { returnToQueue, ticketById } from "#inbox/tickets/index.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { DISTRIBUTION_DUE, passOn, patienceMs } from "./offer.ts";
import { OFFLINE_MS } from "./policy.ts";

/** docs/rules/jobs.md#periods: rows per company and run. */
const LIMIT = 200;

const OVERDUE = `SELECT id FROM ticket INDEXED BY ticket_distributed
  WHERE status = 'pending' AND user_distributed IS NOT NULL AND distributed_at <= ? ORDER BY distributed_at LIMIT ${LIMIT}`;
const OFFERED_TO = `SELECT id FROM ticket INDEXED BY ticket_distributed
  WHERE status = 'pending' AND user_distributed IN (SELECT value FROM json_each(?)) ORDER BY distributed_at LIMIT ${LIMIT}`;
const FIRST = `SELECT min(distributed_at) AS at FROM ticket INDEXED BY ticket_distributed
  WHERE status = 'pending' AND user_distributed IS NOT NULL`;
const HOLDERS = `SELECT u.id, u.away, u.last_seen_at AS lastSeenAt FROM user u WHERE u.deleted_at IS NULL
  AND u.id IN (SELECT holder_id FROM ticket_count WHERE status = ? AND tickets > 0)`;
const OPEN_OF = `SELECT id FROM ticket INDEXED BY ticket_list_user
  WHERE status = 'open' AND user_id IN (SELECT value FROM json_each(?)) LIMIT ${LIMIT}`;

interface Holder {
  readonly id: number;
  readonly away: boolean;
  /** ms; null while online. */
  readonly offlineSince: number | null;
}

/** Every 30 s (docs/rules/distribution.md#downtime, docs/rules/jobs.md#periods). */
export const distributionSweep = defineJob<Installation>({
  name: DISTRIBUTION_DUE,
  every: { seconds: 30 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: DISTRIBUTION_DUE,
      failure: "tickets not distributed",
      run(tenant) {
        sweep(tenant);
        return nextLook(tenant);
      },
    }),
});

/** Offers that were not accepted in time or whose user left, and open tickets of people who stay away. */
function sweep(tenant: Tenant): void {
  tenant.write((unit) => {
    const gone = holders(tenant, "pending").filter(
      (user) => user.away || isOfflineFor(user, unit, OFFLINE_MS),
    );
    const ids = new Set([
      ...idsOf(unit.db, OFFERED_TO, list(gone)),
      ...idsOf(unit.db, OVERDUE, unit.now - patienceMs(unit)),
    ]);
    for (const id of ids) passOnStill(unit, id);
    const returnMs = returnAfterMs(tenant);
    if (returnMs === 0) return;
    const lost = holders(tenant, "open").filter((user) => isOfflineFor(user, unit, returnMs));
    for (const id of idsOf(unit.db, OPEN_OF, list(lost))) {
      const ticket = ticketById(unit.db, id);
      if (ticket?.status === "open") returnToQueue(unit, ticket, null);
    }
  });
}

/** What was offered to somebody who set `away` goes on at once. */
export function passOnAll(tenant: Tenant, userId: number): void {
  tenant.write((unit) => {
    for (const id of idsOf(unit.db, OFFERED_TO, JSON.stringify([userId]))) passOnStill(unit, id);
  });
}

function passOnStill(unit: TenantUnit, id: number): void {
  const ticket = ticketById(unit.db, id);
  if (ticket?.status === "pending" && ticket.userDistributed !== null) passOn(unit, ticket);
}

/** When there may be something to do again, ms; null = nothing is offered and nothing is to be returned. */
function nextLook(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const first = one<{ at: number | null }>(tenant.db, FIRST)?.at ?? null;
  const at: number[] = [];
  if (first !== null) {
    at.push(first + patienceMs({ tenant }));
    for (const user of holders(tenant, "pending")) at.push((user.offlineSince ?? now) + OFFLINE_MS);
  }
  const returnMs = returnAfterMs(tenant);
  if (returnMs > 0)
    for (const user of holders(tenant, "open")) at.push((user.offlineSince ?? now) + returnMs);
  return at.length === 0 ? null : Math.min(...at);
}

export const returnAfterMs = (tenant: Tenant): number =>
  setting(tenant, "returnOpenWhenOfflineMinutes") * 60_000;

function holders(tenant: Tenant, status: "pending" | "open"): Holder[] {
  const presence = tenant.installation.ports.use(PresencePort);
  return all<{ id: number; away: number; lastSeenAt: number | null }>(tenant.db, HOLDERS, status).map(
    ({ id, away, lastSeenAt }) => ({
      id,
      away: away === 1,
      offlineSince: presence.offlineSince({ companyId: tenant.id, userId: id }, lastSeenAt),
    }),
  );
}

const isOfflineFor = ({ offlineSince }: Holder, { now }: TenantUnit, ms: number): boolean =>
  offlineSince !== null && now - offlineSince >= ms;

const list = (users: readonly Holder[]): string => JSON.stringify(users.map(({ id }) => id));

const idsOf = (db: Db, sql: string, binding: string | number): number[] =>
  all<{ id: number }>(db, sql, binding).map(({ id }) => id);
