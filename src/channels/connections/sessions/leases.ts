import { hostname } from "node:os";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./leases.sql.ts";

/** Lifetime of a lease, and the interval of its renewal (docs/rules/connections.md#single-owner). */
const LEASE_MS = 30_000;
export const RENEW_S = 10;
/** Pause before the lease of the cell is checked again, ms. */
export const CELL_RETRY_MS = 1000;

/** The owner id of this process in leases: host name and process id. */
export const leaseOwner = (installation: Pick<Installation, "ownerId">): string =>
  `${hostname()}/${installation.ownerId}`;

/**
 * Takes the lease of a session; false while another process holds it. In a cluster the lease of the cell decides, and no
 * row is written (docs/rules/cluster.md#sessions).
 */
export function takeLease(tenant: Tenant, connectionId: number): boolean {
  const { installation } = tenant;
  if (installation.cell) return installation.cell.isLeaseValid;
  return tenant.write((unit) => acquireLease(unit.db, connectionId, leaseOwner(installation), unit.now));
}

/** Releases the lease of a session. When that fails, the lease expires by itself. */
export function giveLease(tenant: Tenant, connectionId: number): void {
  if (tenant.installation.cell) return;
  try {
    tenant.write((unit) => releaseLease(unit.db, connectionId, leaseOwner(tenant.installation)));
  } catch (error) {
    tenant.log.error({ connection: connectionId, err: error }, "session lease not released; it will expire");
  }
}

/** Acquires or extends the lease of a session; false while another process holds a valid one. */
function acquireLease(db: Db, connectionId: number, owner: string, nowMs: number): boolean {
  return (
    execute(db, sql.acquire, { connectionId, owner, expiresAt: nowMs + LEASE_MS, now: nowMs }).changes === 1
  );
}

/** Renews the lease by compare-and-set; false when another process owns it by now: then the socket must close. */
export function renewLease(db: Db, connectionId: number, owner: string, nowMs: number): boolean {
  return execute(db, sql.renew, { connectionId, owner, expiresAt: nowMs + LEASE_MS }).changes === 1;
}

function releaseLease(db: Db, connectionId: number, owner: string): void {
  execute(db, sql.release, { connectionId, owner });
}

/**
 * Deletes the leases of earlier processes of this machine: this process holds the lock of the data directory, so they
 * have ended. Leases of other machines expire.
 */
export function releaseDeadLeases(db: Db, owner: string): void {
  const machine = owner.slice(0, owner.indexOf("/") + 1);
  execute(db, sql.releaseOfMachine, { owner, machine });
}

/** True when another process holds a valid lease of this connection; never in a cluster. */
export function isLeasedElsewhere({ db, installation, clock }: Tenant, connectionId: number): boolean {
  if (installation.cell) return false;
  const owner = leaseOwner(installation);
  return queryOne(db, sql.foreign, { connectionId, owner, now: clock.now() }) !== undefined;
}
