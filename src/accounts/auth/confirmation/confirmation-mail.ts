import { unlinked } from "#accounts/mails/index.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const textsIn = defineTexts("confirmationMail", { pt, en, es });

export interface ConfirmationMail {
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
