import { hostname } from "node:os";
import { type Db, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/** How long a lease lives without renewal, and how often it is renewed (docs/rules/connections.md#single-owner). */
const LEASE_MS = 30_000;
export const RENEW_S = 10;

/** Name of this process on this machine, as leases carry it. */
export const leaseOwner = (installation: Pick<Installation, "ownerId">): string =>
  `${hostname()}/${installation.ownerId}`;

const TAKE = `INSERT INTO session_lease (connection_id, owner_id, expires_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (connection_id) DO UPDATE SET owner_id = ?2, expires_at = ?3
  WHERE owner_id = ?2 OR expires_at <= ?4`;

/** Takes or keeps the lease of a session; false when somebody else holds a living one. */
export function takeLease(db: Db, connectionId: number, owner: string, nowMs: number): boolean {
  return run(db, TAKE, connectionId, owner, nowMs + LEASE_MS, nowMs).changes === 1;
}

const RENEW = "UPDATE session_lease SET expires_at = ? WHERE connection_id = ? AND owner_id = ?";

/** Compare-and-set: false when the lease is no longer ours, and then the socket must close. */
export function renewLease(db: Db, connectionId: number, owner: string, nowMs: number): boolean {
  return run(db, RENEW, nowMs + LEASE_MS, connectionId, owner).changes === 1;
}

export function releaseLease(db: Db, connectionId: number, owner: string): void {
  run(db, "DELETE FROM session_lease WHERE connection_id = ? AND owner_id = ?", connectionId, owner);
}

/**
 * Frees the leases of earlier processes of this machine: whoever holds the data directory's lock knows that
 * they are dead. Those of other machines run out by themselves.
 */
export function buryDeadOwners(db: Db, owner: string): void {
  const machine = owner.slice(0, owner.indexOf("/") + 1);
  run(
    db,
    "DELETE FROM session_lease WHERE owner_id <> ?1 AND substr(owner_id, 1, length(?2)) = ?2",
    owner,
    machine,
  );
}
