import { fileLanguage } from "#accounts/settings/index.ts";
import { textColumns } from "#people/fields/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./exports.sql.ts";

/** Headings of the file. The contact import recognizes all of them; it ignores the column of identities. */
const HEADINGS = {
  pt: ["Nome", "Número", "E-mail", "Identidades"],
  en: ["Name", "Number", "Email", "Identities"],
  es: ["Nombre", "Número", "Correo", "Identidades"],
} as const;

/**
 * `GET /contacts/export`: admins; name, number, e-mail, identities (`kind:value`), custom fields and extra information of all people, in the
 * columns the import reads. `ids` null = everyone. Streamed, so memory does not grow with the address book.
 */
export function exportContacts(
  { tenant }: UserCtx,
  ids: readonly number[] | null,
  language?: PageLanguage,
): Response {
  return download(
    { fileName: "contatos.csv", mimeType: "text/csv; charset=utf-8" },
    tenant,
    lines(tenant, ids, fileLanguage(tenant, language)),
    tenant.keepOpen(),
  );
}

function* lines(tenant: Tenant, ids: readonly number[] | null, language: PageLanguage): Generator<string> {
  const { db } = tenant;
  const { fields, read } = textColumns(tenant, "contact", language);
  const labels = fields.map(({ label }) => label);
  const extras = queryAll(db, sql.extraNames).map(({ name }) => name);
  yield CSV_START + csvLine([...HEADINGS[language], ...labels, ...extras]);
  for (const piece of contactsByName(db, ids)) {
    const values = read(piece.map(({ id }) => id));
    yield piece
      .map(({ id, name, number, email, identities, extras: own }) =>
        csvLine([
          name,
          number,
          email,
          identities,
          ...values(id),
          ...extras.map((extra) => own.get(extra.toLowerCase()) ?? ""),
        ]),
      )
      .join("");
  }
}

export interface ListedContact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  /** The current identities, as `kind:value`, separated by spaces. */
  readonly identities: string;
  /** Extra information; the key is its name in lower case. */
  readonly extras: ReadonlyMap<string, string>;
}

/** People by name, in blocks of `ROWS_AT_A_TIME`; `ids` null = all people (without groups). */
function* contactsByName(db: Db, ids: readonly number[] | null): Generator<readonly ListedContact[]> {
  let last: { readonly name: string; readonly id: number } | undefined = { name: "", id: 0 };
  while (last) {
    const rows: Omit<ListedContact, "extras">[] =
      ids === null
        ? queryAll(db, sql.peopleByName, last)
        : queryAll(db, sql.chosenByName, { ...last, ids: JSON.stringify(ids) });
    const extras = new Map<number, Map<string, string>>();
    const found = queryAll(db, sql.extrasOf, { ids: JSON.stringify(rows.map(({ id }) => id)) });
    for (const { contactId, name, value } of found) {
      const own = extras.get(contactId) ?? new Map<string, string>();
      own.set(name.toLowerCase(), value);
      extras.set(contactId, own);
    }
    yield rows.map((row) => ({ ...row, extras: extras.get(row.id) ?? new Map() }));
    last = rows.length === sql.ROWS_AT_A_TIME ? rows.at(-1) : undefined;
  }
}
