import type { TicketLoads } from "#inbox/tickets/contract.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./lists.sql.ts";

/** `GET /tickets/loads`: how many open tickets each colleague has, for the transfer dialog. Counts only. */
export function ticketLoads({ tenant }: UserCtx): TicketLoads {
  const rows = queryAll(tenant.db, sql.openByUser);
  return { loads: Object.fromEntries(rows.map(({ userId, tickets }) => [userId, tickets])) };
}
