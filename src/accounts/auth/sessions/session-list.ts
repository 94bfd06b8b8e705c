import type { OwnSession } from "#accounts/auth/contract.ts";
import { all, one } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { endSession, endSessionsOf } from "./sessions.ts";

interface Row {
  id: number;
  ip: string;
  user_agent: string;
  created_at: number;
  rotated_at: number;
}

const MINE = `SELECT id, ip, user_agent, created_at, rotated_at FROM session
  WHERE user_id = ? AND ended_at IS NULL AND expires_at > ? ORDER BY rotated_at DESC, id DESC LIMIT 100`;

/** Where the person is signed in, the most recently used first. */
export function ownSessions({ tenant, actor }: UserCtx): readonly OwnSession[] {
  return all<Row>(tenant.db, MINE, actor.id, tenant.clock.now()).map((row) => ({
    id: row.id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.rotated_at).toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/** Ends one of the person's own sessions. Throws 404 ERR_NOT_FOUND for anybody else's and for one that is over. */
export function endOwnSession({ tenant, actor }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const mine = one(
      unit.db,
      "SELECT 1 FROM session WHERE id = ? AND user_id = ? AND ended_at IS NULL AND expires_at > ?",
      id,
      actor.id,
      unit.now,
    );
    if (!mine) throw notFound();
    endSession(unit, id, "revoked");
  });
}

/** Ends all of the person's sessions but the one that asks. */
export function endOtherSessions({ tenant, actor }: UserCtx): void {
  tenant.write((unit) => endSessionsOf(unit, actor.id, actor.sessionId, "revoked"));
}
