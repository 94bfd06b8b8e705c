import { fileLanguage, timeZoneOf } from "#accounts/settings/index.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import {
  countRecipients,
  listRecipients,
  presentRecipient,
  type RecipientFilter,
} from "#outreach/campaigns/recipients/list.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { wallClock } from "#platform/dates.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { dateForms } from "#platform/i18n/date-forms.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { RecipientAnswer, RecipientQuery } from "./contract.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./report.sql.ts";
import { reportOf } from "./report.ts";

/** Position after the last row of a page, and the number of rows of the list at that time. */
interface End {
  readonly position: number;
  readonly count: number;
}

/**
 * `GET /campaigns/{id}/recipients`, admins: 20 per page, in sending order. A page continues after the last row of the
 * caller's previous page while the list has the same length; otherwise it starts at its offset in rows. Throws 404
 * ERR_NOT_FOUND.
 */
export function recipientPage({ tenant, actor }: UserCtx, id: number, query: RecipientQuery) {
  const { db } = tenant;
  requireCampaign(db, id);
  const { pageNumber } = query;
  const wanted = { campaignId: id, state: query.state || null, search: searchedFor(query.searchParam) };
  const count = wanted.search === "" ? tallied(db, wanted) : countRecipients(db, wanted);
  const before = (pageNumber - 1) * PAGE_SIZE;
  if (before >= count) return { records: [] as RecipientAnswer[], count, hasMore: false };
  const memory = tenant.cached("campaign-recipient-pages", () => createPageMemory<End>(tenant.clock));
  const name = `${actor.id} ${id} ${wanted.state ?? ""} ${wanted.search}`;
  const end = memory.endOf(name, pageNumber - 1);
  const from = end?.count === count ? { after: end.position } : { offset: before };
  const rows = listRecipients(db, wanted, PAGE_SIZE, from);
  const last = rows.at(-1);
  if (last) memory.remember(name, pageNumber, { position: last.position, count });
  return {
    records: rows.map(presentRecipient),
    count,
    hasMore: rows.length > 0 && before + rows.length < count,
  };
}

/** The count of a list from the counters that triggers update, without reading recipients. */
function tallied(db: Parameters<typeof reportOf>[0], { campaignId, state }: RecipientFilter): number {
  const { total, states } = reportOf(db, campaignId);
  return state === null ? total : (states[state] ?? 0);
}

/** The digits of a search text, so that a number with blanks, brackets or a plus is found; otherwise the text. */
function searchedFor(typed: string): string {
  const digits = typed.replace(/[\s().+-]/g, "");
  return /^\d{3,20}$/.test(digits) ? digits : fold(typed);
}

/** Headings, states and reasons; `otherReason` is for a reason without its own text. */
const TEXTS: Readonly<Record<PageLanguage, FileTexts>> = { pt, en, es };
type FileTexts = Omit<typeof pt, "reasons"> & { readonly reasons: Readonly<Record<string, string>> };

/**
 * `GET /campaigns/{id}/recipients.csv`, admins: all recipients by position, times in the company's time zone
 * and dates as the language writes them. Streamed,
 * so that 100,000 rows take no memory. Throws 404 ERR_NOT_FOUND.
 */
export function recipientsCsv({ tenant }: UserCtx, id: number, language?: PageLanguage): Response {
  requireCampaign(tenant.db, id);
  const file = { fileName: `campanha-${id}.csv`, mimeType: "text/csv; charset=utf-8" };
  return download(file, tenant, lines(tenant, id, fileLanguage(tenant, language)), tenant.keepOpen());
}

function* lines(tenant: Tenant, id: number, language: PageLanguage): Generator<string> {
  const texts = TEXTS[language];
  yield CSV_START + csvLine(texts.headings);
  const zone = timeZoneOf(tenant);
  const form = `${dateForms(language).date} HH:mm:ss`;
  const moment = (at: number) => wallClock(at, zone).format(form);
  for (let after = -1; ; ) {
    const rows = queryAll(tenant.db, sql.csvRows, { campaignId: id, after });
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    yield rows.map((row) => csvLine(cells(row, moment, texts))).join("");
  }
}

const cells = (
  row: sql.CsvRow,
  moment: (at: number) => string,
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
  ].map((at) => (at === null ? null : moment(at))),
];
