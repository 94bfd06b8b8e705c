import { visibleTicket } from "#inbox/tickets/access.ts";
import type { TicketElsewhere } from "#inbox/tickets/contract.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { visibleContact } from "#people/contacts/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { ContactTicketAnswer, ContactTicketPage } from "./contract.ts";
import * as sql from "./of-contact.sql.ts";

/** Rows per page: docs/rules/general.md#paging. */
const PAGE = 20;
/**
 * `GET /contacts/{id}/tickets`: the tickets of one contact that the caller may see, newest first, 20 per page; `before`
 * is the last id of the previous page. Throws 404 ERR_NO_CONTACT_FOUND.
 */
export function ticketsOfContact(ctx: UserCtx, contactId: number, before: number | null): ContactTicketPage {
  visibleContact(ctx.tenant, contactId);
  const found: sql.ContactTicketRow[] = [];
  let last = before ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = queryAll(ctx.tenant.db, sql.olderOfContact, { contactId, before: last });
    found.push(...rows.filter((row) => canSee(ctx.actor, row)));
    last = rows.at(-1)?.id ?? 0;
    if (rows.length < sql.CONTACT_BATCH || found.length > PAGE) break;
  }
  return { tickets: found.slice(0, PAGE).map(present), hasMore: found.length > PAGE };
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const present = (row: sql.ContactTicketRow): ContactTicketAnswer => ({
  id: row.id,
  uuid: row.uuid,
  protocol: row.protocol,
  status: row.status,
  queue:
    row.queueId === null ? null : { id: row.queueId, name: row.queueName ?? "", color: row.queueColor ?? "" },
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? "" },
  whatsapp: row.connectionName ?? "",
  rating: row.rating,
  ratingScale: row.ratingScale,
  firstMessageId: row.firstMessageId,
  createdAt: new Date(row.createdAt).toISOString(),
  closedAt: instant(row.closedAt),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

/**
 * `GET /tickets/{id}/elsewhere`: running tickets of the same contact on other connections. A ticket that the caller may
 * not see is reported without details. Rule: docs/rules/conversations.md#elsewhere. Throws 404 ERR_NO_TICKET_FOUND.
 */
export function ticketsElsewhere(ctx: UserCtx, ticketId: number): TicketElsewhere[] {
  const { contactId, connectionId } = visibleTicket(ctx, ticketId);
  return queryAll(ctx.tenant.db, sql.runningElsewhere, { contactId, connectionId }).map((row) => ({
    seen: canSee(ctx.actor, row) ? presentElsewhere(row) : null,
  }));
}

const presentElsewhere = (row: sql.ElsewhereRow): NonNullable<TicketElsewhere["seen"]> => ({
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? "" },
  whatsapp: { id: row.connectionId, name: row.connectionName },
  channel: row.channel,
});
