import { installationSetting } from "#accounts/settings/index.ts";
import { execute } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./mails.sql.ts";

export interface NewMail {
  /**
   * Company whose admins get a notice when the mail cannot be delivered; null: a mail of the installation, whose
   * failure is only logged.
   */
  readonly companyId: number | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** After this time the mail is no longer useful, ms. */
  readonly expiresAt: number;
}

/**
 * Address of the mail server: the setting `smtpUrl`, else `SMTP_URL` (docs/rules/settings.md#access); null = no mail is
 * sent.
 */
export function mailAddress(installation: Installation): string | null {
  return installationSetting(installation, "smtpUrl") || installation.config.smtpUrl;
}

/** Stored as company id of mails of the installation; no company has this id. */
const NO_COMPANY = 0;

/** Puts a mail into the outbox of the system file, from which a job sends it within seconds, also after a restart. */
export function queueMail({ system, secrets, clock }: Installation, mail: NewMail): void {
  const now = clock.now();
  const body = secrets.encrypt(mail.text);
  execute(system, sql.insertMail, {
    uuid: newUuid(),
    companyId: mail.companyId ?? NO_COMPANY,
    recipient: mail.to,
    subject: mail.subject,
    body,
    now,
    expiresAt: mail.expiresAt,
  });
}
