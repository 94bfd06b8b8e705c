import { asksForConfirmation, waitsForConfirmation } from "#accounts/auth/confirmation/confirmation.ts";
import type { ExpiredLoginAnswer, SessionAnswer } from "#accounts/auth/contract.ts";
import { emailNotConfirmed } from "#accounts/auth/errors.ts";
import { billingToken } from "#accounts/auth/guard/access-token.ts";
import { presentSession } from "#accounts/auth/present.ts";
import { type Origin, startSession } from "#accounts/auth/sessions/sessions.ts";
import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { ensureOpenInvoice, invoicesForLogin } from "#accounts/billing/index.ts";
import { isExpired } from "#accounts/companies/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Credentials, type Known, verifyCredentials, WaitingSignupsPort } from "./credentials.ts";
import type { Place } from "./password-throttle.ts";

export type Login =
  | { readonly answer: SessionAnswer; readonly refreshToken: string }
  | { readonly answer: ExpiredLoginAnswer; readonly refreshToken: null };

/**
 * Signs a person in. Throws what `verifyCredentials` throws, 403 ERR_EMAIL_NOT_CONFIRMED, and what creating the company throws where
 * sign-ups are not confirmed any more.
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
  return signIn(installation.ports.use(WaitingSignupsPort).admit(who.signupId), origin);
}

/** Opens a session for a person who has been identified; a company past its due date gets a token for its bills only. */
export function signIn({ tenant, userId }: Known, origin: Origin): Login {
  if (isExpired(tenant)) return { answer: presentExpired(tenant, userId), refreshToken: null };
  const session = startSession(tenant, userId, origin);
  return {
    answer: presentSession(tenant, userId, session.sessionId),
    refreshToken: session.refreshToken,
  };
}

/**
 * Past its due date: no session, only a token that opens the bills (docs/rules/users.md#login,
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

/** The bills of an expired company. What pays for the date that is over is made when it is missing, never twice. */
function billsOf({ id, installation }: Tenant, dueDate: string): InvoiceAnswer[] {
  const known = invoicesForLogin(installation, id);
  if (known.some((bill) => bill.status === "paid" && bill.dueDate >= dueDate)) return known;
  ensureOpenInvoice(installation, id);
  return invoicesForLogin(installation, id);
}
