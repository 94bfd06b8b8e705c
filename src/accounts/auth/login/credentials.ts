import { auditFailedSignIn } from "#accounts/audit/index.ts";
import type { ExpiredLoginAnswer, SessionAnswer } from "#accounts/auth/contract.ts";
import { invalidCredentials } from "#accounts/auth/errors.ts";
import type { Origin } from "#accounts/auth/sessions/sessions.ts";
import { companyInactive } from "#accounts/companies/index.ts";
import { ownerOf, renewPasswordHash } from "#accounts/users/index.ts";
import { hashPassword, isBcryptHash, verifyPassword } from "#platform/crypto/passwords.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { networkOf } from "#platform/http/server/caller.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./login.sql.ts";
import { GuessesPort, type Place } from "./password-throttle.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The user whose e-mail and password were verified. */
export interface Known {
  readonly tenant: Tenant;
  readonly userId: number;
}

/** `cell`: the cell of the session, when it is not the own one. */
export type Login = { readonly cell?: number } & (
  | { readonly answer: SessionAnswer; readonly refreshToken: string }
  | { readonly answer: ExpiredLoginAnswer; readonly refreshToken: null }
);

/** A sign-up whose company does not exist yet, because its e-mail is not confirmed (docs/rules/sign-up.md#waiting). */
export interface WaitingSignup {
  readonly signupId: number;
  readonly passwordHash: string;
}

/** Access to sign-ups that wait for their confirmation; implemented by the sign-up feature. */
export interface WaitingSignups {
  find(email: string): WaitingSignup | undefined;
  /** Creates the company without a confirmation, when the installation no longer requires one, and signs its admin in. */
  admit(signupId: number, origin: Origin): Promise<Login>;
}
export const WaitingSignupsPort = definePort<WaitingSignups>("waiting sign-ups");

/**
 * Verifies an e-mail and password and returns their owner. An unknown e-mail takes as long as a wrong
 * password and gets the same response. Throws 401 ERR_INVALID_CREDENTIALS, 403 ERR_COMPANY_INACTIVE, 429
 * ERR_RATE_LIMIT.
 */
export async function verifyCredentials(
  installation: Installation,
  given: Credentials,
  place: Place,
): Promise<Known | WaitingSignup> {
  const guesses = installation.ports.use(GuessesPort);
  const { ip } = place;
  const owner = ownerOf(installation, given.email);
  guesses.begin(given.email, place, () => owner !== undefined && hasSignedInFrom(owner, ip));
  const user = owner && queryOne(owner.tenant.db, sql.passwordOf, { id: owner.userId });
  const waiting = owner ? undefined : installation.ports.use(WaitingSignupsPort).find(given.email);
  const fits = await verifyPassword(given.password, user?.password_hash ?? waiting?.passwordHash);
  if (fits && waiting) {
    guesses.right(given.email, place);
    return waiting;
  }
  if (!owner || !fits) {
    if (owner && user) auditFailedSignIn(owner.tenant, { id: owner.userId, name: user.name }, ip);
    throw invalidCredentials();
  }
  guesses.right(given.email, place);
  if (!owner.tenant.company.active) throw companyInactive();
  if (user && isBcryptHash(user.password_hash)) await renew(owner, user.password_hash, given.password);
  return owner;
}

/** Whether one of the user's newest sessions began in this network. */
function hasSignedInFrom({ tenant, userId }: Known, ip: string): boolean {
  const network = networkOf(ip);
  return queryAll(tenant.db, sql.recentSessions, { userId }).some(
    (session) => networkOf(session.ip) === network,
  );
}

/** Replaces an imported password hash by one of this product; the password and the sessions stay. */
async function renew({ tenant, userId }: Known, old: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  tenant.write((unit) => renewPasswordHash(unit, userId, old, hash));
}
