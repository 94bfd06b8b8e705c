import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import * as sql from "./figures.sql.ts";
import type { Filter } from "./filter.ts";

/** Tickets pending and open now, without groups and tickets that were imported or started on the phone. */
export function runningTickets(db: Db, filter: Filter): { supportPending: number; supportHappening: number } {
  const found = queryAll(db, sql.runningByStatus, { ...filter });
  const of = (status: string) => found.find((row) => row.status === status)?.tickets ?? 0;
  return { supportPending: of("pending"), supportHappening: of("open") };
}
