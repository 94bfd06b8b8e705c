import type { RatingFileRow } from "#inbox/reports/satisfaction/rows.sql.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type CellValue, textsIn, timeWriter } from "./texts.ts";

/** Headings of the report of ratings, and the cells of one of its rows. */
export function ratingWriter(
  tenant: Tenant,
  language: PageLanguage,
): { readonly headings: readonly string[]; readonly cells: (row: RatingFileRow) => CellValue[] } {
  const { byRating, column } = textsIn(language);
  const time = timeWriter(tenant, language);
  return {
    headings: [
      ...[byRating.at, column.contact, column.number, column.protocol, column.queue, column.connection],
      ...[byRating.attendant, byRating.scale, column.rating, column.comment],
    ],
    cells: (row) => [
      ...[time(new Date(row.createdAt).toISOString()), row.contactName, row.number, row.protocol, row.queue],
      ...[row.connection, row.userName, byRating.scales[row.scale], row.rate, row.comment],
    ],
  };
}
