import { noteFailedSignIn } from "#audit/index.ts";
import { companyInactive } from "#companies/index.ts";
import { one, run } from "#platform/db/database.ts";
import { createRateLimit, type RateLimit } from "#platform/http/rate-limit.ts";
import { hashPassword, isOldHash, verifyPassword } from "#platform/passwords.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ownerOf } from "#users/index.ts";
import { invalidCredentials } from "./errors.ts";

/** Wrong passwords per e-mail and address before 429, and their window, ms (behaviour 22). */
const MAX_FAILURES = 5;
const FAILURES_MS = 15 * 60_000;

/** Counts wrong passwords per e-mail and address, so that guessing never locks the owner out elsewhere. */
export const GuessesPort = definePort<RateLimit>("login guesses");
export const createGuesses = ({ clock }: Installation): RateLimit =>
  createRateLimit(clock, MAX_FAILURES, FAILURES_MS);

const HASH = "SELECT name, password_hash FROM user WHERE id = ? AND deleted_at IS NULL";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Whose e-mail and password these are. */
export interface Known {
  readonly tenant: Tenant;
  readonly userId: number;
}

/**
 * Who comes with this e-mail and password. An unknown e-mail takes as long as a wrong password and answers the same.
 * Throws 401 ERR_INVALID_CREDENTIALS, 403 ERR_COMPANY_INACTIVE, 429 ERR_RATE_LIMIT.
 */
export async function whoIs(installation: Installation, given: Credentials, ip: string): Promise<Known> {
  const guesses = installation.ports.use(GuessesPort);
  const key = `${given.email} ${ip}`;
  // Counted before the password is looked at: many guesses at once count as many.
  guesses.take(key);
  const owner = ownerOf(installation, given.email);
  const user = owner && one<{ name: string; password_hash: string }>(owner.tenant.db, HASH, owner.userId);
  const fits = await verifyPassword(given.password, user?.password_hash);
  if (!owner || !fits) {
    if (owner && user) noteFailedSignIn(owner.tenant, { id: owner.userId, name: user.name }, ip);
    throw invalidCredentials();
  }
  guesses.reset(key);
  if (!owner.tenant.company.active) throw companyInactive();
  if (user && isOldHash(user.password_hash)) await renew(owner, user.password_hash, given.password);
  return owner;
}

const RENEW = "UPDATE user SET password_hash = ? WHERE id = ? AND password_hash = ?";

/** Who came from another program has one of our hashes from now on; the password stays, and so do the sessions. */
async function renew({ tenant, userId }: Known, old: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  tenant.write((unit) => run(unit.db, RENEW, hash, userId, old));
}
