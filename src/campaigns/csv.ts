import { CSV_START, csvLine } from "#platform/csv.ts";
import { all } from "#platform/db/database.ts";
import { download } from "#platform/http/download.ts";
import { wallClock } from "#platform/zone.ts";
import { timeZoneOf } from "#settings/index.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { requireCampaign } from "./queries.ts";
import type { Shipping } from "./schema.ts";

const HEADINGS = [
  "Nome",
  "Número",
  "E-mail",
  "Variante",
  "Situação",
  "Motivo",
  "Confirmação pedida",
  "Confirmado",
  "Enviado",
  "Recebido",
  "Lido",
  "Respondido",
];
type Row = Omit<Shipping, "id" | "campaignId" | "contactKey" | "contactId" | "messageId" | "dispatchedAt">;
const PIECE = `SELECT position, name, number, email, variant, state, reason, confirmation,
    confirmation_requested_at AS confirmationRequestedAt, confirmed_at AS confirmedAt, delivered_at AS deliveredAt,
    received_at AS receivedAt, read_at AS readAt, replied_at AS repliedAt
  FROM shipping INDEXED BY shipping_position WHERE campaign_id = ? AND position > ? ORDER BY position LIMIT 500`;

/**
 * `GET /campaigns/{id}/recipients.csv`, admins: everybody in their order, times on the company's wall clock. Streamed:
 * 100,000 rows take no memory. Throws 404 ERR_NOT_FOUND.
 */
export function recipientsCsv({ tenant }: UserCtx, id: number): Response {
  requireCampaign(tenant.db, id);
  const file = { fileName: `campanha-${id}.csv`, mimeType: "text/csv; charset=utf-8" };
  return download(file, lines(tenant, id), tenant.hold());
}

function* lines(tenant: Tenant, id: number): Generator<string> {
  yield CSV_START + csvLine(HEADINGS);
  const zone = timeZoneOf(tenant);
  for (let after = -1; ; ) {
    const rows = all<Row>(tenant.db, PIECE, id, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    yield rows.map((row) => csvLine(cells(row, zone))).join("");
  }
}

const cells = (row: Row, zone: string): readonly (string | number | null)[] => [
  row.name,
  row.number,
  row.email,
  row.variant,
  row.state,
  row.reason,
  ...[
    row.confirmationRequestedAt,
    row.confirmedAt,
    row.deliveredAt,
    row.receivedAt,
    row.readAt,
    row.repliedAt,
  ].map((at) => (at === null ? null : moment(at, zone))),
];

const two = (value: number): string => String(value).padStart(2, "0");
function moment(at: number, zone: string): string {
  const { day, month, year, hour, minute, second } = wallClock(at, zone);
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}:${two(second)}`;
}
