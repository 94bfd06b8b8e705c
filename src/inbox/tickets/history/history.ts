import { visibleTicket } from "#inbox/tickets/access.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TicketEventAnswer, TicketEventKind } from "./contract.ts";
import * as sql from "./history.sql.ts";

export interface EventRow {
  readonly id: number;
  readonly at: number;
  readonly kind: TicketEventKind;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly from_state: string;
  readonly to_state: string;
}

/** `GET /tickets/{id}/events`: the ticket's recorded changes, oldest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function ticketHistory(ctx: UserCtx, ticketId: number): { events: TicketEventAnswer[] } {
  visibleTicket(ctx, ticketId);
  return { events: queryAll(ctx.tenant.db, sql.eventsOfTicket, { ticketId }).map(present) };
}

const present = (row: EventRow): TicketEventAnswer => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  kind: row.kind,
  actor: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
  from: JSON.parse(row.from_state),
  to: JSON.parse(row.to_state),
});
