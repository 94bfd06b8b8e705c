import { fileLanguage, timeZoneOf } from "#accounts/settings/index.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { wallClock } from "#platform/dates.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./report.sql.ts";

/** Headings, states and reasons; `otherReason` is for a reason without a text of its own. */
const TEXTS: Readonly<Record<PageLanguage, FileTexts>> = { pt, en, es };
type FileTexts = Omit<typeof pt, "reasons"> & { readonly reasons: Readonly<Record<string, string>> };

/**
 * `GET /campaigns/{id}/recipients.csv`, admins: all recipients by position, times in the company's time zone. Streamed,
 * so that 100,000 rows take no memory. Throws 404 ERR_NOT_FOUND.
 */
export function recipientsCsv({ tenant }: UserCtx, id: number, language?: PageLanguage): Response {
  requireCampaign(tenant.db, id);
  const file = { fileName: `campanha-${id}.csv`, mimeType: "text/csv; charset=utf-8" };
  return download(file, tenant, lines(tenant, id, TEXTS[fileLanguage(tenant, language)]), tenant.keepOpen());
}

function* lines(tenant: Tenant, id: number, texts: FileTexts): Generator<string> {
  yield CSV_START + csvLine(texts.headings);
  const zone = timeZoneOf(tenant);
  for (let after = -1; ; ) {
    const rows = queryAll(tenant.db, sql.csvRows, { campaignId: id, after });
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    yield rows.map((row) => csvLine(cells(row, zone, texts))).join("");
  }
}

const cells = (
  row: sql.CsvRow,
  zone: string,
  { states, reasons, otherReason }: FileTexts,
): readonly (string | number | null)[] => [
  row.name,
  row.number,
  row.email,
  row.variant,
  states[row.state],
  row.reason === null ? null : (reasons[row.reason] ?? otherReason),
  ...[
    row.confirmationRequestedAt,
    row.confirmedAt,
    row.deliveredAt,
    row.receivedAt,
    row.readAt,
    row.repliedAt,
  ].map((at) => (at === null ? null : moment(at, zone))),
];

const moment = (at: number, zone: string): string => wallClock(at, zone).format("DD/MM/YYYY HH:mm:ss");
