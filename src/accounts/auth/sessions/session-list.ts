import type { OwnSession } from "#accounts/auth/contract.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./sessions.sql.ts";
import { endSession, endSessionsOf } from "./sessions.ts";

export interface Row {
  id: number;
  ip: string;
  user_agent: string;
  created_at: number;
  rotated_at: number;
}

/** The caller's open sessions, the most recently used first. */
export function ownSessions({ tenant, actor }: UserCtx): readonly OwnSession[] {
  return queryAll(tenant.db, sql.ownSessions, { userId: actor.id, now: tenant.clock.now() }).map((row) => ({
    id: row.id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.rotated_at).toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/** Ends one of the caller's sessions. Throws 404 ERR_NOT_FOUND for an ended session and for those of other users. */
export function endOwnSession({ tenant, actor }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const mine = queryOne(unit.db, sql.ownSession, { id, userId: actor.id, now: unit.now });
    if (!mine) throw notFound();
    endSession(unit, id, "revoked");
  });
}

/** Ends all sessions of the user except the current one. */
export function endOtherSessions({ tenant, actor }: UserCtx): void {
  tenant.write((unit) => endSessionsOf(unit, actor.id, actor.sessionId, "revoked"));
}
