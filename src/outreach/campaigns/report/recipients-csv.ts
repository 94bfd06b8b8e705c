import { fileLanguage, timeZoneOf } from "#accounts/settings/index.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import type { CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { wallClock } from "#platform/dates.ts";
import { all } from "#platform/db/database.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

/** Headings, states and reasons; `otherReason` is for a reason without a text of its own. */
const TEXTS: Readonly<Record<PageLanguage, FileTexts>> = { pt, en, es };
type FileTexts = Omit<typeof pt, "reasons"> & { readonly reasons: Readonly<Record<string, string>> };

type Row = Omit<
  CampaignRecipient,
  "id" | "campaignId" | "contactKey" | "contactId" | "search" | "messageId" | "dispatchedAt"
>;
const PIECE = `SELECT position, name, number, email, variant, state, reason, confirmation,
    confirmation_requested_at AS confirmationRequestedAt, confirmed_at AS confirmedAt, delivered_at AS deliveredAt,
    received_at AS receivedAt, read_at AS readAt, replied_at AS repliedAt
  FROM campaign_recipient INDEXED BY campaign_recipient_position WHERE campaign_id = ? AND position > ? ORDER BY position LIMIT 500`;

/**
 * `GET /campaigns/{id}/recipients.csv`, admins: everybody in their order, times on the company's wall clock. Streamed:
 * 100,000 rows take no memory. Throws 404 ERR_NOT_FOUND.
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
    const rows = all<Row>(tenant.db, PIECE, id, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    yield rows.map((row) => csvLine(cells(row, zone, texts))).join("");
  }
}

const cells = (
  row: Row,
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
