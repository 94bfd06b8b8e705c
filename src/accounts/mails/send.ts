import { BrandPort } from "#accounts/companies/index.ts";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import { MailerPort, MailRefused } from "#platform/outbound/mailer.ts";
import type { Installation } from "#tenants/installation.ts";
import { dressed } from "./email-layout.ts";
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

export interface Row {
  id: number;
  uuid: string;
  company_id: number;
  recipient: string;
  subject: string;
  body: string;
  attempts: number;
}

/** First and longest pause after a failure, ms; the pause doubles with each failure. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Sends the due mails. A mail that the server rejects permanently or that has expired is dropped and the
 * company's admins get a notice; other failures are retried later.
 */
export async function sendMails(installation: Installation): Promise<void> {
  const { system, clock, log } = installation;
  for (const row of queryAll(system, sql.expiredMails, { now: clock.now() }))
    giveUp(installation, row, "expired");
  const address = mailAddress(installation);
  if (address === null) return;
  for (const row of queryAll(system, sql.dueMails, { now: clock.now() })) {
    try {
      await send(installation, address, row);
    } catch (error) {
      if (error instanceof MailRefused) {
        giveUp(installation, row, error.message);
        continue;
      }
      log.warn({ mail: row.id, err: error }, "mail not sent; retried later");
      postpone(installation, row);
      // All mails use the same server, so the next one would fail as well.
      return;
    }
  }
}

async function send(installation: Installation, address: string, row: Row): Promise<void> {
  const { ports, secrets, system } = installation;
  const { recipient: to, uuid } = row;
  const brand = await ports.use(BrandPort).ofMails(installation);
  const mail = dressed(row.subject, secrets.decrypt(row.body), brand);
  await ports.use(MailerPort).send(address, { ...mail, to, uuid });
  execute(system, sql.deleteMail, { id: row.id });
}

function postpone({ system, clock }: Installation, { id, attempts }: Row): void {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
  execute(system, sql.postponeMail, { nextTryAt: clock.now() + pause, id });
}

function giveUp({ system, tenants, log }: Installation, row: Row, reason: string): void {
  log.warn(
    { mail: row.id, company: row.company_id, reason },
    "mail dropped: rejected by the mail server or expired",
  );
  execute(system, sql.deleteMail, { id: row.id });
  if (!tenants.exists(row.company_id)) return;
  const details = { name: row.recipient, reason };
  try {
    tenants
      .open(row.company_id)
      .write((unit) => notifyAdmins(unit, { code: "mail_failed", details, key: `mail_failed:${row.uuid}` }));
  } catch (error) {
    // The company's file cannot be opened: the notice is not stored, and the next mails continue.
    log.warn({ company: row.company_id, err: error }, "admins got no notice of an undeliverable mail");
  }
}
