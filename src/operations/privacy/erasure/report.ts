import { count, desc, eq } from "drizzle-orm";
import { fileLanguage, timeZoneOf } from "#accounts/settings/index.ts";
import type { ContactErasure } from "#operations/privacy/contract.ts";
import { presentErasure } from "#operations/privacy/present.ts";
import { contactErasure } from "#operations/privacy/schema.ts";
import { notFound } from "#platform/errors.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { COUNTED_KINDS } from "./erasure.sql.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const textsIn = defineTexts("erasureCertificate", { pt, en, es });

/** The certificate as plain text, for the person who requested the erasure. */
function certificateText(
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

const SIZE = 20;

/** Erasures of the company, the newest first. For admins. */
export function erasurePage({ tenant }: UserCtx, pageNumber: number) {
  const rows = tenant.db
    .select()
    .from(contactErasure)
    .orderBy(desc(contactErasure.id))
    .limit(SIZE)
    .offset((pageNumber - 1) * SIZE)
    .all();
  const total = tenant.db.select({ n: count() }).from(contactErasure).get()?.n ?? 0;
  return { erasures: rows.map(presentErasure), count: total, hasMore: pageNumber * SIZE < total };
}

/** `GET /contact-erasures/{id}/certificate`: admins; a text for the person who requested the erasure. Throws 404 ERR_NOT_FOUND. */
export function certificate({ tenant }: UserCtx, id: number, language: PageLanguage | undefined): Response {
  const row = tenant.db.select().from(contactErasure).where(eq(contactErasure.id, id)).get();
  if (!row) throw notFound();
  const erasure: ContactErasure = presentErasure(row);
  const text = certificateText(
    erasure,
    tenant.company.name,
    timeZoneOf(tenant),
    fileLanguage(tenant, language),
  );
  return download(
    { fileName: `certificado-${row.uuid.slice(0, 8)}.txt`, mimeType: "text/plain" },
    tenant,
    (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    tenant.keepOpen(),
  );
}
