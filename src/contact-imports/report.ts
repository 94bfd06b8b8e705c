import { CSV_START, csvLine } from "#platform/csv.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { RowProblem } from "./contract.ts";
import { problemsOf, visibleImport } from "./queries.ts";

/** Rows read at a time. */
const PIECE = 500;
/** The file is opened beside the one that was sent: in the language of the product's source. */
const WORDS: Readonly<Record<RowProblem, string>> = {
  number_missing: "Número vazio",
  number_invalid: "Número inválido",
  name_too_short: "Nome muito curto",
  name_too_long: "Nome com mais de 50 caracteres",
  email_invalid: "E-mail inválido",
};

/**
 * `GET /contacts/import/{id}/report`: the rows that were left out, as they stood in the file, with the reason. Streamed.
 * Throws 404 ERR_NOT_FOUND.
 */
export function importReport(ctx: UserCtx, importId: number): Response {
  const { tenant } = ctx;
  const { columns } = visibleImport(ctx, importId);
  return download(
    { fileName: `importacao-${importId}-erros.csv`, mimeType: "text/csv; charset=utf-8" },
    lines(tenant, importId, columns),
    tenant.hold(),
  );
}

function* lines({ db }: Tenant, importId: number, columns: readonly string[]): Generator<string> {
  yield CSV_START + csvLine(["Linha", "Motivo", ...columns]);
  for (let last = 0; ; ) {
    const rows = problemsOf(db, importId, last, PIECE);
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ row, reason, cells }) => csvLine([row, WORDS[reason], ...cells])).join("");
    last = end.row;
  }
}
