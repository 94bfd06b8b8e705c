import { wrongCurrentPassword } from "#accounts/users/errors.ts";
import { verifyPassword } from "#platform/crypto/passwords.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { createRateLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./logins.sql.ts";

/** Wrong current passwords per session before 429, and their window, ms. */
const TRIES = 5;
const WINDOW_MS = 15 * 60_000;

/** Counts wrong current passwords per session, so that a stolen session does not lock the owner out. */
export const CurrentPasswordPort = definePort<RateLimit>("current password limit");
export const createCurrentPasswordLimit = ({ config, clock }: Installation): RateLimit =>
  config.rateLimits ? createRateLimit(clock, TRIES, WINDOW_MS) : noLimit;

/**
 * Checks the password of the signed-in user before a change of their login (docs/rules/security.md#own-login).
 * Throws 400 ERR_VALIDATION (`currentPassword: required`), 403 ERR_CURRENT_PASSWORD, 429 ERR_RATE_LIMIT.
 */
export async function checkCurrentPassword(
  { tenant, actor }: UserCtx,
  given: string | undefined,
): Promise<void> {
  if (!given) throw invalidFields({ currentPassword: "required" });
  const limit = tenant.installation.ports.use(CurrentPasswordPort);
  const key = `${tenant.id} ${actor.id} ${actor.sessionId}`;
  limit.take(key);
  if (!(await verifyPassword(given, queryOne(tenant.db, sql.passwordHashOf, { id: actor.id })?.hash)))
    throw wrongCurrentPassword();
  limit.reset(key);
}
