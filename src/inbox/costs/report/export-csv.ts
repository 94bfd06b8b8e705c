import { fileLanguage } from "#accounts/settings/index.ts";
import type { CostFileQuery } from "#inbox/costs/contract.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./report.sql.ts";
import { checkPeriod, moneyOf } from "./report.ts";

/** Headings and the words of the page; `otherCategory` is for a category that is not known yet. */
const TEXTS: Readonly<Record<PageLanguage, FileTexts>> = { pt, en, es };
type FileTexts = Omit<typeof pt, "categories" | "origins"> & {
  readonly categories: Readonly<Record<string, string>>;
  readonly origins: Readonly<Record<string, string>>;
};
/** Rows read by one statement. */
const PIECE = 500;

/** The ledger of a period as CSV, one row per message; without amounts while no price is confirmed. For admins.*/
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
  const texts = TEXTS[language];
  yield CSV_START + csvLine(texts.headings);
  const { hasMoney } = moneyOf(tenant);
  for (let after = 0; ; ) {
    const rows = queryAll(tenant.db, sql.fileRows, { ...period, after, limit: PIECE });
    const last = rows.at(-1);
    if (!last) return;
    after = last.messageId;
    yield rows.map((row) => lineOf(row, hasMoney, texts)).join("");
  }
}

function lineOf(row: sql.FileRow, hasMoney: boolean, texts: FileTexts): string {
  const isPriced = hasMoney && row.currency !== null;
  return csvLine([
    ...[
      row.messageId,
      row.day,
      new Date(row.at).toISOString(),
      row.connection,
      row.market,
      texts.categories[row.category] ?? texts.otherCategory.replace("{{name}}", row.category),
      row.type,
    ],
    ...[
      row.template,
      texts.origins[row.origin] ?? texts.origins["other"] ?? "",
      row.user,
      texts.states[row.state],
    ],
    ...[isPriced ? row.currency : "", isPriced ? (row.micros / 1_000_000).toFixed(6) : ""],
  ]);
}
