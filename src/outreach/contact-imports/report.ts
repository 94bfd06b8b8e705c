import { fileLanguage } from "#accounts/settings/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { RowProblem } from "./contract.ts";
import { problemsOf, visibleImport } from "./queries.ts";

/** Rows read at a time. */
const PIECE = 500;
interface Words {
  readonly row: string;
  readonly reason: string;
  readonly reasons: Readonly<Record<RowProblem, string>>;
}
const WORDS: Readonly<Record<PageLanguage, Words>> = {
  pt: {
    row: "Linha",
    reason: "Motivo",
    reasons: {
      number_missing: "Número vazio",
      number_invalid: "Número inválido",
      name_too_short: "Nome muito curto",
      name_too_long: "Nome com mais de 50 caracteres",
      email_invalid: "E-mail inválido",
    },
  },
  en: {
    row: "Row",
    reason: "Reason",
    reasons: {
      number_missing: "Number is empty",
      number_invalid: "Number is not valid",
      name_too_short: "Name is too short",
      name_too_long: "Name is longer than 50 characters",
      email_invalid: "E-mail is not valid",
    },
  },
  es: {
    row: "Fila",
    reason: "Motivo",
    reasons: {
      number_missing: "Número vacío",
      number_invalid: "Número no válido",
      name_too_short: "Nombre demasiado corto",
      name_too_long: "Nombre con más de 50 caracteres",
      email_invalid: "Correo no válido",
    },
  },
};

/**
 * `GET /contacts/import/{id}/report`: the rows that were left out, as they stood in the file, with the reason. Streamed.
 * Throws 404 ERR_NOT_FOUND.
 */
export function importReport(ctx: UserCtx, importId: number, language?: PageLanguage): Response {
  const { tenant } = ctx;
  const { columns } = visibleImport(ctx, importId);
  return download(
    { fileName: `importacao-${importId}-erros.csv`, mimeType: "text/csv; charset=utf-8" },
    tenant,
    lines(tenant, importId, columns, WORDS[fileLanguage(tenant, language)]),
    tenant.keepOpen(),
  );
}

function* lines(
  { db }: Tenant,
  importId: number,
  columns: readonly string[],
  words: Words,
): Generator<string> {
  yield CSV_START + csvLine([words.row, words.reason, ...columns]);
  for (let last = 0; ; ) {
    const rows = problemsOf(db, importId, last, PIECE);
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ row, reason, cells }) => csvLine([row, words.reasons[reason], ...cells])).join("");
    last = end.row;
  }
}
