import { tokenExpired } from "#accounts/auth/errors.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { isSuper, type SuperColumn } from "#accounts/users/index.ts";
import { changeCount } from "#platform/db/open.ts";
import { queryOne } from "#platform/db/query.ts";
import { AppError, sessionExpired } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserActor, UserCtx } from "#tenants/tenant.ts";
import { type AccessTokens, accessTokens } from "./access-token.ts";
import * as sql from "./guard.sql.ts";

export interface ActorRow extends SuperColumn {
  expires_at: number;
  name: string;
  profile: UserActor["profile"];
  connection_id: number | null;
  all_ticket: number;
  sign_messages: number;
  queues: string | null;
}

export interface Access {
  expires_at: number;
  super_user_id: number;
  super_session_id: number;
}

/** The cache is cleared beyond this number of sessions. */
const MAX_REMEMBERED = 5000;

interface Remembered {
  readonly changes: number;
  readonly expiresAt: number;
  readonly actor: UserActor;
}

/**
 * The user of a live session, read from the current rows; undefined when the session or the user is deleted.
 */
export function actorOfSession(tenant: Tenant, userId: number, sessionId: number): UserActor | undefined {
  const remembered = tenant.cached("actors", () => new Map<number, Remembered>());
  const changes = changeCount(tenant.db.$client);
  let known = remembered.get(sessionId);
  if (known?.changes !== changes || known.actor.id !== userId) {
    const row = queryOne(tenant.db, sql.callerBySession, { sessionId, userId });
    if (!row) return actorOfSupport(tenant, userId, sessionId);
    known = { changes, expiresAt: row.expires_at, actor: toActor(tenant, row, userId, sessionId, false) };
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(sessionId, known);
  }
  return known.expiresAt > tenant.clock.now() ? known.actor : undefined;
}

/**
 * The user of a support session: its user row is hidden, and its access is a row of the system file. Rule:
 * docs/rules/security.md#support.
 */
function actorOfSupport(tenant: Tenant, userId: number, sessionId: number): UserActor | undefined {
  const access = queryOne(tenant.installation.system, sql.openSupportAccess, {
    companyId: tenant.id,
    sessionId,
  });
  if (!access || access.expires_at <= tenant.clock.now() || !isHeld(tenant.installation, access))
    return undefined;
  const row = queryOne(tenant.db, sql.callerBySupportSession, { sessionId, userId });
  return (
    row && {
      ...toActor(tenant, row, userId, sessionId, false),
      super: false,
      supportUntil: access.expires_at,
    }
  );
}

/** Whether the user who entered is still a super user, and the session from which they entered is still open. */
function isHeld({ tenants }: Installation, { super_user_id, super_session_id }: Access): boolean {
  if (!tenants.exists(PROVIDER_ID)) return false;
  return actorOfSession(tenants.open(PROVIDER_ID), super_user_id, super_session_id)?.super === true;
}

/** The user of a billing token; undefined when the user is deleted. */
export function actorOfBilling(tenant: Tenant, userId: number): UserActor | undefined {
  const row = queryOne(tenant.db, sql.callerByUser, { userId });
  return row && toActor(tenant, row, userId, 0, true);
}

function toActor(
  tenant: Tenant,
  row: ActorRow,
  id: number,
  sessionId: number,
  billingOnly: boolean,
): UserActor {
  return {
    type: "user",
    id,
    name: row.name,
    profile: row.profile,
    super: isSuper(tenant, row),
    queueIds: row.queues === null ? [] : row.queues.split(",").map(Number),
    sessionId,
    connectionId: row.connection_id,
    allTicket: row.all_ticket === 1,
    signMessages: row.sign_messages === 1,
    billingOnly,
  };
}

/**
 * Resolves a bearer token to its user with current rights. Throws 401 ERR_SESSION_EXPIRED (missing, forged, revoked),
 * 403 ERR_TOKEN_EXPIRED (too old), 503 ERR_TENANT_UNAVAILABLE.
 */
export function createAuthenticator(installation: Installation): (token: string) => UserCtx {
  const tokens: AccessTokens = accessTokens(installation);
  const { tenants, clock } = installation;
  return (token) => {
    const claims = tokens.read(token, clock.now());
    if (claims === "expired") throw tokenExpired();
    if (claims === "invalid") throw sessionExpired();
    const { companyId, userId, sessionId, billing, support = false } = claims;
    const tenant = openOr401(tenants, companyId);
    const actor = billing ? actorOfBilling(tenant, userId) : actorOfSession(tenant, userId, sessionId);
    if (!actor || support !== (actor.supportUntil !== undefined)) throw sessionExpired();
    return { tenant, actor };
  };
}

/** Opens the company: 401 when it was deleted, because its sessions ended; 503 when its file cannot be opened. */
function openOr401(tenants: Installation["tenants"], companyId: number): Tenant {
  try {
    return tenants.open(companyId);
  } catch (error) {
    if (error instanceof AppError && !tenants.exists(companyId)) throw sessionExpired();
    throw error;
  }
}
