import { TicketsTagged } from "#inbox/tickets/events.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import type { TagContactsAnswer, TagContactsBody } from "#people/tags/contract.ts";
import { queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { TenantUnit, UserActor, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./notes-and-tags.sql.ts";
import { insertTag, requireTag } from "./tags.ts";

/** Number of contacts per transaction, which bounds the tickets per broadcast; other requests run in between. */
const SLICE = 50;

/**
 * `POST /tags/contacts`: adds a tag to the newest ticket of each named contact, if the caller may see that ticket.
 * `skipped`: contacts without a ticket, or whose newest ticket the caller may not see. After a crash only some contacts
 * are tagged, and the call can be repeated. Throws 404 ERR_NOT_FOUND for the tag.
 */
export async function tagContacts(
  { tenant, actor }: UserCtx,
  { contactIds, tagId }: TagContactsBody,
): Promise<TagContactsAnswer> {
  const unique = [...new Set(contactIds)];
  let tagged = 0;
  for (let start = 0; start < unique.length; start += SLICE) {
    if (start > 0) await yieldToEventLoop(tenant);
    tagged += tenant.write((unit) => tagSlice(unit, actor, unique.slice(start, start + SLICE), tagId));
  }
  return { tagged, skipped: unique.length - tagged };
}

/** Returns the number of tickets that have the tag now. */
function tagSlice(unit: TenantUnit, actor: UserActor, contactIds: readonly number[], tagId: number): number {
  requireTag(unit, tagId);
  let tagged = 0;
  const changed: Ticket[] = [];
  for (const contactId of contactIds) {
    const newest = queryOne(unit.db, sql.newestTicketOf, { contactId });
    const ticket = newest && ticketById(unit.db, newest.id);
    if (!ticket || !canSee(actor, ticket)) continue;
    tagged += 1;
    if (insertTag(unit, ticket, tagId) > 0) changed.push(ticket);
  }
  if (changed.length > 0) unit.emit(TicketsTagged, { tickets: changed });
  return tagged;
}
