import type { ContactErasure } from "#operations/privacy/contract.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import { COUNTED_KINDS } from "./kinds.sql.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const textsIn = defineTexts("erasureCertificate", { pt, en, es });

/** The certificate as plain text, for the person who requested the erasure. */
export function certificateText(
  erasure: ContactErasure,
  company: string,
  timeZone: string,
  language: PageLanguage,
): string {
  const t = textsIn(language);
  const tag = language === "pt" ? "pt-BR" : language;
  const at = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short", timeZone });
  const { contactId, contacts, counts, userName } = erasure;
  const lines = COUNTED_KINDS.flatMap((kind) => {
    const n = counts[kind];
    return n === undefined ? [] : [`  ${t(`kinds.${kind}`)}: ${n}`];
  });
  return [
    t("title"),
    "",
    `${t("company")}: ${company}`,
    `${t("number")}: ${erasure.uuid}`,
    contactId === null ? t("allContacts", { total: contacts }) : t("contact", { id: String(contactId) }),
    `${t("at")}: ${at.format(new Date(erasure.erasedAt))} (${timeZone})`,
    `${t("by")}: ${userName === "" ? t("product") : userName}`,
    "",
    `${t("removed")}:`,
    ...(lines.length > 0 ? lines : [`  ${t("nothing")}`]),
    "",
    t("end"),
    "",
  ].join("\n");
}
