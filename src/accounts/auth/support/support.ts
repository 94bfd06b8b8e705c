import { auditIn, auditProvider } from "#accounts/audit/index.ts";
import type { SessionAnswer } from "#accounts/auth/contract.ts";
import { accessTokens, SUPPORT_TTL_MS } from "#accounts/auth/guard/access-token.ts";
import { actorOfSession } from "#accounts/auth/guard/authenticate.ts";
import { familyHash, newFamily } from "#accounts/auth/login/refresh-token.ts";
import { presentSessionUser } from "#accounts/auth/present.ts";
import { endSession, type Origin } from "#accounts/auth/sessions/sessions.ts";
import { companyInactive, PROVIDER_ID, requireCompany } from "#accounts/companies/index.ts";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { ensureHiddenUser } from "#accounts/users/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./support.sql.ts";

/**
 * A super user enters a company as support: a session of at most 60 minutes with the rights of an admin,
 * audited and announced to the admins. It has no refresh token, and the user's own session continues. Throws
 * 403 ERR_NO_PERMISSION (also for company 1), 404 ERR_NOT_FOUND, 403 ERR_COMPANY_INACTIVE.
 */
export function enterCompany(
  { tenant: home, actor }: UserCtx,
  companyId: number,
  origin: Origin,
): SessionAnswer {
  if (!actor.super || companyId === PROVIDER_ID) throw noPermission();
  const { installation } = home;
  if (!requireCompany(installation, companyId).active) throw companyInactive();
  for (const { sessionId } of openAccesses(installation, companyId, actor.id))
    endAccess(installation, companyId, sessionId);
  const tenant = installation.tenants.open(companyId);
  const who = { superId: actor.id, superSessionId: actor.sessionId, name: actor.name };
  const { userId, sessionId } = tenant.write((unit) => startSupport(unit, who, origin));
  const supporter = actorOfSession(tenant, userId, sessionId);
  if (!supporter) throw noPermission();
  const token = accessTokens(installation).sign(
    { companyId, userId, sessionId, billing: false, support: true, role: supporter.profile },
    tenant.clock.now(),
  );
  return { token, user: presentSessionUser({ tenant, actor: supporter }) };
}

export interface Supporter {
  readonly superId: number;
  readonly name: string;
}

function startSupport(unit: TenantUnit, who: Supporter & { superSessionId: number }, origin: Origin) {
  const { tenant, now } = unit;
  const userId = supportUser(unit, who);
  const expiresAt = now + SUPPORT_TTL_MS;
  const { id: sessionId } = execute(unit.db, sql.insertSupportSession, {
    userId,
    familyHash: familyHash(newFamily()),
    now,
    expiresAt,
    ip: origin.ip.slice(0, 64),
    userAgent: origin.userAgent.slice(0, 300),
  });
  // Written before the session: after a crash between the two there may be a record without an access, never an
  // access without a record.
  const { id } = execute(tenant.installation.system, sql.insertAccess, {
    companyId: tenant.id,
    sessionId,
    superUserId: who.superId,
    superSessionId: who.superSessionId,
    superName: who.name,
    ip: origin.ip.slice(0, 64),
    now,
    expiresAt,
  });
  const line = {
    subjectId: tenant.id,
    subject: tenant.company.name,
    ip: origin.ip,
    kind: "support",
    action: "entered",
  } as const;
  auditProvider(tenant.installation, {
    ...line,
    who: "person",
    userId: who.superId,
    name: who.name,
    companyId: tenant.id,
  });
  auditIn(unit, { ...line, who: "support", userId, name: shownName(who.name) });
  notifyAdmins(unit, { code: "support_entered", details: { name: who.name }, key: `support:${id}` });
  return { userId, sessionId };
}

const shownName = (name: string): string => `Suporte (${name})`.slice(0, 50);

/** Id of the hidden user row of this super user in the company. */
const supportUser = (unit: TenantUnit, { superId, name }: Supporter): number =>
  ensureHiddenUser(unit, { email: `support:${superId}`, name: shownName(name) });

export interface OpenAccess {
  readonly companyId: number;
  readonly sessionId: number;
}

const openAccesses = ({ system }: Installation, companyId: number, superId: number): readonly OpenAccess[] =>
  queryAll(system, sql.openAccesses, { companyId, superId });

/** Ends the support session. Throws 403 ERR_NO_PERMISSION for other callers. */
export function leaveCompany({ tenant, actor }: UserCtx): void {
  if (!actor.supportUntil) throw noPermission();
  endAccess(tenant.installation, tenant.id, actor.sessionId);
}

function endAccess({ tenants }: Installation, companyId: number, sessionId: number): void {
  tenants.open(companyId).write((unit) => endSession(unit, sessionId, "revoked"));
}

/** Records the end of a session when it was a support session. */
export function noteSupportEnd(tenant: Tenant, sessionId: number): void {
  const { installation, clock, company, id } = tenant;
  const ended = queryOne(installation.system, sql.endAccess, { now: clock.now(), id, sessionId });
  if (!ended) return;
  const line = { subjectId: id, subject: company.name, kind: "support", action: "left" } as const;
  auditProvider(installation, {
    ...line,
    who: "person",
    userId: ended.superId,
    name: ended.name,
    companyId: id,
  });
  tenant.write((unit) =>
    auditIn(unit, { ...line, who: "support", userId: supportUser(unit, ended), name: shownName(ended.name) }),
  );
}

/**
 * Ends the support sessions of super users who are signed out, deleted or no longer super users, and closes their
 * pages. Requests are checked by `actorOfSession`; this covers open pages that send no requests.
 */
export function endUnheldAccesses(installation: Installation): void {
  const { system, tenants } = installation;
  for (const { companyId, sessionId } of queryAll(system, sql.runningAccesses)) {
    if (!tenants.exists(companyId)) continue;
    const tenant = tenants.open(companyId);
    const session = queryOne(tenant.db, sql.userOfSession, { sessionId });
    if (!session || !actorOfSession(tenant, session.user_id, sessionId))
      endAccess(installation, companyId, sessionId);
  }
}

/** Ends support sessions after their hour and closes their pages. */
export function endOldAccesses(installation: Installation): void {
  const { system, clock, tenants, log } = installation;
  for (const { companyId, sessionId } of queryAll(system, sql.expiredAccesses, { now: clock.now() })) {
    try {
      if (tenants.exists(companyId)) endAccess(installation, companyId, sessionId);
    } catch (error) {
      log.error({ company: companyId, err: error }, "support session not ended; retried at the next run");
    }
    queryAll(system, sql.endAccess, { now: clock.now(), id: companyId, sessionId });
  }
}
