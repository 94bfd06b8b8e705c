import { visibleTicket } from "#inbox/tickets/access.ts";
import type { TicketElsewhere } from "#inbox/tickets/contract.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./lists.sql.ts";

/**
 * `GET /tickets/{id}/elsewhere`: running tickets of the same contact on other connections. Of tickets the caller may
 * not see only their existence is answered. Rule: docs/rules/conversations.md#elsewhere. Throws 404
 * ERR_NO_TICKET_FOUND.
 */
export function ticketsElsewhere(ctx: UserCtx, ticketId: number): TicketElsewhere[] {
  const { contactId, connectionId } = visibleTicket(ctx, ticketId);
  return queryAll(ctx.tenant.db, sql.runningElsewhere, { contactId, connectionId }).map((row) => ({
    seen: canSee(ctx.actor, row) ? present(row) : null,
  }));
}

const present = (row: sql.ElsewhereRow): NonNullable<TicketElsewhere["seen"]> => ({
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? "" },
  whatsapp: { id: row.connectionId, name: row.connectionName },
  channel: row.channel,
});
