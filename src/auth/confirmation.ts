import { mailAddress, queueMail } from "#mails/index.ts";
import { one, run } from "#platform/db/database.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import { installationSetting, languageOf } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { confirmationMail } from "./confirmation-mail.ts";

import { type Credentials, whoIs } from "./credentials.ts";
import { confirmationCode } from "./errors.ts";
import type { Place } from "./guesses.ts";

/** Life of a code, ms: the trial is hardly longer. */
const CODE_TTL_MS = 48 * 3_600_000;
/** Mails of one sign-up within an hour. */
const MOST_MAILS = 5;
const HOUR_MS = 3_600_000;

interface Waiting {
  readonly companyId: number;
  readonly userId: number;
  readonly email: string;
  readonly sent: number;
  readonly countedFrom: number;
}

const COLUMNS = "company_id AS companyId, user_id AS userId, email, sent, counted_from AS countedFrom";
const OF_COMPANY = `SELECT ${COLUMNS} FROM email_confirmation WHERE company_id = ?`;
const UPSERT = `INSERT INTO email_confirmation (company_id, user_id, email, hash, expires_at, sent, counted_from)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (company_id) DO UPDATE SET hash = excluded.hash,
  expires_at = excluded.expires_at, sent = excluded.sent, counted_from = excluded.counted_from`;
const CONFIRM = "DELETE FROM email_confirmation WHERE hash = ? AND expires_at > ?";
const DROP = "DELETE FROM email_confirmation WHERE company_id = ? AND user_id = ?";

/** Whether sign-ups confirm their e-mail: the provider wants it, and mails can be sent. */
const isWanted = (installation: Installation): boolean =>
  installationSetting(installation, "confirmSignup") && mailAddress(installation) !== null;

/** Whether somebody signed up with this e-mail and has not opened the link yet. */
export function waitsForConfirmation(installation: Installation, companyId: number, email: string): boolean {
  if (!isWanted(installation)) return false;
  return one<Waiting>(installation.system, OF_COMPANY, companyId)?.email === email;
}

/** Mails the link to who has just signed up; answers false when the provider wants none. For the sign-up. */
export function askForConfirmation(tenant: Tenant, userId: number, email: string): boolean {
  const { installation, id: companyId, clock } = tenant;
  if (!isWanted(installation)) return false;
  send(tenant, { companyId, userId, email, sent: 0, countedFrom: clock.now() });
  return true;
}

/**
 * Mails a new link; those before it are worth nothing. Whoever asks proves the password, so that nobody learns who
 * signed up. More than five an hour are not sent. Throws 401 ERR_INVALID_CREDENTIALS, 403 ERR_COMPANY_INACTIVE,
 * 429 ERR_RATE_LIMIT.
 */
export async function confirmAgain(
  installation: Installation,
  given: Credentials,
  place: Place,
): Promise<void> {
  const { tenant } = await whoIs(installation, given, place);
  if (!waitsForConfirmation(installation, tenant.id, given.email)) return;
  const waiting = one<Waiting>(installation.system, OF_COMPANY, tenant.id);
  if (waiting) send(tenant, waiting);
}

/** The code out of the mail: once, in its time. Throws 400 ERR_CONFIRMATION_CODE. */
export function confirmEmail({ system, clock }: Installation, token: string): void {
  if (run(system, CONFIRM, sha256(token), clock.now()).changes === 0) throw confirmationCode();
}

/** A password set by a mail, or by who runs the machine, says as much as the link. */
export function dropConfirmation(unit: TenantUnit, userId: number): void {
  const { id, installation } = unit.tenant;
  unit.afterCommit(() => void run(installation.system, DROP, id, userId));
}

function send(tenant: Tenant, waiting: Waiting): void {
  const { installation, clock } = tenant;
  const now = clock.now();
  const isNewHour = waiting.countedFrom <= now - HOUR_MS;
  const sent = isNewHour ? 0 : waiting.sent;
  if (sent >= MOST_MAILS) return;
  const { companyId, userId, email } = waiting;
  const code = randomCode(32);
  const expiresAt = now + CODE_TTL_MS;
  const countedFrom = isNewHour ? now : waiting.countedFrom;
  run(installation.system, UPSERT, companyId, userId, email, sha256(code), expiresAt, sent + 1, countedFrom);
  const { subject, text } = confirmationMail({
    language: languageOf(tenant),
    company: tenant.company.name,
    code,
    publicUrl: installation.config.publicUrl,
  });
  queueMail(installation, { companyId, to: email, subject, text, expiresAt });
}
