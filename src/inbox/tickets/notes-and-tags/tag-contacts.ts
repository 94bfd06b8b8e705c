import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import type { TagContactsAnswer, TagContactsBody } from "#people/tags/contract.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./notes-and-tags.sql.ts";

/**
 * `POST /tags/contacts`: puts a tag on the newest ticket of each contact named, as far as the caller may see that ticket.
 * `skipped`: contacts without a ticket, or whose newest one the caller may not see. Throws 404 ERR_NOT_FOUND for the tag.
 */
export function tagContacts(
  { tenant, actor }: UserCtx,
  { contactIds, tagId }: TagContactsBody,
): TagContactsAnswer {
  return tenant.write((unit) => {
    if (!queryOne(unit.db, sql.inline1006, { id: tagId })) throw notFound();
    let tagged = 0;
    const unique = new Set(contactIds);
    for (const contactId of unique) {
      const newest = queryOne(unit.db, sql.newestTicketOf, { contactId });
      const ticket = newest && ticketById(unit.db, newest.id);
      if (!ticket || !canSee(actor, ticket)) continue;
      tagged += 1;
      if (execute(unit.db, sql.addTag, { ticketId: ticket.id, tagId }).changes > 0)
        ticketChanged(unit, ticket, ticket);
    }
    return { tagged, skipped: unique.size - tagged };
  });
}
