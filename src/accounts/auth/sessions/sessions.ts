import type { OwnSession } from "#accounts/auth/contract.ts";
import { type SessionEnd, SessionEnded, SessionStarted } from "#accounts/auth/events.ts";
import {
  familyHash,
  newFamily,
  type RefreshToken,
  writeRefreshToken,
} from "#accounts/auth/login/refresh-token.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { notFound, sessionExpired } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./sessions.sql.ts";

/** Lifetime of a session without a refresh, ms (docs/rules/users.md#tokens). */
export const SESSION_TTL_MS = 7 * 86_400_000;
/**
 * A rotated token stays valid this long, for two tabs that refresh at the same time and for lost responses, ms
 * (docs/rules/users.md#tokens).
 */
const REUSE_MS = 30_000;
/** Job name under which `scheduled_wakeup` stores when the next sessions are deleted. */
export const SESSION_CLEAN_UP = "session_clean_up";
/**
 * Ended and expired sessions are deleted after this time, ms. Until then an operator can look them up in the database.
 */
export const SESSION_KEPT_MS = 30 * 86_400_000;

/** Where a login came from, for the list of sessions. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}

interface OpenSession {
  readonly userId: number;
  readonly sessionId: number;
  /** Value for the cookie. */
  readonly refreshToken: string;
}

/** Starts a session; the user's older sessions end unless the user may have several (docs/rules/users.md#tokens). */
export function startSession(tenant: Tenant, userId: number, origin: Origin): OpenSession {
  const family = newFamily();
  return tenant.write((unit) => {
    const several = queryOne(unit.db, sql.hasMultipleSessions, { userId }) !== undefined;
    const replaced =
      !several && execute(unit.db, sql.endOtherSessions, { now: unit.now, userId }).changes > 0;
    const { id: sessionId } = execute(unit.db, sql.insertSession, {
      userId,
      familyHash: familyHash(family),
      now: unit.now,
      expiresAt: unit.now + SESSION_TTL_MS,
      ip: origin.ip.slice(0, 64),
      userAgent: origin.userAgent.slice(0, 300),
    });
    unit.scheduleWake(SESSION_CLEAN_UP, unit.now + SESSION_TTL_MS + SESSION_KEPT_MS);
    unit.emit(SessionStarted, { userId, sessionId, replaced });
    const first: RefreshToken = { companyId: tenant.id, family, generation: 0 };
    return { userId, sessionId, refreshToken: writeRefreshToken(tenant.installation.secrets, first) };
  });
}

export interface LiveSession {
  id: number;
  user_id: number;
  generation: number;
  rotated_at: number;
}

/**
 * Rotates the refresh token of a session. A token that was rotated less than 30 s ago returns the same successor
 * again; an older one is a replay and ends the session. Throws 401 ERR_SESSION_EXPIRED.
 */
export function rotateSession(tenant: Tenant, token: RefreshToken): OpenSession {
  const rotated = tenant.write((unit): OpenSession | undefined => {
    const known = queryOne(unit.db, sql.liveSession, { familyHash: familyHash(token.family), now: unit.now });
    if (!known) return undefined;
    const again = token.generation === known.generation - 1 && unit.now - known.rotated_at <= REUSE_MS;
    if (token.generation !== known.generation && !again) {
      endSession(unit, known.id, "replay");
      return undefined;
    }
    if (!again)
      execute(unit.db, sql.rotateSession, {
        now: unit.now,
        expiresAt: unit.now + SESSION_TTL_MS,
        id: known.id,
      });
    const next = { ...token, generation: token.generation + 1 };
    return {
      userId: known.user_id,
      sessionId: known.id,
      refreshToken: writeRefreshToken(tenant.installation.secrets, next),
    };
  });
  if (!rotated) throw sessionExpired();
  return rotated;
}

/** Ends a session; does nothing when it has already ended. */
export function endSession(unit: TenantUnit, sessionId: number, reason: SessionEnd): void {
  const ended = queryOne(unit.db, sql.endSession, { now: unit.now, sessionId });
  if (ended) unit.emit(SessionEnded, { userId: ended.user_id, sessionId, reason });
}

/** Ends all sessions of a user, except the one given. */
export function endSessionsOf(
  unit: TenantUnit,
  userId: number,
  exceptId: number | undefined,
  reason: SessionEnd,
): void {
  const open = queryAll(unit.db, sql.liveSessionsOf, { userId });
  for (const { id } of open) if (id !== exceptId) endSession(unit, id, reason);
}

/** The open session of a refresh token of any generation; for the logout. */
export function sessionOfToken(tenant: Tenant, token: RefreshToken): number | undefined {
  return queryOne(tenant.db, sql.liveSession, {
    familyHash: familyHash(token.family),
    now: tenant.clock.now(),
  })?.id;
}

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
