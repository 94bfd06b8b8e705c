import { fileLanguage } from "#accounts/settings/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { all } from "#platform/db/database.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { contactsByName } from "./rows-by-name.ts";

/** Columns of extra information; what few contacts have stays out of the file. */
const MOST_EXTRAS = 50;
const EXTRA_NAMES = `SELECT min(name) AS name FROM contact_extra GROUP BY lower(name)
  ORDER BY count(*) DESC, lower(name) LIMIT ${MOST_EXTRAS}`;
/** The import knows them all. */
const HEADINGS = {
  pt: ["Nome", "Número", "E-mail"],
  en: ["Name", "Number", "E-mail"],
  es: ["Nombre", "Número", "Correo"],
} as const;

/**
 * `GET /contacts/export`: admins; everybody's name, number, e-mail and extra information, in the columns the import
 * reads. `ids` null = all people, else these. Streamed: an address book of any size takes no memory.
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
    tenant.hold(),
  );
}

function* lines(
  { db }: Tenant,
  ids: readonly number[] | null,
  headings: readonly string[],
): Generator<string> {
  const extras = all<{ name: string }>(db, EXTRA_NAMES).map(({ name }) => name);
  yield CSV_START + csvLine([...headings, ...extras]);
  for (const piece of contactsByName(db, ids))
    yield piece
      .map(({ name, number, email, extras: own }) =>
        csvLine([name, number, email, ...extras.map((extra) => own.get(extra.toLowerCase()) ?? "")]),
      )
      .join("");
}
