import { planName } from "#accounts/plans/index.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { pageOfRows } from "#platform/http/page.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { WaitingSignupAnswer, WaitingSignupPage } from "./contract.ts";
import { mailLink } from "./links.ts";
import * as sql from "./signup.sql.ts";

/** How long a sign-up waits for its confirmation, ms (docs/rules/sign-up.md#expiry). */
const KEPT_MS = 7 * 86_400_000;
/** Maximum number of waiting sign-ups, per IP network and in total (docs/rules/limits.md#sign-ups). */
const MOST_OF_NETWORK = 10;
const MOST_IN_ALL = 1000;
/** Retry-After for an IP network with too many waiting sign-ups, seconds. */
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
const listWaiting = ({ system, clock }: Scope, limit: number, offset: number): readonly Waiting[] =>
  queryAll(system, sql.waitingPage, { now: clock.now(), limit, offset });

const countWaiting = ({ system, clock }: Scope): number =>
  queryOne(system, sql.countWaiting, { now: clock.now() })?.n ?? 0;

/**
 * Stores a sign-up until its e-mail is confirmed; a later one with the same e-mail replaces the former. Call within a
 * transaction. Throws 429 ERR_RATE_LIMIT when too many of this IP network wait.
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
  if (!stored) throw new Error("the sign-up that was just stored is missing");
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

const NAME = "signup";
const PURPOSE = "signup-browser";
/** Lifetime of the cookie, seconds: as long as a sign-up waits. */
const MAX_AGE_S = 7 * 86_400;

type Signer = Pick<Secrets, "sign">;

/**
 * The value of the cookie. It depends on the password hash, so a later sign-up with the same e-mail makes the cookie of
 * the earlier browser invalid.
 */
const valueFor = (secrets: Signer, { id, passwordHash }: Pick<Waiting, "id" | "passwordHash">): string =>
  secrets.sign(PURPOSE, `${id}:${passwordHash}`);

const attributes = (https: boolean) => `Path=/api/auth; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/** `Set-Cookie` that marks the browser that made a sign-up (docs/rules/sign-up.md#signed-in). */
export const keepMark = (secrets: Signer, waiting: Waiting, https: boolean): string =>
  `${NAME}=${valueFor(secrets, waiting)}; Max-Age=${MAX_AGE_S}; ${attributes(https)}`;

/** `Set-Cookie` that removes this cookie. */
export const dropMark = (https: boolean): string => `${NAME}=; Max-Age=0; ${attributes(https)}`;

/** Whether the browser of this request made this sign-up. */
export function hasMark(secrets: Signer, waiting: Waiting, request: Request): boolean {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value = ""] = part.trim().split("=", 2);
    if (name === NAME) return equalSecrets(valueFor(secrets, waiting), value);
  }
  return false;
}

/** A page of the sign-ups that wait for their confirmation, the newest first. For super users. */
export function waitingPage(installation: Installation, pageNumber: number): WaitingSignupPage {
  const { rows, ...page } = pageOfRows(countWaiting(installation), pageNumber, (limit, offset) =>
    listWaiting(installation, limit, offset),
  );
  return { signups: rows.map((row) => present(installation, row)), ...page };
}

const present = ({ system }: Installation, waiting: Waiting): WaitingSignupAnswer => ({
  id: waiting.id,
  name: waiting.companyName,
  adminName: waiting.adminName,
  email: waiting.email,
  phone: waiting.phone,
  planName: planName(system, waiting.planId) ?? null,
  createdAt: new Date(waiting.createdAt).toISOString(),
  expiresAt: new Date(waiting.expiresAt).toISOString(),
});

/**
 * Mails the link of a waiting sign-up again. Throws 404 ERR_NOT_FOUND, 429 ERR_RATE_LIMIT after five mails within an
 * hour.
 */
export function sendLinkAgain({ tenant }: UserCtx, id: number): void {
  tenant.writeSystem(() => mailLink(tenant.installation, required(tenant.installation, id)));
}

/** Deletes a sign-up that waits; its links no longer work. Throws 404 ERR_NOT_FOUND. */
export function removeSignup({ tenant }: UserCtx, id: number): void {
  tenant.writeSystem(() => deleteWaiting(tenant.installation.system, required(tenant.installation, id).id));
}

function required(installation: Installation, id: number): Waiting {
  const waiting = waitingById(installation, id);
  if (!waiting) throw notFound();
  return waiting;
}
