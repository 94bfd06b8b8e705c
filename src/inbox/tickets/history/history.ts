import { visibleTicket } from "#inbox/tickets/access.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TicketEventAnswer, TicketEventKind } from "./contract.ts";

interface EventRow {
  readonly id: number;
  readonly at: number;
  readonly kind: TicketEventKind;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly from_state: string;
  readonly to_state: string;
}

/** docs/rules/general.md#paging: a list without pages has at most 2,000 rows. */
const TRAIL = `SELECT e.id, e.at, e.kind, e.user_id, u.name AS user_name, e.from_state, e.to_state
  FROM ticket_event e LEFT JOIN user u ON u.id = e.user_id WHERE e.ticket_id = ? ORDER BY e.id LIMIT 2000`;

/** `GET /tickets/{id}/events`: why this ticket is here, oldest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function ticketHistory(ctx: UserCtx, ticketId: number): { events: TicketEventAnswer[] } {
  visibleTicket(ctx, ticketId);
  return { events: all<EventRow>(ctx.tenant.db, TRAIL, ticketId).map(present) };
}

const present = (row: EventRow): TicketEventAnswer => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  kind: row.kind,
  actor: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
  from: JSON.parse(row.from_state),
  to: JSON.parse(row.to_state),
});
