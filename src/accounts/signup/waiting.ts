import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./signup.sql.ts";

/** How long a sign-up waits for its confirmation, ms (docs/rules/sign-up.md#expiry). */
const KEPT_MS = 7 * 86_400_000;
/** Maximum number of waiting sign-ups, per network and in total (docs/rules/limits.md#sign-ups). */
const MOST_OF_NETWORK = 10;
const MOST_IN_ALL = 1000;
/** Retry-After for a network with too many waiting sign-ups, seconds. */
const RETRY_S = 3600;

/** Data from which a company is created. */
export interface SignupDetails {
  readonly companyName: string;
  readonly adminName: string;
  readonly email: string;
  readonly phone: string;
  readonly planId: number;
  readonly passwordHash: string;
  readonly language: "pt-BR" | "en" | "es";
  /** Id of the referring company, from the address of the page. */
  readonly referredBy: number | null;
}

/** A sign-up whose e-mail is not confirmed yet. */
export interface Waiting extends SignupDetails {
  readonly id: number;
  readonly network: string;
  readonly sent: number;
  readonly countedFrom: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

type Scope = Pick<Installation, "system" | "clock">;

export const waitingById = ({ system, clock }: Scope, id: number): Waiting | undefined =>
  queryOne(system, sql.waitingById, { id, now: clock.now() });

export const waitingByEmail = ({ system, clock }: Scope, email: string): Waiting | undefined =>
  queryOne(system, sql.waitingByEmail, { email, now: clock.now() });

/** Waiting sign-ups, newest first. */
export const listWaiting = ({ system, clock }: Scope, limit: number, offset: number): readonly Waiting[] =>
  queryAll(system, sql.waitingPage, { now: clock.now(), limit, offset });

export const countWaiting = ({ system, clock }: Scope): number =>
  queryOne(system, sql.countWaiting, { now: clock.now() })?.n ?? 0;

/**
 * Stores a sign-up until its e-mail is confirmed; a later one with the same e-mail replaces the former. Call within a
 * transaction. Throws 429 ERR_RATE_LIMIT when too many of this network wait.
 */
export function storeWaiting(installation: Installation, details: SignupDetails, network: string): Waiting {
  const { system, clock, config } = installation;
  const { email } = details;
  const now = clock.now();
  deleteExpired(installation);
  if (
    config.rateLimits &&
    (queryOne(system, sql.countOfNetwork, { network, email })?.n ?? 0) >= MOST_OF_NETWORK
  )
    throw new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: RETRY_S });
  if ((queryOne(system, sql.countOthers, { email })?.n ?? 0) >= MOST_IN_ALL) {
    const oldest = queryOne(system, sql.oldestOfLargestNetwork);
    if (oldest) deleteWaiting(system, oldest.id);
  }
  execute(system, sql.upsertWaiting, {
    email,
    companyName: details.companyName,
    adminName: details.adminName,
    phone: details.phone,
    planId: details.planId,
    passwordHash: details.passwordHash,
    language: details.language,
    referredBy: details.referredBy,
    network,
    now,
    expiresAt: now + KEPT_MS,
  });
  const stored = waitingByEmail(installation, email);
  if (!stored) throw new Error("a sign-up just stored is not there");
  return stored;
}

/** Deletes a sign-up with its links; false when it is not there any more. */
export function deleteWaiting(system: Db, id: number): boolean {
  execute(system, sql.deleteOpenLinks, { id });
  return execute(system, sql.deleteWaiting, { id }).changes > 0;
}

/** Deletes expired sign-ups. */
export function deleteExpired({ system, clock }: Scope): void {
  for (const { id } of queryAll(system, sql.expiredWaiting, { now: clock.now() })) deleteWaiting(system, id);
}
