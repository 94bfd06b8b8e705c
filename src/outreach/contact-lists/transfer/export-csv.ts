import { fileLanguage } from "#accounts/settings/index.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { all } from "#platform/db/database.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

/** Rows read at a time: a piece of a file, never the whole list. */
const PIECE = 500;
// The first half is what the index is searched by; a row value would be compared row by row.
const ROWS = `SELECT id, name, number, email, is_whatsapp_valid AS valid FROM contact_list_item
  WHERE contact_list_id = ?1 AND name COLLATE NOCASE >= ?2 AND (name COLLATE NOCASE > ?2 OR id > ?3)
  ORDER BY name COLLATE NOCASE, id LIMIT ${PIECE}`;
/** The headings are the columns that the import reads. */
const TEXTS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };

interface Row {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly valid: number | null;
}

/** `GET /contact-lists/{id}/export`: admins; everybody of a list. Streamed. Throws 404 ERR_NOT_FOUND. */
export function exportList({ tenant }: UserCtx, contactListId: number, language?: PageLanguage): Response {
  requireList(tenant.db, contactListId);
  return download(
    { fileName: `lista-${contactListId}.csv`, mimeType: "text/csv; charset=utf-8" },
    tenant,
    lines(tenant, contactListId, TEXTS[fileLanguage(tenant, language)]),
    tenant.keepOpen(),
  );
}

function* lines({ db }: Tenant, contactListId: number, texts: typeof pt): Generator<string> {
  yield CSV_START + csvLine(texts.headings);
  for (let last: Pick<Row, "id" | "name"> | undefined = { name: "", id: 0 }; last; ) {
    const rows: Row[] = all(db, ROWS, contactListId, last.name, last.id);
    yield rows
      .map(({ name, number, email, valid }) => csvLine([name, number, email, validText(valid, texts)]))
      .join("");
    last = rows.length === PIECE ? rows.at(-1) : undefined;
  }
}

const validText = (valid: number | null, { yes, no }: typeof pt): string =>
  valid === null ? "" : valid === 1 ? yes : no;
