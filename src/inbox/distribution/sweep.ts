import { setting } from "#accounts/settings/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import { returnToQueue, ticketById } from "#inbox/tickets/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./distribution.sql.ts";
import { DISTRIBUTION_DUE, passOn, patienceMs } from "./offer.ts";
import { OFFLINE_MS } from "./policy.ts";

interface Holder {
  readonly id: number;
  readonly away: boolean;
  /** Time since which the user is offline, ms; null while online. */
  readonly offlineSince: number | null;
}

/** Runs every 30 s (docs/rules/distribution.md#downtime, docs/rules/jobs.md#periods). */
export const distributionSweep = defineDueJob({
  job: DISTRIBUTION_DUE,
  every: { seconds: 30 },
  whileHeld: true,
  failure: "tickets not distributed",
  run(tenant) {
    sweep(tenant);
    return nextLook(tenant);
  },
});

/**
 * Passes on offers that were not accepted in time or whose user is away or offline, and returns open tickets of users
 * who stay offline.
 */
function sweep(tenant: Tenant): void {
  tenant.write((unit) => {
    const gone = holders(tenant, "pending").filter(
      (user) => user.away || isOfflineFor(user, unit, OFFLINE_MS),
    );
    const ids = new Set([
      ...offeredTo(unit.db, list(gone)),
      ...idsOf(queryAll(unit.db, sql.overdueOffers, { before: unit.now - patienceMs(unit) })),
    ]);
    for (const id of ids) passOnIfWaiting(unit, id);
    const returnMs = returnAfterMs(tenant);
    if (returnMs === 0) return;
    const lost = holders(tenant, "open").filter((user) => isOfflineFor(user, unit, returnMs));
    for (const id of idsOf(queryAll(unit.db, sql.openTicketsOf, { ids: list(lost) }))) {
      const ticket = ticketById(unit.db, id);
      if (ticket?.status === "open") returnToQueue(unit, ticket, null);
    }
  });
}

/** Passes on all offers of a user who sets themselves away. */
export function passOnAll(tenant: Tenant, userId: number): void {
  tenant.write((unit) => {
    for (const id of offeredTo(unit.db, JSON.stringify([userId]))) passOnIfWaiting(unit, id);
  });
}

function passOnIfWaiting(unit: TenantUnit, id: number): void {
  const ticket = ticketById(unit.db, id);
  if (ticket?.status === "pending" && ticket.userDistributed !== null) passOn(unit, ticket);
}

/** Returns the time of the next sweep, ms; null = nothing is offered and nothing has to be returned. */
function nextLook(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const first = queryOne(tenant.db, sql.oldestOffer)?.at ?? null;
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
  return queryAll(tenant.db, sql.holders, { status }).map(({ id, away, lastSeenAt }) => ({
    id,
    away: away === 1,
    offlineSince: presence.offlineSince({ companyId: tenant.id, userId: id }, lastSeenAt),
  }));
}

const isOfflineFor = ({ offlineSince }: Holder, { now }: TenantUnit, ms: number): boolean =>
  offlineSince !== null && now - offlineSince >= ms;

const list = (users: readonly Holder[]): string => JSON.stringify(users.map(({ id }) => id));

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);
const offeredTo = (db: Db, ids: string): number[] => idsOf(queryAll(db, sql.ticketsOfferedTo, { ids }));
