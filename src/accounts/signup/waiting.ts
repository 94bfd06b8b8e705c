import { all, type Db, one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";

/** How long a sign-up waits for its confirmation, ms (docs/rules/sign-up.md#expiry). */
const KEPT_MS = 7 * 86_400_000;
/** Sign-ups that wait, of one network and in all (docs/rules/limits.md#sign-ups). */
const MOST_OF_NETWORK = 10;
const MOST_IN_ALL = 1000;
/** Seconds after which a network that has too many should try again. */
const RETRY_S = 3600;

/** What a company is created from. */
export interface SignupDetails {
  readonly companyName: string;
  readonly adminName: string;
  readonly email: string;
  readonly phone: string;
  readonly planId: number;
  readonly passwordHash: string;
  readonly language: "pt-BR" | "en" | "es";
  /** The company whose address led here, as the address said. */
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

const COLUMNS = `id, email, company_name AS companyName, admin_name AS adminName, phone, plan_id AS planId,
  password_hash AS passwordHash, language, referred_by AS referredBy, network, sent, counted_from AS countedFrom,
  created_at AS createdAt, expires_at AS expiresAt`;
const BY_ID = `SELECT ${COLUMNS} FROM waiting_signup WHERE id = ? AND expires_at > ?`;
const BY_EMAIL = `SELECT ${COLUMNS} FROM waiting_signup WHERE email = ? AND expires_at > ?`;
const PAGE = `SELECT ${COLUMNS} FROM waiting_signup WHERE expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`;
const COUNT = "SELECT count(*) AS n FROM waiting_signup WHERE expires_at > ?";

type Scope = Pick<Installation, "system" | "clock">;

export const waitingById = ({ system, clock }: Scope, id: number): Waiting | undefined =>
  one<Waiting>(system, BY_ID, id, clock.now());

export const waitingByEmail = ({ system, clock }: Scope, email: string): Waiting | undefined =>
  one<Waiting>(system, BY_EMAIL, email, clock.now());

/** Newest first. */
export const listWaiting = ({ system, clock }: Scope, limit: number, offset: number): readonly Waiting[] =>
  all<Waiting>(system, PAGE, clock.now(), limit, offset);

export const countWaiting = ({ system, clock }: Scope): number =>
  one<{ n: number }>(system, COUNT, clock.now())?.n ?? 0;

const OF_NETWORK = "SELECT count(*) AS n FROM waiting_signup WHERE network = ? AND email <> ?";
const OTHERS = "SELECT count(*) AS n FROM waiting_signup WHERE email <> ?";
/** The oldest sign-up of the network that has the most of them. */
const OLDEST_OF_MOST = `SELECT id FROM waiting_signup WHERE network =
  (SELECT network FROM waiting_signup GROUP BY network ORDER BY count(*) DESC, min(created_at) LIMIT 1)
  ORDER BY created_at, id LIMIT 1`;
const STORE = `INSERT INTO waiting_signup (email, company_name, admin_name, phone, plan_id, password_hash, language,
    referred_by, network, sent, counted_from, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)
  ON CONFLICT (email) DO UPDATE SET company_name = excluded.company_name, admin_name = excluded.admin_name,
    phone = excluded.phone, plan_id = excluded.plan_id, password_hash = excluded.password_hash,
    language = excluded.language, referred_by = excluded.referred_by, network = excluded.network,
    created_at = excluded.created_at, expires_at = excluded.expires_at`;

/**
 * Stores a sign-up until its e-mail is confirmed; a later one with the same e-mail replaces the former. Call within a
 * transaction. Throws 429 ERR_RATE_LIMIT when too many of this network wait.
 */
export function storeWaiting(installation: Installation, details: SignupDetails, network: string): Waiting {
  const { system, clock, config } = installation;
  const { email } = details;
  const now = clock.now();
  deleteExpired(installation);
  if (config.rateLimits && countOf(system, OF_NETWORK, network, email) >= MOST_OF_NETWORK)
    throw new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: RETRY_S });
  if (countOf(system, OTHERS, email) >= MOST_IN_ALL) {
    const oldest = one<{ id: number }>(system, OLDEST_OF_MOST);
    if (oldest) deleteWaiting(system, oldest.id);
  }
  run(
    system,
    STORE,
    email,
    details.companyName,
    details.adminName,
    details.phone,
    details.planId,
    details.passwordHash,
    details.language,
    details.referredBy,
    network,
    now,
    now,
    now + KEPT_MS,
  );
  const stored = waitingByEmail(installation, email);
  if (!stored) throw new Error("a sign-up just stored is not there");
  return stored;
}

const countOf = (system: Db, sql: string, ...bindings: string[]): number =>
  one<{ n: number }>(system, sql, ...bindings)?.n ?? 0;

/** Deletes a sign-up with its links; false when it is not there any more. */
export function deleteWaiting(system: Db, id: number): boolean {
  run(system, "DELETE FROM signup_link WHERE signup_id = ? AND state <> 'used'", id);
  return run(system, "DELETE FROM waiting_signup WHERE id = ?", id).changes > 0;
}

const EXPIRED = "SELECT id FROM waiting_signup WHERE expires_at <= ?";

/** Deletes the sign-ups whose time is over. */
export function deleteExpired({ system, clock }: Scope): void {
  for (const { id } of all<{ id: number }>(system, EXPIRED, clock.now())) deleteWaiting(system, id);
}
