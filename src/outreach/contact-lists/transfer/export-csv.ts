import { fileLanguage } from "#accounts/settings/index.ts";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

/** The headings are the columns that the import reads. */
const TEXTS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };

/** `GET /contact-lists/{id}/export`: admins; all items of a list. Streamed. Throws 404 ERR_NOT_FOUND. */
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
  for (let last: Pick<sql.ExportedItem, "id" | "name"> | undefined = { name: "", id: 0 }; last; ) {
    const rows: sql.ExportedItem[] = queryAll(db, sql.exportedItems, {
      contactListId,
      name: last.name,
      id: last.id,
    });
    yield rows
      .map(({ name, number, email, valid }) => csvLine([name, number, email, validText(valid, texts)]))
      .join("");
    last = rows.length === sql.EXPORT_STEP ? rows.at(-1) : undefined;
  }
}

const validText = (valid: number | null, { yes, no }: typeof pt): string =>
  valid === null ? "" : valid === 1 ? yes : no;
