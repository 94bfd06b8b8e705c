import { fileLanguage } from "#accounts/settings/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./exports.sql.ts";
import { contactsByName } from "./rows-by-name.ts";

/** Headings of the file; the contact import recognizes all of them. */
const HEADINGS = {
  pt: ["Nome", "Número", "E-mail"],
  en: ["Name", "Number", "E-mail"],
  es: ["Nombre", "Número", "Correo"],
} as const;

/**
 * `GET /contacts/export`: admins; name, number, e-mail and extra information of all people, in the columns
 * the import reads. `ids` null = everyone. Streamed, so memory does not grow with the address book.
 */
export function exportContacts(
  { tenant }: UserCtx,
  ids: readonly number[] | null,
  language?: PageLanguage,
): Response {
  return download(
    { fileName: "contatos.csv", mimeType: "text/csv; charset=utf-8" },
    tenant,
    lines(tenant, ids, HEADINGS[fileLanguage(tenant, language)]),
    tenant.keepOpen(),
  );
}

function* lines(
  { db }: Tenant,
  ids: readonly number[] | null,
  headings: readonly string[],
): Generator<string> {
  const extras = queryAll(db, sql.extraNames).map(({ name }) => name);
  yield CSV_START + csvLine([...headings, ...extras]);
  for (const piece of contactsByName(db, ids))
    yield piece
      .map(({ name, number, email, extras: own }) =>
        csvLine([name, number, email, ...extras.map((extra) => own.get(extra.toLowerCase()) ?? "")]),
      )
      .join("");
}
