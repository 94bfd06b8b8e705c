import { asksForConfirmation, waitsForConfirmation } from "#accounts/auth/confirmation/confirmation.ts";
import type { ExpiredLoginAnswer, SessionAnswer } from "#accounts/auth/contract.ts";
import { emailNotConfirmed } from "#accounts/auth/errors.ts";
import { accessTokens, billingToken } from "#accounts/auth/guard/access-token.ts";
import { presentSession } from "#accounts/auth/present.ts";
import {
  endSession,
  type Origin,
  rotateSession,
  sessionOfToken,
  startSession,
} from "#accounts/auth/sessions/sessions.ts";
import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { ensureOpenInvoice, invoicesForLogin } from "#accounts/billing/index.ts";
import { companyInactive, isExpired } from "#accounts/companies/index.ts";
import { sessionExpired } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import {
  type Credentials,
  type Known,
  type Login,
  verifyCredentials,
  WaitingSignupsPort,
} from "./credentials.ts";
import type { Place } from "./password-throttle.ts";
import type { RefreshToken } from "./refresh-token.ts";

/**
 * Signs a user in. Throws as `verifyCredentials`, 403 ERR_EMAIL_NOT_CONFIRMED, and as the creation of a company when
 * a waiting sign-up no longer needs a confirmation.
 */
export async function login(
  installation: Installation,
  given: Credentials,
  origin: Origin & Place,
): Promise<Login> {
  const who = await verifyCredentials(installation, given, origin);
  if (!("signupId" in who)) {
    if (waitsForConfirmation(installation, who.tenant.id, given.email)) throw emailNotConfirmed();
    return signIn(who, origin);
  }
  if (asksForConfirmation(installation)) throw emailNotConfirmed();
  return installation.ports.use(WaitingSignupsPort).admit(who.signupId, origin);
}

/** Starts a session for a verified user; in an expired company returns a billing token instead. */
export function signIn({ tenant, userId }: Known, origin: Origin): Login {
  if (isExpired(tenant)) return { answer: presentExpired(tenant, userId), refreshToken: null };
  const session = startSession(tenant, userId, origin);
  return {
    answer: presentSession(tenant, userId, session.sessionId),
    refreshToken: session.refreshToken,
  };
}

/**
 * The response to a login in an expired company: no session, only a billing token (docs/rules/users.md#login,
 * docs/rules/companies.md#expiry).
 */
function presentExpired(tenant: Tenant, userId: number): ExpiredLoginAnswer {
  const { id, name, dueDate } = tenant.company;
  const due = dueDate ?? "";
  return {
    expired: true,
    dueDate: due,
    invoices: billsOf(tenant, due),
    token: billingToken(tenant, userId),
    user: { id: userId, companyId: id, company: { id, name, dueDate: due } },
  };
}

/**
 * The invoices of an expired company. The invoice of the passed due date is issued when it is missing, never twice.
 */
function billsOf({ id, installation }: Tenant, dueDate: string): InvoiceAnswer[] {
  const known = invoicesForLogin(installation, id);
  if (known.some(({ status, kind, dueDate: day }) => status === "paid" && kind === "plan" && day >= dueDate))
    return known;
  ensureOpenInvoice(installation, id);
  return invoicesForLogin(installation, id);
}

/**
 * Ends the session of the cookie or bearer token; the user is offline at once. Succeeds without a session, so that a
 * second logout is no error.
 */
export function logout(
  installation: Installation,
  cookie: RefreshToken | undefined,
  bearer: string | undefined,
): void {
  const { tenants, clock } = installation;
  const claims = bearer === undefined ? "invalid" : accessTokens(installation).read(bearer, clock.now());
  if (typeof claims === "object" && claims.sessionId > 0 && tenants.exists(claims.companyId))
    end(installation, claims.companyId, claims.sessionId);
  if (!cookie || !tenants.exists(cookie.companyId)) return;
  const sessionId = sessionOfToken(tenants.open(cookie.companyId), cookie);
  if (sessionId !== undefined) end(installation, cookie.companyId, sessionId);
}

function end({ tenants }: Installation, companyId: number, sessionId: number): void {
  tenants.open(companyId).write((unit) => endSession(unit, sessionId, "logout"));
}

/** `POST /auth/refresh_token`. Throws 401 ERR_SESSION_EXPIRED, 403 ERR_COMPANY_INACTIVE. */
export function refresh(
  { tenants }: Installation,
  token: RefreshToken | undefined,
): { readonly answer: SessionAnswer; readonly refreshToken: string } {
  if (!token || !tenants.exists(token.companyId)) throw sessionExpired();
  const tenant = tenants.open(token.companyId);
  if (!tenant.company.active) throw companyInactive();
  const { userId, sessionId, refreshToken } = rotateSession(tenant, token);
  return { answer: presentSession(tenant, userId, sessionId), refreshToken };
}
