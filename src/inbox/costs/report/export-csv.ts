import { fileLanguage } from "#accounts/settings/index.ts";
import type { CostFileQuery } from "#inbox/costs/contract.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./report.sql.ts";
import { checkPeriod, moneyOf } from "./report.ts";

const HEADINGS: Readonly<Record<PageLanguage, readonly string[]>> = {
  pt: [
    "Mensagem",
    "Dia",
    "Quando (UTC)",
    "Conexão",
    "Mercado",
    "Categoria",
    "Tipo",
    "Modelo",
    "Origem",
    "Usuário",
    "Situação",
    "Moeda",
    "Valor",
  ],
  en: [
    "Message",
    "Day",
    "When (UTC)",
    "Connection",
    "Market",
    "Category",
    "Type",
    "Template",
    "Origin",
    "User",
    "Status",
    "Currency",
    "Amount",
  ],
  es: [
    "Mensaje",
    "Día",
    "Cuándo (UTC)",
    "Conexión",
    "Mercado",
    "Categoría",
    "Tipo",
    "Plantilla",
    "Origen",
    "Usuario",
    "Estado",
    "Moneda",
    "Monto",
  ],
};
/** Rows read by one statement. */
const PIECE = 500;

/** The ledger of a period as CSV, one row per message; without amounts while no price is confirmed. For admins. */
export function exportCosts({ tenant }: UserCtx, { language, from, to }: CostFileQuery): Response {
  checkPeriod({ from, to });
  return download(
    { fileName: `custos-${from}-${to}.csv`, mimeType: "text/csv; charset=utf-8" },
    tenant,
    pieces(tenant, { from, to }, fileLanguage(tenant, language)),
    tenant.keepOpen(),
  );
}

function* pieces(
  tenant: Tenant,
  period: { from: string; to: string },
  language: PageLanguage,
): Generator<string> {
  yield CSV_START + csvLine(HEADINGS[language]);
  const { hasMoney } = moneyOf(tenant);
  for (let after = 0; ; ) {
    const rows = queryAll(tenant.db, sql.fileRows, { ...period, after, limit: PIECE });
    const last = rows.at(-1);
    if (!last) return;
    after = last.messageId;
    yield rows.map((row) => lineOf(row, hasMoney)).join("");
  }
}

function lineOf(row: sql.FileRow, hasMoney: boolean): string {
  const isPriced = hasMoney && row.currency !== null;
  return csvLine([
    ...[
      row.messageId,
      row.day,
      new Date(row.at).toISOString(),
      row.connection,
      row.market,
      row.category,
      row.type,
    ],
    ...[row.template, row.origin, row.user, row.state],
    ...[isPriced ? row.currency : "", isPriced ? (row.micros / 1_000_000).toFixed(6) : ""],
  ]);
}
