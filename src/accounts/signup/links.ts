import { confirmationCode, confirmationMail } from "#accounts/auth/index.ts";
import { queueMail } from "#accounts/mails/index.ts";
import { type Db, one, run, transaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Waiting } from "./waiting.ts";

/** How long a link works, ms (docs/rules/sign-up.md#links). */
const LINK_MS = 48 * 3_600_000;
/** How long the page can say that a link was used, ms. */
const REMEMBERED_MS = 30 * 86_400_000;
/** Mails per e-mail and hour, and links that are remembered per sign-up. */
const MOST_MAILS = 5;
const HOUR_MS = 3_600_000;

const COUNT = "UPDATE waiting_signup SET sent = ?, counted_from = ? WHERE id = ?";
const REPLACE = "UPDATE signup_link SET state = 'replaced' WHERE signup_id = ? AND state = 'open'";
const FORGET = `DELETE FROM signup_link WHERE signup_id = ?1 AND id NOT IN
  (SELECT id FROM signup_link WHERE signup_id = ?1 ORDER BY id DESC LIMIT ?2)`;
const INSERT = "INSERT INTO signup_link (hash, signup_id, state, expires_at) VALUES (?, ?, 'open', ?)";

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
    run(system, COUNT, sent + 1, isNewHour ? now : waiting.countedFrom, waiting.id);
    run(system, REPLACE, waiting.id);
    run(system, FORGET, waiting.id, MOST_MAILS - 1);
    run(system, INSERT, sha256(code), waiting.id, expiresAt);
    queueMail(installation, { companyId: null, to, subject, text, expiresAt });
  });
}

interface Link {
  readonly signupId: number;
  readonly state: "open" | "replaced" | "used";
  readonly expiresAt: number;
}

const FIND = "SELECT signup_id AS signupId, state, expires_at AS expiresAt FROM signup_link WHERE hash = ?";

/**
 * The sign-up whose link carries this code; undefined when there is no such link. Throws 400 ERR_CONFIRMATION_CODE with
 * the reason for a link that no longer works.
 */
export function signupOfLink({ system, clock }: Installation, code: string): number | undefined {
  const link = one<Link>(system, FIND, sha256(code));
  if (!link) return undefined;
  if (link.state !== "open") throw confirmationCode(link.state);
  if (link.expiresAt <= clock.now()) throw confirmationCode("expired");
  return link.signupId;
}

/** The company exists: all links of the sign-up are used from now on. */
export const markUsed = (system: Db, signupId: number): void =>
  void run(system, "UPDATE signup_link SET state = 'used' WHERE signup_id = ?", signupId);

/** Forgets links that were used long ago. */
export const forgetUsed = ({ system, clock }: Installation): void =>
  void run(
    system,
    "DELETE FROM signup_link WHERE state = 'used' AND expires_at <= ?",
    clock.now() - REMEMBERED_MS,
  );
