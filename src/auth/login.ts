import type { InvoiceAnswer } from "#billing/contract.ts";
import { ensureOpenInvoice, invoicesForLogin } from "#billing/index.ts";
import { companyInactive, isExpired } from "#companies/index.ts";
import { one } from "#platform/db/database.ts";
import { createRateLimit, type RateLimit } from "#platform/http/rate-limit.ts";
import { verifyPassword } from "#platform/passwords.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ownerOf } from "#users/index.ts";
import { billingToken } from "./access-token.ts";
import type { ExpiredLoginAnswer, SessionAnswer } from "./contract.ts";
import { invalidCredentials } from "./errors.ts";
import { presentSession } from "./present.ts";
import { type Origin, startSession } from "./sessions.ts";

/** Wrong passwords per e-mail and address before 429, and their window, ms (behaviour 22). */
const MAX_FAILURES = 5;
const FAILURES_MS = 15 * 60_000;

/** Counts wrong passwords per e-mail and address, so that guessing never locks the owner out elsewhere. */
export const GuessesPort = definePort<RateLimit>("login guesses");
export const createGuesses = ({ clock }: Installation): RateLimit =>
  createRateLimit(clock, MAX_FAILURES, FAILURES_MS);

export type Login =
  | { readonly answer: SessionAnswer; readonly refreshToken: string }
  | { readonly answer: ExpiredLoginAnswer; readonly refreshToken: null };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs a person in. An unknown e-mail takes as long as a wrong password and answers the same. Throws
 * 401 ERR_INVALID_CREDENTIALS, 403 ERR_COMPANY_INACTIVE, 429 ERR_RATE_LIMIT.
 */
export async function login(installation: Installation, given: Credentials, origin: Origin): Promise<Login> {
  const guesses = installation.ports.use(GuessesPort);
  const key = `${given.email} ${origin.ip}`;
  // Counted before the password is looked at: many guesses at once count as many.
  guesses.take(key);
  const owner = ownerOf(installation, given.email);
  const user = owner && one<{ password_hash: string }>(owner.tenant.db, HASH, owner.userId);
  const fits = await verifyPassword(given.password, user?.password_hash);
  if (!owner || !fits) throw invalidCredentials();
  guesses.reset(key);
  const { tenant, userId } = owner;
  if (!tenant.company.active) throw companyInactive();
  if (isExpired(tenant)) return { answer: presentExpired(tenant, userId), refreshToken: null };
  const session = startSession(tenant, userId, origin);
  return {
    answer: presentSession(tenant, userId, session.sessionId),
    refreshToken: session.refreshToken,
  };
}

const HASH = "SELECT password_hash FROM user WHERE id = ? AND deleted_at IS NULL";

/** Past its due date: no session, only a token that opens the bills (behaviour 22, 24.3). */
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
