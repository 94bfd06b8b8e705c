import { fileLanguage } from "#accounts/settings/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import { problemsOf, visibleImport } from "./queries.ts";

/** Rows per read. */
const PIECE = 500;
const TEXTS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };

/**
 * `GET /contacts/import/{id}/report`: the skipped rows with their original cells and the reason. Streamed. Throws 404
 * ERR_NOT_FOUND.
 */
export function importReport(ctx: UserCtx, importId: number, language?: PageLanguage): Response {
  const { tenant } = ctx;
  const { columns } = visibleImport(ctx, importId);
  return download(
    { fileName: `importacao-${importId}-erros.csv`, mimeType: "text/csv; charset=utf-8" },
    tenant,
    lines(tenant, importId, columns, TEXTS[fileLanguage(tenant, language)]),
    tenant.keepOpen(),
  );
}

function* lines(
  { db }: Tenant,
  importId: number,
  columns: readonly string[],
  texts: typeof pt,
): Generator<string> {
  yield CSV_START + csvLine([texts.row, texts.reason, ...columns]);
  for (let last = 0; ; ) {
    const rows = problemsOf(db, importId, last, PIECE);
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ row, reason, cells }) => csvLine([row, texts.reasons[reason], ...cells])).join("");
    last = end.row;
  }
}
