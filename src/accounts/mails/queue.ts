import { installationSetting } from "#accounts/settings/index.ts";
import { run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";

export interface NewMail {
  /** Its admins are told when the mail cannot be delivered; null: a mail of the installation, which is only logged. */
  readonly companyId: number | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** After this nobody needs it any more, ms. */
  readonly expiresAt: number;
}

/**
 * Address of the mail server: the setting `smtpUrl`, else `SMTP_URL` (docs/rules/settings.md#access); null = no mail is
 * sent.
 */
export function mailAddress(installation: Installation): string | null {
  return installationSetting(installation, "smtpUrl") || installation.config.smtpUrl;
}

const INSERT = `INSERT INTO mail (uuid, company_id, recipient, subject, body, next_try_at, expires_at, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** In the column of the company for mails of the installation; no company has this number. */
const NO_COMPANY = 0;

/** Puts a mail into the outbox of the system file; it leaves within seconds, after a restart as well. */
export function queueMail({ system, secrets, clock }: Installation, mail: NewMail): void {
  const now = clock.now();
  const body = secrets.encrypt(mail.text);
  run(
    system,
    INSERT,
    newUuid(),
    mail.companyId ?? NO_COMPANY,
    mail.to,
    mail.subject,
    body,
    now,
    mail.expiresAt,
    now,
  );
}
