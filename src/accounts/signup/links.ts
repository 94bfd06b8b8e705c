import { confirmationCode, confirmationMail } from "#accounts/auth/index.ts";
import { queueMail } from "#accounts/mails/index.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./signup.sql.ts";
import type { Waiting } from "./waiting.ts";

/** Lifetime of a link, ms (docs/rules/sign-up.md#links). */
const LINK_MS = 48 * 3_600_000;
/** A used link is kept, and reported as "used", for this time after its expiry, ms. */
const REMEMBERED_MS = 30 * 86_400_000;
/** Limit of mails per sign-up and hour, and of links stored per sign-up. */
const MOST_MAILS = 5;
const HOUR_MS = 3_600_000;

/**
 * Mails a link that confirms this sign-up; earlier links no longer work. Throws 429 ERR_RATE_LIMIT after five mails
 * within an hour.
 */
export function mailLink(installation: Installation, waiting: Waiting): void {
  const { system, clock, config } = installation;
  const now = clock.now();
  const isNewHour = waiting.countedFrom <= now - HOUR_MS;
  const sent = isNewHour ? 0 : waiting.sent;
  if (sent >= MOST_MAILS) {
    const retryAfterSeconds = Math.ceil((waiting.countedFrom + HOUR_MS - now) / 1000);
    throw new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds });
  }
  const code = randomCode(32);
  const expiresAt = now + LINK_MS;
  const { language, companyName: company, email: to } = waiting;
  const { subject, text } = confirmationMail({ language, company, code, publicUrl: config.publicUrl });
  transaction(system, () => {
    execute(system, sql.setSent, {
      sent: sent + 1,
      countedFrom: isNewHour ? now : waiting.countedFrom,
      id: waiting.id,
    });
    execute(system, sql.replaceLinks, { signupId: waiting.id });
    execute(system, sql.deleteOldLinks, { signupId: waiting.id, limit: MOST_MAILS - 1 });
    execute(system, sql.insertLink, { hash: sha256(code), signupId: waiting.id, expiresAt });
    queueMail(installation, { companyId: null, to, subject, text, expiresAt });
  });
}

export interface Link {
  readonly signupId: number;
  readonly state: "open" | "replaced" | "used";
  readonly expiresAt: number;
}

/**
 * The sign-up whose link carries this code; undefined when there is no such link. Throws 400 ERR_CONFIRMATION_CODE with
 * the reason for a link that no longer works.
 */
export function signupOfLink({ system, clock }: Installation, code: string): number | undefined {
  const link = queryOne(system, sql.linkByHash, { hash: sha256(code) });
  if (!link) return undefined;
  if (link.state !== "open") throw confirmationCode(link.state);
  if (link.expiresAt <= clock.now()) throw confirmationCode("expired");
  return link.signupId;
}

/** Marks all links of a sign-up as used, because its company was created. */
export const markUsed = (system: Db, signupId: number): void =>
  void execute(system, sql.markLinksUsed, { signupId });

/** Deletes used links that expired more than 30 days ago. */
export const forgetUsed = ({ system, clock }: Installation): void =>
  void execute(system, sql.deleteUsedLinks, { expiresAt: clock.now() - REMEMBERED_MS });
