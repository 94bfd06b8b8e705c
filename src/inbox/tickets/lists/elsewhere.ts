import { visibleTicket } from "#inbox/tickets/access.ts";
import type { TicketElsewhere } from "#inbox/tickets/contract.ts";
import { canSee, type TicketScope } from "#inbox/tickets/policy.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

// One probe of the index of running tickets per connection: a contact with many closed tickets costs no more.
const RUNNING = `SELECT t.id, t.uuid, t.status, t.user_id AS userId, t.user_distributed AS userDistributed,
    t.queue_id AS queueId, u.name AS userName, w.id AS connectionId, w.name AS connectionName, w.channel
  FROM connection w CROSS JOIN ticket t INDEXED BY ticket_one_open
    ON t.connection_id = w.id AND t.contact_id = ?1 AND t.status <> 'closed'
  LEFT JOIN user u ON u.id = t.user_id
  WHERE w.id <> ?2 ORDER BY t.id`;

interface Row extends TicketScope {
  readonly id: number;
  readonly uuid: string;
  readonly status: "open" | "pending";
  readonly userName: string | null;
  readonly connectionId: number;
  readonly connectionName: string;
  readonly channel: NonNullable<TicketElsewhere["seen"]>["channel"];
}

/**
 * `GET /tickets/{id}/elsewhere`: running tickets of the same contact on other connections. Of tickets the caller may
 * not see only their existence is answered. Rule: docs/rules/conversations.md#elsewhere. Throws 404
 * ERR_NO_TICKET_FOUND.
 */
export function ticketsElsewhere(ctx: UserCtx, ticketId: number): TicketElsewhere[] {
  const { contactId, connectionId } = visibleTicket(ctx, ticketId);
  return all<Row>(ctx.tenant.db, RUNNING, contactId, connectionId).map((row) => ({
    seen: canSee(ctx.actor, row) ? present(row) : null,
  }));
}

const present = (row: Row): NonNullable<TicketElsewhere["seen"]> => ({
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? "" },
  whatsapp: { id: row.connectionId, name: row.connectionName },
  channel: row.channel,
});
