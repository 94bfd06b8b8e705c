import { mailAddress, queueMail, unlinked } from "#accounts/mails/index.ts";
import { installationSetting, languageOf } from "#accounts/settings/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./confirmation.sql.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const textsIn = defineTexts("confirmationMail", { pt, en, es });

interface ConfirmationMail {
  readonly language: "pt-BR" | "en" | "es";
  readonly company: string;
  readonly code: string;
  /** `PUBLIC_URL`; without it the mail contains the code but no link, because request headers cannot be trusted. */
  readonly publicUrl: string | null;
}

/**
 * Subject and text of the mail with the code. The link has the code after `#`, which browsers do not send to servers.
 */
export function confirmationMail(mail: ConfirmationMail): {
  readonly subject: string;
  readonly text: string;
} {
  const t = textsIn(mail.language);
  const secret = new URLSearchParams({ token: mail.code });
  const instructions =
    mail.publicUrl === null
      ? t("byCode", { code: mail.code })
      : t("byLink", { link: `${mail.publicUrl}/confirm#${secret}` });
  return { subject: t("subject"), text: t("text", { company: unlinked(mail.company), instructions }) };
}

// Confirmation of companies that releases before 2026-11 created before their e-mail was confirmed. New sign-ups have
// no company until then (docs/rules/sign-up.md#waiting); responses are the same for both.

/** Lifetime of a code, ms. */
const CODE_TTL_MS = 48 * 3_600_000;
/** Maximum number of mails per sign-up and hour. */
const MOST_MAILS = 5;
const HOUR_MS = 3_600_000;

export interface Waiting {
  readonly companyId: number;
  readonly userId: number;
  readonly email: string;
  readonly sent: number;
  readonly countedFrom: number;
}

/** Whether sign-ups must confirm their e-mail: the setting is on and a mail server is configured. */
export const asksForConfirmation = (installation: Installation): boolean =>
  installationSetting(installation, "confirmSignup") && mailAddress(installation) !== null;

/** Whether this company's first user has not confirmed this e-mail yet. */
export function waitsForConfirmation(installation: Installation, companyId: number, email: string): boolean {
  if (!asksForConfirmation(installation)) return false;
  return queryOne(installation.system, sql.confirmationOf, { companyId })?.email === email;
}

/** Mails a new link for such a company; earlier links no longer work. More than five an hour are not sent. */
export function confirmCompanyAgain(tenant: Tenant, email: string): void {
  const { installation, id } = tenant;
  if (!waitsForConfirmation(installation, id, email)) return;
  const waiting = queryOne(installation.system, sql.confirmationOf, { companyId: id });
  if (waiting) send(tenant, waiting);
}

/** Confirms the e-mail of such a company by the mailed code; false when the code is unknown or expired. */
export const confirmCompany = ({ system, clock }: Installation, token: string): boolean =>
  execute(system, sql.deleteConfirmed, { hash: sha256(token), now: clock.now() }).changes > 0;

/**
 * Ends the wait for a confirmation when a password is set by a mailed code or on the command line: that proves as
 * much as the link.
 */
export function dropConfirmation(unit: TenantUnit, userId: number): void {
  const { id, installation } = unit.tenant;
  unit.afterCommit(() => void execute(installation.system, sql.deleteConfirmation, { id, userId }));
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
  execute(installation.system, sql.upsertConfirmation, {
    companyId,
    userId,
    email,
    hash: sha256(code),
    expiresAt,
    sent: sent + 1,
    countedFrom,
  });
  const { subject, text } = confirmationMail({
    language: languageOf(tenant),
    company: tenant.company.name,
    code,
    publicUrl: installation.config.publicUrl,
  });
  queueMail(installation, { companyId, to: email, subject, text, expiresAt });
}
