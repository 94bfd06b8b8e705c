import type { TicketLoads } from "#inbox/tickets/contract.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const OPEN = `SELECT user_id AS userId, count(*) AS tickets FROM ticket
  WHERE status = 'open' AND user_id IS NOT NULL GROUP BY user_id`;

/** `GET /tickets/loads`: how many open tickets each colleague has, for the transfer dialog. Counts only. */
export function ticketLoads({ tenant }: UserCtx): TicketLoads {
  const rows = all<{ userId: number; tickets: number }>(tenant.db, OPEN);
  return { loads: Object.fromEntries(rows.map(({ userId, tickets }) => [userId, tickets])) };
}
