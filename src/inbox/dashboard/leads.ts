import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./figures.sql.ts";
import type { Filter } from "./filter.ts";
import type { Span } from "./period.ts";

/** Contacts created in the span that wrote to the company; with a filter, in a matching ticket. */
export function leadsIn(db: Db, { fromMs: from, toMs: to }: Span, filter: Filter): number {
  const isFiltered = Object.values(filter).some((ids) => ids !== null);
  const row = isFiltered
    ? queryOne(db, sql.countLeadsWith, { from, to, ...filter })
    : queryOne(db, sql.countLeads, { from, to });
  return row?.leads ?? 0;
}
