import { mailAddress, queueMail, unlinked } from "#accounts/mails/index.ts";
import { languageOf } from "#accounts/settings/index.ts";
import { findUser, ownerOf } from "#accounts/users/index.ts";
import { transaction } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./recovery.sql.ts";

const textsIn = defineTexts("recoveryMail", { pt, en, es });

interface RecoveryMail {
  readonly language: "pt-BR" | "en" | "es";
  readonly name: string;
  readonly company: string;
  readonly email: string;
  readonly code: string;
  /** `PUBLIC_URL`; without it the mail contains the code but no link, because request headers cannot be trusted. */
  readonly publicUrl: string | null;
}

/**
 * Subject and text of the mail with the code. The link carries the code after `#`, which browsers do not send
 * and servers do not log.
 */
function recoveryMail(mail: RecoveryMail): { readonly subject: string; readonly text: string } {
  const t = textsIn(mail.language);
  const instructions =
    mail.publicUrl === null
      ? t("byCode", { code: mail.code })
      : t("byLink", { link: linkOf(mail.publicUrl, mail.email, mail.code) });
  return {
    subject: t("subject"),
    text: t("text", { name: unlinked(mail.name), company: unlinked(mail.company), instructions }),
  };
}

/** The page that sets a new password with this code. */
const linkOf = (publicUrl: string, email: string, token: string): string =>
  `${publicUrl}/recovery#${new URLSearchParams({ email, token })}`;

/** Lifetime of a code, ms (docs/rules/users.md#recovery). */
const CODE_TTL_MS = 60 * 60_000;
/** Maximum number of codes per e-mail within the lifetime of a code, so that strangers cannot flood a mailbox. */
const MOST_CODES = 5;

/**
 * Stores a password recovery request for any e-mail. The job checks later whether it has an account, so that
 * neither the response nor its duration reveals it. Does nothing without a mail server.
 */
export function requestRecovery(installation: Installation, email: string): void {
  if (mailAddress(installation) === null) return;
  const { system, clock } = installation;
  execute(system, sql.insertRequest, { email, now: clock.now() });
}

export interface Request {
  id: number;
  email: string;
  created_at: number;
}

/** Mails a password reset code for each request whose e-mail belongs to a user. */
export function answerRecoveries(installation: Installation): void {
  const { system, clock, log } = installation;
  for (const request of queryAll(system, sql.nextRequests)) {
    try {
      answer(installation, request);
    } catch (error) {
      log.warn(
        { request: request.id, err: error },
        "mail with the password reset code not created; retried for an hour",
      );
      // The request is retried until its code would have expired: a company file that is being migrated can be opened
      // soon.
      if (clock.now() - request.created_at < CODE_TTL_MS) continue;
      execute(system, sql.deleteRequest, { id: request.id });
    }
  }
}

function answer(installation: Installation, { id, email }: Request): void {
  const { system, clock, config } = installation;
  const owner = ownerOf(installation, email);
  const user = owner && findUser(owner.tenant, owner.userId);
  const now = clock.now();
  transaction(system, () => {
    execute(system, sql.deleteRequest, { id });
    execute(system, sql.deleteExpiredResets, { now });
    const codes = queryOne(system, sql.countResets, { email });
    if (!owner || !user || (codes?.n ?? 0) >= MOST_CODES) return;
    const { company } = owner.tenant;
    const { code, expiresAt } = issueCode(installation, { email, companyId: company.id, userId: user.id });
    const { subject, text } = recoveryMail({
      language: languageOf(owner.tenant),
      name: user.name,
      company: company.name,
      email,
      code,
      publicUrl: config.publicUrl,
    });
    queueMail(installation, { companyId: company.id, to: email, subject, text, expiresAt });
  });
}

/** Stores a password reset code and returns it. */
function issueCode(
  { system, clock }: Installation,
  user: { readonly email: string; readonly companyId: number; readonly userId: number },
): { readonly code: string; readonly expiresAt: number } {
  const code = randomCode(32);
  const now = clock.now();
  const expiresAt = now + CODE_TTL_MS;
  execute(system, sql.insertReset, { ...user, hash: sha256(code), now, expiresAt });
  return { code, expiresAt };
}

/**
 * Returns a one-time link for the command line, with which the user sets a password as with a mailed link. It needs no
 * mail server and works while others guess the password (docs/rules/security.md#guessing). Without `PUBLIC_URL` the
 * link is a path without a host. Throws 404 ERR_NO_USER_FOUND.
 */
export function recoveryLinkOf(installation: Installation, email: string): string {
  const owner = ownerOf(installation, email);
  if (!owner) throw notFound("ERR_NO_USER_FOUND");
  const { code } = issueCode(installation, { email, companyId: owner.tenant.id, userId: owner.userId });
  return linkOf(installation.config.publicUrl ?? "", email, code);
}
